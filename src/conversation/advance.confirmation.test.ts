import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const minute = 60_000

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

const statusOf = (chat: Chat) => {
  const { status, reason } = chat.pending()
  return { status, reason }
}
const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)

describe('the preview', () => {
  test('shows target, action, effect, undo, actor and how to confirm, before anything is confirmed', () => {
    const reply = ana.say('cancel order 204')
    expect(reply.about).toBe('preview')
    expect(reply.text).toBe(
      [
        '⚠️ Cancel order 204 — Maria Souza, R$120.00, paid',
        'Effect: the order is cancelled and can be reinstated later. Undo: REINSTATE_ORDER id=204',
        'Asked by Ana (owner). Valid for 5 minutes.',
        `Reply  ${ana.expect()}  to go on, or 0 to drop it.`,
      ].join('\n'),
    )
    expect(reply.preview).toMatchObject({ action: 'Cancel', target: '204', reversible: 'REINSTATE_ORDER' })
    expect(statusOf(ana)).toEqual({ status: 'accepted', reason: null })
  })

  test.each([
    ['en', 'cancel order 204', 'cancel order', 'This comes from a forwarded message.'],
    ['pt-BR', 'cancelar pedido 204', 'cancelar pedido', 'Isto vem de uma mensagem encaminhada.'],
    ['es', 'cancelar pedido 204', 'cancelar pedido', 'Esto viene de un mensaje reenviado.'],
  ])(
    'says in %s when it was asked for in a forwarded message, also where the rest was typed',
    (language, all, part, line) => {
      const bia = world.chatOf({ language })
      expect(bia.say(all, { forwarded: true }).text).toContain(`\n↪️ ${line}\n`)
      bia.say('0')
      bia.say(part, { forwarded: true })
      expect(bia.say('204').text).toContain(line)
      expect(bia.say(all.replace('204', '205')).text).not.toContain(line)
    },
  )

  test('says so when nothing undoes it, and shows every argument', () => {
    expect(ana.say('refund order 205 for 10').text).toContain('This cannot be undone.')
    expect(ana.say('CANCEL_ORDER id=204 reason="asked by phone"').text).toContain('Reason: asked by phone')
  })
})

describe('whoever was removed and has their rights back', () => {
  test.each([
    ['en', 'reinstate order 206', 'yes', 'asked for before you were removed from here, so nothing was done'],
    ['en', 'cancel order 204', 'yes', 'Ask again if you still want it.'],
    ['es', 'reactivar el pedido 206', 'sí', 'lo pediste antes de que te quitaran de aquí'],
    ['pt-BR', 'reativar pedido 206', 'sim', 'você pediu isso antes de perder o acesso'],
  ])('cannot confirm what was open before (%s, %s)', (language, wish, yes, text) => {
    const bia = world.chatOf({ language })
    bia.say(wish)
    const id = bia.pending().envelope.command_id
    bia.person = { ...bia.person, removedAt: world.now().toISOString() }
    world.wait(1000)
    const reply = bia.say(yes)
    expect(reply.text).toContain(text)
    expect(reply).toMatchObject({ about: 'refusal', command: { id, status: 'rejected', reason: 'unauthorised' } })
    expect(bia.session().pending).toBeNull()
    bia.say(wish)
    bia.sayAll(bia.expect())
    expect(statuses()).toEqual(['unauthorised', 'confirmed'])
  })
})

describe('a plain yes', () => {
  test.each(['yes', 'Yes please!', 'OK', 'Confirm', '👍'])('%s confirms a mutation', (yes) => {
    ana.say('reinstate order 206')
    ana.sayAll(yes)
    expect(ana.work().at(-1)?.text).toContain('✅ Order 206 reinstated; it is paid again')
    expect(world.shop.orders.get('206')?.status).toBe('paid')
  })

  test('never confirms a destructive command', () => {
    ana.say('cancel order 204')
    const reply = ana.say('yes')
    expect(reply.about).toBe('refusal')
    expect(reply.text).toContain('reply CONFIRM and the code from the preview')
    expect(statusOf(ana).status).toBe('accepted')
  })

  test('is not what a yes-command gets with a code: it is told what would do', () => {
    ana.say('reinstate order 206')
    expect(ana.say('CONFIRM C9F2').text).toContain('Reply yes to go on')
    expect(statusOf(ana).status).toBe('accepted')
  })

  test('answers the newest question, and that is not the preview', () => {
    ana.say('reinstate order 206')
    expect(ana.say("what is the status of Pedro's order").about).toBe('choose')
    expect(ana.say('yes').text).toContain('Answer that first')
    expect(statusOf(ana).status).toBe('accepted')
  })

  test('where nothing waits but a question asks that question again', () => {
    ana.say("cancel Pedro's order")
    expect(ana.say('yes')).toMatchObject({ about: 'choose', options: [{ n: 1 }, { n: 2 }] })
  })

  test('where nothing waits at all is told so, and kept as evidence', () => {
    expect(ana.say('yes').text).toContain('Nothing is waiting')
    expect(world.ledger.evidence).toMatchObject([{ evidence: 'confirmation.refused' }])
  })
})

describe('a phrase', () => {
  const bound = withCommand(catalogue, 'CANCEL_ORDER', { command: { confirm: 'phrase' } })
  const fixed = withCommand(bound, 'CANCEL_ORDER', { texts: { phrase: 'I know what I do' } })
  const same = withCommand(bound, 'CANCEL_ORDER', { texts: { phrase: 'cancel order {id}' } })

  test('that says what was asked with is none: whoever sends it twice has decided nothing', () => {
    world = createConversationWorld({ catalogue: same })
    ana = world.chatOf()
    expect(ana.say('Cancel order 204!').confirm).toMatchObject({ method: 'token' })
    expect(ana.pending().envelope.confirmation.method).toBe('token')
    ana.sayAll('cancel order 204')
    ana.sayAll('cancel  Order 204')
    ana.work()
    expect(world.shop.orders.get('204')?.status).toBe('paid')
    ana.sayAll(ana.expect())
    ana.work()
    expect(world.shop.orders.get('204')?.status).toBe('cancelled')
  })

  test('that was not asked with is one, also on a preview that is shown again', () => {
    world = createConversationWorld({ catalogue: same })
    ana = world.chatOf()
    expect(ana.say('I want to cancel order 204').confirm).toMatchObject({ method: 'phrase' })
    world.wait(6 * minute)
    expect(ana.say('cancel order 204').confirm).toMatchObject({ method: 'phrase' })
  })

  test('bound to the context names action and target, and confirms in any case and spacing', () => {
    world = createConversationWorld({ catalogue: bound })
    ana = world.chatOf()
    expect(ana.say('cancel order 204').confirm).toMatchObject({ method: 'phrase', expect: 'YES, CANCEL ORDER 204' })
    ana.sayAll('yes,  cancel order 204!')
    ana.work()
    expect(world.shop.orders.get('204')?.status).toBe('cancelled')
  })

  test.each(['yes', 'YES, CANCEL ORDER 205', 'YES CANCEL', 'CONFIRM C9F2'])('is not “%s”', (text) => {
    world = createConversationWorld({ catalogue: bound })
    ana = world.chatOf()
    ana.say('cancel order 204')
    ana.sayAll(text)
    ana.work()
    expect(world.shop.orders.get('204')?.status).toBe('paid')
  })

  test('may be fixed by the catalogue', () => {
    world = createConversationWorld({ catalogue: fixed })
    ana = world.chatOf()
    expect(ana.say('cancel order 204').text).toContain('Reply  I know what I do  to go on')
    expect(ana.say('yes').text).toContain('reply exactly: I know what I do')
    ana.sayAll('i know what i do')
    ana.work()
    expect(world.shop.orders.get('204')?.status).toBe('cancelled')
  })
})

describe('a token', () => {
  test.each([
    ['as shown', (token: string) => token],
    ['in small letters', (token: string) => token.toLowerCase()],
    ['alone', (token: string) => token.replace('CONFIRM ', '')],
    ['with spaces', (token: string) => `  ${token.replace(' ', '   ')} `],
  ])('confirms %s', (_how, write) => {
    ana.say('cancel order 204')
    expect(ana.sayAll(write(ana.expect()))).toEqual([])
    expect(ana.work().at(-1)?.text).toMatch(/^✅ Order 204 cancelled · #\w{5} · UNDO #\w{5}$/u)
  })

  test('confirms though a question about something else is open, which stays open', () => {
    ana.say('cancel order 204')
    ana.say("what is the status of Pedro's order")
    ana.sayAll(ana.expect())
    ana.work()
    expect(world.shop.orders.get('204')?.status).toBe('cancelled')
    expect(ana.say('1').text).toContain('Order 207')
  })

  test('wrong three times drops the command, and its own token is of no use any more', () => {
    ana.say('cancel order 204')
    const own = ana.expect()
    expect(ana.say('CONFIRM AAAA').text).toContain('2 tries left')
    expect(ana.say('CONFIRM BBBB').text).toContain('One try left')
    expect(ana.say('CONFIRM DDDD').command).toMatchObject({ status: 'rejected', reason: 'token_exhausted' })
    expect(ana.say(own).text).toContain('No command is waiting for that code')
    expect(statuses()).toEqual(['token_exhausted'])
  })

  test('wrong twice does not count against the next command', () => {
    ana.say('cancel order 204')
    ana.say('CONFIRM AAAA')
    ana.say('CONFIRM BBBB')
    ana.say('cancel order 205')
    expect(ana.say('CONFIRM DDDD').text).toContain('2 tries left')
  })

  test('of somebody else, or of another chat, confirms nothing', () => {
    const bia = world.chatOf({ name: 'Bia' })
    const elsewhere = world.chatOf()
    ana.say('cancel order 204')
    expect(bia.say(ana.expect()).about).toBe('refusal')
    expect(elsewhere.say(ana.expect()).about).toBe('refusal')
    bia.say('cancel order 204')
    expect(bia.say(ana.expect()).text).toContain('That is not the code')
    expect(statuses()).toEqual(['accepted', 'accepted'])
  })

  test('of somebody else in a group is refused without asking for the command once more', () => {
    const [asking, bia] = [
      world.chatOf({}, 'group', 'group'),
      world.chatOf({ id: 'bia', name: 'Bia' }, 'group', 'group'),
    ]
    asking.say('cancel order 204')
    expect(bia.say(asking.expect())).toMatchObject({
      about: 'refusal',
      text: expect.stringContaining('Only who asked'),
    })
    expect(statuses()).toEqual(['accepted'])
  })

  test('works once', () => {
    ana.say('cancel order 204')
    ana.sayAll(ana.expect())
    expect(ana.say(ana.expect()).about).toBe('info')
    ana.work()
    expect(ana.say(ana.expect()).about).toBe('info')
    expect(statuses()).toEqual(['executed'])
  })

  test('of the preview before is of no use to the one after', () => {
    ana.say('cancel order 204')
    const old = ana.expect()
    ana.say('cancel order 205')
    expect(ana.say(old).text).toContain('That is not the code for “Cancel order 205”')
    expect(statuses()).toEqual(['superseded', 'accepted'])
  })

  test('forwarded confirms nothing and costs no try', () => {
    ana.say('cancel order 204')
    expect(ana.say(ana.expect(), { forwarded: true }).text).toContain('A forwarded message confirms nothing')
    expect(ana.pending().wrongTries).toBe(0)
    ana.sayAll(ana.expect())
    expect(statuses()).toEqual(['confirmed'])
  })

  test('that answers the preview of another command confirms nothing; answering its own does', () => {
    ana.say('cancel order 205')
    const other = ana.pending().envelope.command_id
    ana.say('cancel order 204')
    expect(ana.say(ana.expect(), { quotes: other }).text).toContain('You answered another message')
    ana.sayAll(ana.expect(), { quotes: ana.pending().envelope.command_id })
    expect(statuses()).toEqual(['superseded', 'confirmed'])
  })
})

describe('what was refunded before', () => {
  test.each([
    ['en', 'refund 10 on order 205', 'R$10.00 refunded'],
    ['pt-BR', 'estorna 10 do pedido 205', 'R$ 10,00 reembolsados'],
    ['es', 'reembolsa 10 del pedido 205', '10,00 reembolsados'],
  ])('%s: is in the preview of whoever asks for “%s” as well', (language, wish, told) => {
    ana.say('refund 10 on order 205')
    ana.sayAll(ana.expect())
    ana.work()
    const preview = world.chatOf({ name: 'Bob', language }).say(wish)
    expect(preview.text.replaceAll('\u00a0', ' ')).toContain(told)
    expect(preview.command?.status).toBe('accepted')
  })
})

describe('a yes', () => {
  test('that quotes what was told of something else confirms nothing; one that quotes the request does', () => {
    ana.say('add a note to order 205: call', { id: 'request' })
    const [status] = ana.sayAll('status of order 204')
    expect(ana.say('ok', { quotedOutcome: status?.command?.ref ?? '' }).text).toContain('You answered another message')
    expect(statuses()).toEqual(['accepted', 'executed'])
    ana.sayAll('ok', { quotedMessage: 'request' })
    expect(statuses()).toEqual(['confirmed', 'executed'])
  })

  test.each([
    ['en', 'add a note to 205: call', 'status of order 204', 'ok thanks', 'Is that a yes to “Add a note', 'yes'],
    ['pt-BR', 'anota no 205: ligar', 'status do 204', 'beleza, obrigada', 'Isso é um sim para “', 'sim'],
    ['es', 'anota en el 205: llamar', 'estado del 204', 'vale, gracias', '¿Eso es un sí para “', 'sí'],
  ])('%s: %s, %s, and then “%s” may be said to either', (language, wish, aside, noted, told, yes) => {
    const chat = world.chatOf({ language })
    const askAndNote = (order: string) => {
      chat.say(wish.replace('205', order))
      chat.sayAll(aside)
      expect(chat.say(noted).text).toContain(told)
    }
    askAndNote('205')
    expect(statuses()).toEqual(['accepted', 'executed'])
    chat.sayAll(noted)
    expect(statuses()).toEqual(['confirmed', 'executed'])
    askAndNote('206')
    chat.sayAll(yes)
    expect(statuses()).toEqual(['confirmed', 'executed', 'confirmed', 'executed'])
  })

  test('may be said to either, and says how what needs a code is confirmed, for a yes is not enough', () => {
    ana.say('refund order 205 for 10')
    ana.sayAll('status of order 204')
    expect(ana.say('ok thanks').text).toContain('To go on, reply CONFIRM and the code')
    expect(statuses()).toEqual(['accepted', 'executed'])
  })

  test.each(['ok', 'ok thanks', 'yes'])('is “%s” right below its preview', (text) => {
    ana.say('add a note to order 205: call')
    ana.sayAll(text)
    expect(statuses()).toEqual(['confirmed'])
  })

  test('is “yes” below something else', () => {
    ana.say('add a note to order 205: call')
    ana.sayAll('status of order 204')
    ana.sayAll('yes')
    expect(statuses()).toEqual(['confirmed', 'executed'])
  })
})

describe('a number that no list has', () => {
  test.each([
    ['en', 'add a note to order 204: call', 'no', 'write “no, 20”'],
    ['pt-BR', 'anota no pedido 204: ligar', 'não', 'escreva “não, 20”'],
    ['es', 'anota en el pedido 204: llamar', 'no', 'escribe “no, 20”'],
  ])('%s: opens no menu where “%s” waits, so that “%s” is about that', (language, wish, no, told) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say('20').text).toContain(told)
    expect(chat.session().menu).toBeNull()
    expect(chat.say(no).command?.reason).toBe('declined')
  })
})

describe('the code of a command that waits in another chat', () => {
  test.each([
    ['en', 'cancel order 204', /^That code is for #\w+, which waits for you in the group/u],
    ['pt-BR', 'cancela o pedido 204', /^Esse código é de #\w+, que espera por você no grupo/u],
    ['es', 'cancela el pedido 204', /^Ese código es de #\w+, que te espera en el grupo/u],
  ])('%s: is refused, and says where it counts', (language, wish, told) => {
    const [group, alone] = [world.chatOf({ language }, 'group-1', 'group'), world.chatOf({ language })]
    group.say(wish)
    expect(alone.say(group.expect()).text).toMatch(told)
    expect(group.pending().status).toBe('accepted')
    group.sayAll(group.expect())
    expect(statuses()).toEqual(['confirmed'])
  })

  test('costs the command that is open here no try', () => {
    const group = world.chatOf({}, 'group-1', 'group')
    group.say('cancel order 205')
    ana.say('cancel order 204')
    expect(ana.say(group.expect()).text).toContain('which waits for you in the group')
    expect(ana.pending()).toMatchObject({ status: 'accepted', wrongTries: 0 })
  })

  test('is told to nobody but who asked for it', () => {
    const group = world.chatOf({}, 'group-1', 'group')
    group.say('cancel order 204')
    const eve = world.chatOf({ name: 'Eve', id: 'person Eve' })
    expect(eve.say(group.expect()).text).toMatch(/^No command is waiting for that code/u)
  })

  test('is not told of a command that waits no more', () => {
    const group = world.chatOf({}, 'group-1', 'group')
    group.say('cancel order 204')
    const code = group.expect()
    group.say('0')
    expect(ana.say(code).text).toMatch(/^No command is waiting for that code/u)
  })
})

describe('time', () => {
  test('ends a preview at the very moment that it names', () => {
    ana.say('cancel order 204')
    world.wait(5 * minute - 1)
    expect(ana.watch()).toEqual([])
    world.wait(1)
    expect(ana.say(ana.expect()).text).toContain('The earlier preview has expired; nothing was done.')
    expect(statuses()).toEqual(['expired', 'accepted'])
  })

  test('that has passed is told once, and a late token gets a fresh preview with a token of its own', () => {
    ana.say('cancel order 204')
    const late = ana.expect()
    world.wait(6 * minute)
    expect(ana.watch()).toMatchObject([{ about: 'info', command: { status: 'rejected', reason: 'expired' } }])
    expect(ana.watch()).toEqual([])
    expect(ana.say(late)).toMatchObject({ about: 'preview', command: { status: 'accepted' } })
    expect(ana.expect()).not.toBe(late)
    ana.sayAll(late)
    expect(statuses()).toEqual(['expired', 'accepted'])
    ana.sayAll(ana.expect())
    expect(statuses()).toEqual(['expired', 'confirmed'])
  })

  test('leaves a lapsed preview nothing to drop', () => {
    ana.say('cancel order 204')
    world.wait(6 * minute)
    ana.watch()
    expect(ana.say('0').text).toContain('Nothing is open')
    expect(ana.say('CONFIRM C9F2').text).toContain('No command is waiting')
  })

  test('makes a mutation from a backlog say how old it is; it is previewed, never run', () => {
    const reply = ana.say('reinstate order 206', { ageMs: 3 * 60 * minute })
    expect(reply.text).toMatch(/^You wrote this 3 hours ago; nothing was done yet\. Do you still want it\?\n/u)
    expect(statuses()).toEqual(['accepted'])
    ana.sayAll('yes')
    expect(statuses()).toEqual(['confirmed'])
  })

  test('leaves a mutation of ten minutes ago without that line', () => {
    expect(ana.say('reinstate order 206', { ageMs: 10 * minute }).text).toMatch(/^Reinstate order 206/u)
  })

  test.each([
    ['reinstate order 206', 'yes'],
    ['cancel order 204', 'CONFIRM'],
  ])('makes an old answer to “%s” confirm nothing', (wish, answer) => {
    ana.say(wish)
    const said = answer === 'CONFIRM' ? ana.expect() : answer
    const reply = ana.say(said, { ageMs: 20 * minute })
    expect(reply.about).toBe('preview')
    expect(reply.text).toContain('You wrote this 20 minutes ago; nothing was done yet.')
    expect(statuses()).toEqual(['expired', 'accepted'])
  })

  test('makes an answer from before the preview confirm nothing, for nobody can have seen it', () => {
    ana.say('reinstate order 206', { ageMs: minute })
    const reply = ana.say('yes', { ageMs: minute / 2 })
    expect(reply.about).toBe('preview')
    expect(reply.text).toContain('You sent that before you could see this; nothing was done.')
    expect(statuses()).toEqual(['expired', 'accepted'])
    // The clock of a channel may be a little behind.
    ana.sayAll('yes', { ageMs: 2500 })
    expect(statuses()).toEqual(['expired', 'confirmed'])
  })

  test('makes an answer that had come in before the preview was made confirm nothing, however late its own clock is', () => {
    ana.say('reinstate order 206')
    const reply = ana.say('yes', { waitedMs: 40 })
    expect(reply.text).toContain('You sent that before you could see this; nothing was done.')
    expect(statuses()).toEqual(['expired', 'accepted'])
    ana.sayAll('yes', { waitedMs: 0 })
    expect(statuses()).toEqual(['expired', 'confirmed'])
  })

  test('by a code from before the preview counts, for whoever has the code has seen it', () => {
    ana.say('cancel order 204')
    ana.sayAll(ana.expect(), { ageMs: minute })
    expect(statuses()).toEqual(['confirmed'])
  })

  test('in the future counts as now', () => {
    expect(ana.say('reinstate order 206', { ageMs: -60 * minute }).text).toMatch(/^Reinstate order 206/u)
    ana.sayAll('yes', { ageMs: -60 * minute })
    expect(statuses()).toEqual(['confirmed'])
  })
})

describe('a plain yes in other words', () => {
  const said = [
    ['en', 'sounds good', 'add a note to order 204: fragile', 'cancel order 204'],
    ['en', "that's right", 'add a note to order 204: fragile', 'cancel order 204'],
    ['pt-BR', 'é isso', 'anota no pedido 204: frágil', 'cancela o pedido 204'],
    ['pt-BR', 'exato', 'anota no pedido 204: frágil', 'cancela o pedido 204'],
    ['pt-BR', 'combinado', 'anota no pedido 204: frágil', 'cancela o pedido 204'],
    ['es', 'venga', 'anota en el pedido 204: frágil', 'cancela el pedido 204'],
    ['es', 'órale', 'anota en el pedido 204: frágil', 'cancela el pedido 204'],
    ['es', 'eso es', 'anota en el pedido 204: frágil', 'cancela el pedido 204'],
  ] as const

  test.each(said)('%s: “%s” confirms what needs no more, and nothing else', (language, yes, note, cancel) => {
    const chat = world.chatOf({ language })
    chat.say(note)
    chat.sayAll(yes)
    expect(statuses()).toEqual(['confirmed'])
    chat.work()
    chat.say(cancel)
    chat.say(yes)
    expect(statuses()).toEqual(['executed', 'accepted'])
  })

  test.each(said)('%s: “%s” asks for nothing where nothing is open', (language, yes) => {
    world.chatOf({ language }).say(yes)
    expect(statuses()).toEqual([])
  })
})

test.each(['alto', '¡Alto!', 'detente'])('“%s” drops what is open', (text) => {
  const chat = world.chatOf({ language: 'es' })
  chat.say('cancela el pedido 204')
  chat.say(text)
  expect(statuses()).toEqual(['declined'])
})
