import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue, withCommand, withoutCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)
const orderOf = (id: string) => {
  const found = world.shop.orders.get(id)
  if (found === undefined) throw new TypeError(`No order ${id}`)
  return found
}

const bia = () => world.chatOf({ name: 'Bia' })

function doIt(wish: string): string {
  ana.say(wish)
  const { ref } = ana.pending().envelope.sayso
  ana.sayAll(ana.expect())
  ana.work()
  return ref
}

describe('between preview and confirmation', () => {
  test('facts that changed are previewed again, with a new token', () => {
    ana.say('cancel order 204')
    const old = ana.expect()
    orderOf('204').refundedCents = 5000
    expect(ana.say(old).text).toMatch(/^Something has changed since the preview; nothing was done\./u)
    expect(ana.say(old).about).toBe('refusal')
    ana.sayAll(ana.expect())
    expect(statuses()).toEqual(['changed', 'confirmed'])
  })

  test('a target that is gone is asked for', () => {
    ana.say('cancel order 204')
    world.shop.orders.delete('204')
    expect(ana.say(ana.expect()).text).toContain('There is no order “204”.')
    expect(statuses()).toEqual(['changed'])
  })

  test('lost rights end the command', () => {
    ana.say('cancel order 204')
    ana.person = { ...ana.person, roles: ['viewer'] }
    expect(ana.say(ana.expect())).toMatchObject({ about: 'refusal', command: { reason: 'unauthorised' } })
    expect(statuses()).toEqual(['unauthorised'])
  })

  test('lost rights leave a late confirmation no preview', () => {
    ana.say('cancel order 204')
    world.wait(6 * 60_000)
    ana.watch()
    ana.person = { ...ana.person, roles: [] }
    expect(ana.say(ana.expect()).about).toBe('refusal')
    expect(statuses()).toEqual(['expired', 'unauthorised'])
  })

  test('a catalogue that asks for more than a yes is not satisfied with the yes of before', () => {
    ana.say('reinstate order 206')
    world.catalogue = withCommand(catalogue, 'REINSTATE_ORDER', {
      command: { safety: 'destructive', confirm: 'token' },
    })
    expect(ana.say('yes')).toMatchObject({ about: 'preview', confirm: { method: 'token' } })
    expect(ana.say('yes').about).toBe('refusal')
    expect(statuses()).toEqual(['changed', 'accepted'])
  })

  test('a catalogue whose chain or words changed is previewed again', () => {
    ana.say('cancel order 204')
    world.catalogue = withCommand(catalogue, 'CANCEL_ORDER', { texts: { effect: 'the order is burnt' } })
    expect(ana.say(ana.expect()).text).toContain('Effect: the order is burnt.')
    expect(statuses()).toEqual(['changed', 'accepted'])
  })

  test('a command that is not offered any more is dropped', () => {
    ana.say('cancel order 204')
    world.catalogue = withoutCommand(catalogue, 'CANCEL_ORDER')
    expect(ana.say(ana.expect()).text).toContain('no longer offered; nothing was done')
    expect(statuses()).toEqual(['superseded'])
  })
})

describe('what has to know more of the world than what it names comes to an end as well', () => {
  beforeEach(() => {
    const more = { facts: [{ entity: 'pause', parameter: null }] } as const
    world.catalogue = ['CANCEL_ORDER', 'REINSTATE_ORDER'].reduce(
      (before, token) => withCommand(before, token, { command: more }),
      catalogue,
    )
  })

  test('where it is confirmed after something has changed', () => {
    ana.say('cancel order 204')
    orderOf('204').refundedCents = 5000
    expect(ana.say(ana.expect())).toMatchObject({ about: 'preview', command: { name: 'CANCEL_ORDER' } })
  })

  test('where it takes something back, or is tried once more', () => {
    const done = doIt('cancel order 204')
    expect(ana.say(`undo #${done}`)).toMatchObject({ about: 'preview', command: { name: 'REINSTATE_ORDER' } })
    const { ref } = ana.pending().envelope.sayso
    ana.say('0')
    expect(ana.say(`retry #${ref}`)).toMatchObject({ about: 'preview', command: { name: 'REINSTATE_ORDER' } })
  })

  test('where it names two things, neither of them by its number', () => {
    const more = { facts: [{ entity: 'pause', parameter: null }] } as const
    const parameters = (catalogue.commands.get('CANCEL_ORDER')?.parameters ?? []).flatMap((each) =>
      each.name === 'id' ? [each, { ...each, name: 'other' }] : [each],
    )
    world.catalogue = withCommand(catalogue, 'CANCEL_ORDER', { command: { ...more, parameters } })
    expect(ana.say('CANCEL_ORDER id=Maria other=Beatriz').preview?.args).toEqual({ id: '204', other: '206' })
  })
})

test('the outcome of a command that is not offered any more is told, and what waits goes on', () => {
  ana.say('cancel order 204 and refund order 205 for 10')
  ana.sayAll(ana.expect())
  world.catalogue = withoutCommand(catalogue, 'CANCEL_ORDER')
  const [outcome, next] = ana.work()
  expect(outcome?.text).toMatch(/^✅ CANCEL_ORDER 204 · #\w{5}$/u)
  expect(next?.about).toBe('preview')
})

describe('with the queue out of reach', () => {
  test('a mutation is refused before its preview, and kept as evidence', () => {
    world.queue = 'down'
    const reply = ana.say('cancel order 204')
    expect(reply).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'queue_unavailable' } })
    expect(reply.text).toContain('try again in a few minutes')
    expect(ana.session().pending).toBeNull()
  })

  test('a read is answered all the same', () => {
    world.queue = 'down'
    expect(ana.say('status of order 204').about).toBe('outcome')
  })

  test('a confirmation keeps its preview, and the same token does it later', () => {
    ana.say('cancel order 204')
    world.queue = 'down'
    expect(ana.say(ana.expect()).text).toContain('Your preview stays open')
    expect(statuses()).toEqual(['accepted'])
    world.queue = 'up'
    ana.sayAll(ana.expect())
    expect(statuses()).toEqual(['confirmed'])
  })

  test('a new mutation is refused, and the preview that waits is still there', () => {
    ana.say('cancel order 204')
    world.queue = 'down'
    expect(ana.say('cancel order 205').text).toContain('Still waiting for you: Cancel order 204')
    expect(statuses()).toEqual(['accepted', 'queue_unavailable'])
  })
})

describe('a repeat', () => {
  test('is told what came of the first, and runs nothing', () => {
    const ref = doIt('refund order 205 for 10')
    const reply = ana.say('refund_order  amount=10.00   ID=205')
    expect(reply.text).toContain(`Done already at 2:00 PM: Refund R$10.00 of order 205 · #${ref}`)
    expect(reply.command).toMatchObject({ ref, status: 'executed' })
    expect(orderOf('205').refundedCents).toBe(1000)
  })

  test('tells the time in the person’s own zone', () => {
    doIt('refund order 205 for 10')
    ana.person = { ...ana.person, timeZone: 'America/Sao_Paulo' }
    expect(ana.say('refund order 205 for 10').text).toContain('at 11:00')
  })

  test('is told that the first is under way', () => {
    ana.say('cancel order 204')
    ana.sayAll(ana.expect())
    expect(ana.say('cancel order 204').text).toMatch(/^Already under way: Cancel order 204/u)
  })

  test('of something that may have happened is neither taken back nor done again before somebody has looked', () => {
    ana.say('cancel order 204')
    ana.sayAll(ana.expect())
    const [outcome] = ana.work({
      kind: 'failed',
      reason: 'effect_unknown',
      explanation: '',
      effect: 'unknown',
      outputs: {},
    })
    const [ref] = /#\w{5}/u.exec(outcome?.text ?? '') ?? []
    world.wait(48 * 3_600_000)
    expect(ana.say(`undo ${ref}`).text).toMatch(/may or may not have happened/u)
    expect(ana.say('cancel order 204').text).toMatch(/may have happened: check first.*AGAIN/u)
    expect(ana.say('again').about).toBe('preview')
  })

  test('of something that failed without effect is a new command', () => {
    ana.say('cancel order 204')
    ana.sayAll(ana.expect())
    orderOf('204').status = 'cancelled'
    expect(ana.work()[0]?.text).toMatch(/^❌ Cancel order 204: nothing was changed · #\w{5}\n.*nothing to cancel\.$/u)
    expect(ana.say('cancel order 204').about).toBe('preview')
  })

  test('beyond the window is a new command', () => {
    doIt('cancel order 204')
    world.wait(3_600_000 - 1)
    expect(ana.say('cancel order 204').text).toContain('Done already')
    world.wait(1)
    expect(ana.say('cancel order 204').about).toBe('preview')
  })

  test('by somebody else is another command', () => {
    doIt('refund order 205 for 10')
    expect(bia().say('refund order 205 for 10').about).toBe('preview')
  })

  test('previewed in two chats runs once', () => {
    const elsewhere = world.chatOf()
    ana.say('refund order 205 for 10')
    elsewhere.say('refund order 205 for 10')
    ana.sayAll(ana.expect())
    expect(elsewhere.say(elsewhere.expect()).text).toContain('Already under way')
    expect(statuses()).toEqual(['confirmed', 'duplicate'])
  })

  test('after it was undone is a new command', () => {
    doIt('cancel order 204')
    doIt('reinstate order 204')
    doIt('cancel order 204')
    expect(statuses()).toEqual(['executed', 'executed', 'executed'])
  })
})

describe('what somebody else had done just now', () => {
  const wish = 'refund order 205 for 10'
  const told = /^⚠️ Ana did the same 5 minutes ago\. Confirm only if it is to be done once more\.$/mu
  test('is said by the preview of the same, while it would be a repeat of one’s own', () => {
    doIt(wish)
    world.wait(5 * 60_000)
    expect(bia().say(wish).text).toMatch(told)
    expect(bia().say('refund order 205 for 11').text).not.toContain('the same')
    world.wait(24 * 3_600_000)
    expect(bia().say(wish).text).not.toContain('the same')
  })

  test('is done once more by who confirms it all the same', () => {
    doIt(wish)
    const second = bia()
    second.say(wish)
    second.sayAll(second.expect())
    second.work()
    expect(statuses()).toEqual(['executed', 'executed'])
  })

  test('is said of what is under way, and of what may have happened', () => {
    ana.say(wish)
    ana.sayAll(ana.expect())
    expect(bia().say(wish).text).toMatch(
      /^⚠️ Ana asked for the same 1 minute ago, and it is under way\. Confirm only/mu,
    )
    ana.work({ kind: 'failed', reason: 'effect_unknown', explanation: '', effect: 'unknown', outputs: {} })
    expect(bia().say(wish).text).toMatch(/^⚠️ Ana asked for the same 1 minute ago, and it may have happened\. Check/mu)
  })

  test('after the preview makes its confirmation show it first', () => {
    const second = bia()
    second.say(wish)
    const old = second.expect()
    doIt(wish)
    orderOf('205').refundedCents = 0
    expect(second.say(old).text).toMatch(
      /^Something has changed since the preview; nothing was done\.[^]*Ana did the same/u,
    )
    expect(second.say(old).about).toBe('refusal')
    second.sayAll(second.expect())
    second.work()
    expect(statuses()).toEqual(['changed', 'executed', 'executed'])
  })

  test('is told without a word on confirming where it would not succeed', () => {
    doIt('cancel order 204')
    const { text } = bia().say('cancel order 204')
    expect(text).toContain('❗ As things are now, this will not work')
    expect(text).toMatch(/^⚠️ Ana did the same 1 minute ago\.$/mu)
  })

  test('is as good as never done once it was taken back', () => {
    doIt('cancel order 204')
    world.wait(1000)
    doIt('reinstate order 204')
    expect(bia().say('cancel order 204').text).not.toContain('the same')
  })

  test('to Sayso’s own settings says nothing', () => {
    doIt('pause')
    expect(bia().say('pause').text).not.toContain('the same')
  })
})

describe('undo', () => {
  test('takes nothing back of what somebody else has done since it was taken back', () => {
    const ref = doIt('cancel order 204')
    world.wait(1000)
    const other = bia()
    other.say('reinstate order 204')
    other.sayAll(other.expect())
    other.work()
    world.wait(1000)
    other.say('cancel order 204')
    other.sayAll(other.expect())
    other.work()
    expect(ana.say('undo').text).toContain(`#${ref} was taken back already`)
    expect(other.say('undo').about).toBe('preview')
  })

  test.each(['en', 'es', 'pt-BR'])('is about nothing that was done after it was written (%s)', (language) => {
    const chat = world.chatOf({ language })
    chat.say('CANCEL_ORDER id=204')
    const { ref } = chat.pending().envelope.sayso
    chat.sayAll(chat.expect())
    chat.work()
    const undo = { en: 'undo', es: 'deshacer', 'pt-BR': 'desfazer' }[language] ?? ''
    expect(chat.say(undo, { ageMs: 5 * 60_000 })).toMatchObject({
      about: 'refusal',
      text: expect.stringContaining(ref),
    })
    expect(chat.say(undo).about).toBe('preview')
  })
})

describe('AGAIN', () => {
  test('shows what waits once more, and nothing that was done before it', () => {
    doIt('refund order 205 for 10')
    ana.say('cancel order 204')
    const old = ana.expect()
    expect(ana.say('again')).toMatchObject({ about: 'preview', preview: { action: 'Cancel', target: '204' } })
    expect(ana.expect()).not.toBe(old)
  })

  test('is only spoken of where it would not fail as things are', () => {
    doIt('refund order 205 for 10')
    expect(ana.say('refund order 205 for 10').text).toContain('AGAIN')
    doIt('cancel order 204')
    expect(ana.say('cancel order 204').text).toMatch(/^Done already.*\nNothing was done again\.$/u)
  })

  test('is a new command with its own confirmation; the same words are then a repeat of that one', () => {
    doIt('refund order 205 for 10')
    ana.say('refund order 205 for 10')
    expect(ana.say('again').about).toBe('preview')
    const { ref } = ana.pending().envelope.sayso
    ana.sayAll(ana.expect())
    ana.work()
    expect(orderOf('205').refundedCents).toBe(2000)
    expect(ana.say('refund order 205 for 10').command?.ref).toBe(ref)
    doIt('again')
    expect(orderOf('205').refundedCents).toBe(3000)
  })

  test('needs the rights of now', () => {
    doIt('refund order 205 for 10')
    ana.person = { ...ana.person, roles: ['viewer'] }
    expect(ana.say('again')).toMatchObject({ about: 'refusal', command: { reason: 'unauthorised' } })
  })

  test('asks once more what was asked last', () => {
    ana.say('show order 205')
    expect(ana.say('again').text).toContain('João Lima')
  })

  test('where nothing was done says so', () => {
    expect(ana.say('again').text).toContain('nothing to repeat')
  })
})

describe('UNDO #REF', () => {
  test('is a command of its own, with its own preview', () => {
    const ref = doIt('cancel order 204')
    expect(ana.say(`undo #${ref}`)).toMatchObject({ about: 'preview', command: { name: 'REINSTATE_ORDER' } })
    ana.sayAll('yes')
    ana.work()
    expect(orderOf('204').status).toBe('paid')
  })

  test('takes back what has no target, and what says in its preview what it goes back to', () => {
    expect(ana.say('pause').text).toContain('Undo: RESUME')
    const { ref } = ana.pending().envelope.sayso
    ana.sayAll('yes')
    expect(ana.work({ kind: 'executed', outputs: {} })[0]?.text).toContain(`UNDO #${ref}`)
    world.pause = { name: 'Ana', since: world.now().toISOString() }
    expect(ana.say(`undo #${ref}`)).toMatchObject({ about: 'preview', command: { name: 'RESUME' } })
    world.pause = 'no'
    // What it would take back was taken back by somebody else meanwhile.
    expect(ana.say(`undo #${ref}`)).toMatchObject({ about: 'refusal', command: { name: 'RESUME' } })
    expect(ana.say('answer me in spanish').text).toContain('Undo: LANGUAGE code=en\n')
  })

  test('is offered in the words of the language where its values are only known once it was done', () => {
    for (const [language, word] of [
      ['en', 'UNDO'],
      ['pt-BR', 'DESFAZER'],
      ['es', 'DESHACER'],
    ] as const) {
      const chat = world.chatOf({ name: language, language })
      const { text } = chat.say('ADD_NOTE id=204 text=fragile')
      expect(text).toContain(`: ${word} #${chat.pending().envelope.sayso.ref}\n`)
    }
  })

  test('takes a file back to its old name, with values in quotes where they need them', () => {
    // The shop of these conversations holds orders and no files.
    const parameters = (catalogue.commands.get('RENAME_FILE')?.parameters ?? []).map((parameter) =>
      parameter.entity === null ? parameter : { ...parameter, entity: 'order' },
    )
    world.catalogue = withCommand(catalogue, 'RENAME_FILE', { command: { parameters } })
    expect(ana.say('RENAME_FILE from=204 to="kept here.txt"').text).toContain(
      'Undo: RENAME_FILE from="kept here.txt" to=204',
    )
    expect(ana.say(`RENAME_FILE from=204 to="${'long/'.repeat(20)}"`).text).toMatch(/Undo: UNDO #\w{5}\n/u)
  })

  test('needs the right to the undoing command', () => {
    const ref = doIt('cancel order 204')
    ana.person = { ...ana.person, roles: ['viewer'] }
    expect(ana.say(`undo #${ref}`)).toMatchObject({ command: { reason: 'unauthorised' } })
  })

  test('of what has no undo, was not done, or is somebody else’s is refused', () => {
    const refund = doIt('refund order 205 for 10')
    expect(ana.say(`undo #${refund}`).text).toContain('cannot be undone')
    ana.say('cancel order 204')
    const open = ana.pending().envelope.sayso.ref
    expect(ana.say(`undo #${open}`).text).toContain('was not done')
    expect(world.chatOf({ name: 'Bia' }).say(`undo #${refund}`).text).toContain('You have no command')
  })
})

describe('UNDO alone', () => {
  test('takes back what was done last, with its own preview, a read in between notwithstanding', () => {
    doIt('cancel order 205')
    doIt('cancel order 204')
    ana.say('show order 205')
    ana.work()
    expect(ana.say('please undo that!')).toMatchObject({
      about: 'preview',
      command: { name: 'REINSTATE_ORDER' },
      preview: { target: '204' },
    })
  })

  test('takes back what it quotes', () => {
    const ref = doIt('cancel order 205')
    doIt('cancel order 204')
    expect(ana.say('undo', { quotedOutcome: ref })).toMatchObject({ preview: { target: '205' } })
  })

  test('drops what is open, and passes over nothing that is on its way', () => {
    doIt('cancel order 205')
    ana.say('cancel order 204')
    expect(ana.say('undo').command).toMatchObject({ reason: 'declined' })
    ana.sayAll(ana.say('cancel order 204').confirm?.expect ?? '')
    expect(ana.say('undo').text).toContain('still being done')
  })

  test('said once more while its preview waits shows it again, and a no drops it', () => {
    doIt('cancel order 205')
    const undo = { about: 'preview', preview: { target: '205' }, command: { name: 'REINSTATE_ORDER' } }
    expect(ana.say('undo')).toMatchObject(undo)
    expect(ana.say('undo that')).toMatchObject(undo)
    expect(ana.say('no').command).toMatchObject({ name: 'REINSTATE_ORDER', reason: 'declined' })
    ana.say('undo')
    ana.say('undo')
    ana.sayAll('yes')
    ana.work()
    expect(world.shop.orders.get('205')?.status).toBe('paid')
  })

  test.each([
    ['en', 'cancel order 205', 'undo', /^What #\w+ did is gone already/u],
    ['pt-BR', 'cancela o pedido 205', 'desfazer', /^O que #\w+ fez já não existe mais/u],
    ['es', 'cancela el pedido 205', 'deshacer', /^Lo que hizo #\w+ ya no existe/u],
  ])('%s: of what is gone says so, and leaves nothing open', (language, wish, undo, told) => {
    ana = world.chatOf({ language })
    doIt(wish)
    world.shop.orders.delete('205')
    expect(ana.say(undo)).toMatchObject({ about: 'refusal', text: expect.stringMatching(told) })
    expect(ana.session()).toMatchObject({ question: null, pending: null })
  })

  test('where nothing was done says so', () => {
    expect(ana.say('undo').text).toContain('nothing to undo')
  })
})

describe('CANCEL #REF', () => {
  test('drops the open preview', () => {
    ana.say('cancel order 204')
    expect(ana.say(`cancel #${ana.pending().envelope.sayso.ref}`).command).toMatchObject({ reason: 'declined' })
  })

  test('drops what is confirmed and has not begun, and gives its key back', () => {
    ana.say('cancel order 204')
    const { ref } = ana.pending().envelope.sayso
    ana.sayAll(ana.expect())
    expect(ana.say(`cancel #${ref}`).command).toMatchObject({ status: 'rejected', reason: 'cancelled' })
    expect(ana.say('cancel order 204').about).toBe('preview')
  })

  test('comes too late for what runs or is over', () => {
    ana.say('cancel order 204')
    const { ref } = ana.pending().envelope.sayso
    const command = ana.pending()
    ana.sayAll(ana.expect())
    command.started = true
    expect(ana.say(`cancel #${ref}`).text).toContain('already running')
    ana.work()
    expect(ana.say(`cancel #${ref}`).text).toMatch(
      new RegExp(
        `^Done already at \\d{1,2}:\\d\\d [AP]M: Cancel order 204 · #${ref}\\nUNDO #${ref} takes it back\\.$`,
        'u',
      ),
    )
    expect(statuses()).toEqual(['executed'])
  })

  test.each([
    ['en', /^Done already: Cancel order 204 · /u],
    ['es', /^Ya se hizo: Cancelar el pedido 204 · /u],
    ['pt-BR', /^Já foi feito: Cancelar o pedido 204 · /u],
  ])('says no time of day of what was done days ago (%s)', (language, said) => {
    const chat = world.chatOf({ language })
    const { command } = chat.say('CANCEL_ORDER id=204')
    chat.sayAll(chat.expect())
    chat.work()
    world.wait(3 * 24 * 60 * 60 * 1000)
    expect(chat.say(`CANCEL #${command?.ref}`).text).toMatch(said)
  })

  test.each([
    ['en', 'nothing takes it back'],
    ['pt-BR', 'não dá para desfazer'],
    ['es', 'no se puede deshacer'],
  ])('%s: of what was done for good speaks of no undo', (language, told) => {
    const chat = world.chatOf({ language })
    const ref = chat.say('REFUND_ORDER id=204 amount=10').command?.ref ?? ''
    chat.sayAll(chat.expect())
    chat.work()
    const { text } = chat.say(`cancel #${ref}`)
    expect(text).toContain(told)
    expect(text).not.toMatch(/UNDO|DESFAZER|DESHACER/u)
  })

  test('of a preview in another chat says where to drop it', () => {
    ana.say('cancel order 204')
    const { ref } = ana.pending().envelope.sayso
    expect(world.chatOf().say(`cancel #${ref}`).text).toContain('in another chat')
    expect(statuses()).toEqual(['accepted'])
  })
})

describe('rights', () => {
  test('decide what help shows and what may be asked for', () => {
    const viewer = world.chatOf({ roles: ['viewer'] })
    expect(viewer.say('help').text).not.toMatch(/CANCEL|REFUND|REINSTATE|NOTE/u)
    expect(viewer.say('cancel order 204')).toMatchObject({ about: 'refusal', command: { reason: 'unauthorised' } })
    expect(viewer.say('status of order 204').about).toBe('outcome')
  })

  test.each([
    ['en', 'cancel order 204', 'You may not do this yet: Cancel an order. What you may ask for:'],
    ['es', 'cancela el pedido 204', 'Todavía no puedes hacer esto: '],
    ['pt-BR', 'cancela o pedido 204', 'Você ainda não pode fazer isto: '],
  ])('tells whoever may do one thing alone what that is, in %s', (language, text, told) => {
    const claimant = world.chatOf({ roles: ['claimant'], language })
    const said = claimant.say(text)
    expect(said).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'unauthorised' } })
    expect(said.text).toContain(told)
    expect(said.text).toMatch(/\n• .*ADD_OWNER/u)
  })

  test('that nobody gave are none', () => {
    const nobody = world.chatOf({ roles: ['admin', '*'] })
    expect(nobody.say('help').text).toContain('nothing that you may ask for yet')
    expect(nobody.say('status of order 204').about).toBe('refusal')
  })

  test('are asked before anything is looked up, so that a refusal tells nothing about the order', () => {
    const viewer = world.chatOf({ roles: ['viewer'] })
    expect(viewer.say('cancel order 999').text).toBe(viewer.say('cancel order 204').text)
  })
})

test.each(['no, to 207', 'wait, to 207'])('“%s” of a note that waits is what it is for, and no other text', (words) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language: 'en' })
  chat.say('add a note to order 205: call first')
  expect(chat.say(words).preview).toMatchObject({ target: '207', args: { text: 'call first' } })
})
