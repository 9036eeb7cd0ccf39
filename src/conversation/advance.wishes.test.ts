import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

const previews = () => ana.replies.filter(({ about }) => about === 'preview').map(({ preview }) => preview?.target)
const statuses = () =>
  [...world.ledger.commands.values()].map(
    ({ envelope, status, reason }) => `${envelope.sayso.name} ${reason ?? status}`,
  )
const both = 'cancel order 204 and refund order 205 for 10'

test('two wishes are two commands: the second is previewed when the first has its outcome', () => {
  ana.say(both)
  expect(ana.sayAll(ana.expect())).toEqual([])
  expect(ana.work().map(({ about }) => about)).toEqual(['outcome', 'preview'])
  ana.sayAll(ana.expect())
  ana.work()
  expect(statuses()).toEqual(['CANCEL_ORDER executed', 'REFUND_ORDER executed'])
})

test('what comes after the first is said with its preview', () => {
  expect(ana.say(both).text).toMatch(/\n\nAfter that: Refund an order \(205, 10\)\nSTOP drops them all\.$/u)
  ana.sayAll('0')
  expect(ana.replies.at(-1)?.text).not.toContain('After that')
})

test.each([
  ['en', 'cancel 204 & 205'],
  ['en', 'cancel 204 n 205'],
  ['pt-BR', 'cancela 204 & 205'],
  ['es', 'cancela el 204 & el 205'],
])('%s: “%s” are two, however the “and” is written', (language, text) => {
  ana.person = { ...ana.person, language }
  ana.say(text)
  expect(previews()).toEqual(['204'])
  expect(ana.session().wishes.map(({ wish }) => wish.args)).toEqual([{ id: '205' }])
})

test('of more than five none is taken up, and how many may be asked for is said', () => {
  expect(ana.say('cancel orders 201, 202, 203, 204, 205 and 206').text).toContain('Ask for 5 at a time')
  expect(statuses()).toEqual([])
})

test('the token of the first never confirms the second', () => {
  ana.say(both)
  const first = ana.expect()
  ana.sayAll(first)
  ana.work()
  expect(ana.say(first).text).toMatch(
    /Cancel order 204 · #.*\nNothing was done again\.\n\nStill waiting for you: Refund R\$10\.00 of order 205$/u,
  )
  expect(ana.pending().status).toBe('accepted')
})

test('dropping the first goes on with the second', () => {
  ana.say(both)
  expect(ana.sayAll('0').map(({ about }) => about)).toEqual(['info', 'preview'])
  expect(previews()).toEqual(['204', '205'])
})

test('a first that lapses takes the second with it, and says so', () => {
  ana.say(both)
  world.wait(6 * 60_000)
  const replies = ana.watch()
  expect(replies.map(({ about }) => about)).toEqual(['info'])
  expect(replies[0]?.text).toContain('1 more that waited is dropped too: Refund an order (205, 10).')
  expect(ana.session().wishes).toEqual([])
})

test('a first that fails does not hold up the second', () => {
  ana.say(both)
  ana.sayAll(ana.expect())
  const failed = { kind: 'failed', reason: 'timed_out', explanation: '', effect: 'unknown', outputs: {} } as const
  expect(ana.work(failed).map(({ about }) => about)).toEqual(['outcome', 'preview'])
})

test('one that is not allowed is refused, and the others go on', () => {
  ana.person = { ...ana.person, roles: ['operator'] }
  const replies = ana.sayAll('cancel order 204 and reinstate order 206')
  expect(replies.map(({ about }) => about)).toEqual(['refusal', 'preview'])
  expect(statuses()).toEqual(['CANCEL_ORDER unauthorised', 'REINSTATE_ORDER accepted'])
})

test('one that names nothing asks, and the others wait until it is answered or dropped', () => {
  expect(ana.sayAll('cancel order 999 and refund order 205 for 10').map(({ about }) => about)).toEqual(['ask'])
  expect(ana.sayAll('no').map(({ about }) => about)).toEqual(['info', 'preview'])
})

test('reads of one message are answered one after the other', () => {
  const replies = ana.sayAll('show order 204 and show order 205')
  expect(replies.map(({ text }) => text.split('\n')[0])).toEqual(['Order 204 — Maria Souza', 'Order 205 — João Lima'])
})

test('a read said after a mutation sees what the mutation did', () => {
  ana.say('cancel order 204 and show order 204')
  ana.sayAll(ana.expect())
  expect(ana.work().at(-1)?.text).toContain('cancelled')
})

test('reads said while a preview waits do not wait for it', () => {
  ana.say('cancel order 204')
  expect(ana.sayAll('show order 205 and show order 206').map(({ about }) => about)).toEqual(['outcome', 'outcome'])
  expect(ana.session().wishes).toEqual([])
})

test('looking something up loses none of the wishes that wait, and does not hurry them', () => {
  ana.say(both)
  ana.say('show order 206')
  ana.sayAll(ana.expect())
  expect(ana.sayAll('show order 206').map(({ about }) => about)).toEqual(['outcome'])
  expect(ana.work().map(({ about }) => about)).toEqual(['outcome', 'preview'])
  expect(previews()).toEqual(['204', '205'])
})

test('a new mutation takes the place of what is open with all that waits behind it, and says so', () => {
  ana.say(both)
  expect(ana.say('cancel order 208').text).toMatch(
    /place of: Cancel order 204.*\n1 more that waited is dropped too: Refund/u,
  )
  ana.say('0')
  expect(previews()).toEqual(['204', '208'])
})

test('a read goes before what still waits, which goes on waiting', () => {
  ana.say(both)
  ana.say('status of order 208')
  ana.work()
  expect(ana.session().wishes).toHaveLength(1)
})

test('what waits is changed where it is asked for with another value, and what is open stays open', () => {
  ana.say('cancel order 204 and refund order 205 for 10')
  expect(ana.say('no, refund order 205 for 20').text).toContain('Changed: Refund an order (205, 20)')
  ana.sayAll(ana.expect())
  expect(ana.work().at(-1)?.preview).toMatchObject({ target: '205', args: { amount: '20.00 BRL' } })
})

test('what is negated while it waits is not previewed any more', () => {
  ana.say(both)
  expect(ana.say("don't refund order 205").text).toContain('All right, I will not.')
  ana.sayAll(ana.expect())
  expect(ana.work().map(({ about }) => about)).toEqual(['outcome'])
})

test('cancelling the first by its reference while it waits for a worker goes on with the second', () => {
  ana.say(both)
  const { ref } = ana.pending().envelope.sayso
  ana.sayAll(ana.expect())
  expect(ana.sayAll(`CANCEL #${ref}`).map(({ about }) => about)).toEqual(['info', 'preview'])
  expect(statuses()).toEqual(['CANCEL_ORDER cancelled', 'REFUND_ORDER accepted'])
})

test.each([
  [
    'en',
    'cancel order 204. refund 10 on order 205. show order 207',
    'Refund an order (205, 10), Look at an order (207)',
  ],
  ['pt-BR', 'cancela o 204. devolve 10 reais pro 205', '(205, R$ 10,00)'],
  ['es', 'cancelá el 204; devolvele 10 al 205. mostrame el 207', '(205, 10), Consultar un pedido (207)'],
])('%s: “%s”: a full stop parts wishes, and what waits is told with its values', (language, wish, told) => {
  const chat = world.chatOf({ language })
  expect(chat.say(wish).text).toContain(told)
})

test.each([
  'note on order 204: call her. show order 207',
  'add a note to order 204: Arrives late. Cancel order 205. Ring twice.',
])('“%s” is one note, for full stops belong to a text', (wish) => {
  expect(ana.say(wish).preview?.args).toMatchObject({ text: wish.split(': ')[1] })
  expect(ana.session().wishes).toEqual([])
})

test('never more than twenty wait', () => {
  const many = Array.from({ length: 5 }, () => 'refund order 205 for 10').join(' and ')
  // What comes in one message leaves nothing of it behind.
  for (let n = 0; n < 6; n++) ana.say(many, { id: 'm1' })
  expect(ana.session().wishes).toHaveLength(19)
})

describe('a reason', () => {
  test.each([
    ['en', 'cancel order 204 because he left and refund 20 of 207', 'he left'],
    ['pt-BR', 'cancela o 204 pq desistiu e devolve 20 do 207', 'desistiu'],
    ['es', 'cancela el 204 porque desistió y devuelve 20 del 207', 'desistió'],
  ])('%s: of “%s” ends where another wish is told in full', (language, text, reason) => {
    const chat = world.chatOf({ language })
    expect(chat.say(text).preview).toMatchObject({ target: '204', args: { reason } })
    expect(chat.session().wishes).toMatchObject([{ wish: { command: 'REFUND_ORDER', args: { id: '207' } } }])
  })

  test.each([
    ['en', 'cancel order 204 because she wants to cancel and refund', 'she wants to cancel and refund'],
    ['en', 'cancel order 204 because he asked and order 205 is late', 'he asked and order 205 is late'],
    ['pt-BR', 'cancela o 204 porque ele pediu e o 205', 'ele pediu e o 205'],
    ['pt-BR', 'cancela o 204 porque ele pediu pra devolver e devolver 20', 'ele pediu pra devolver e devolver 20'],
  ])('%s: of “%s” goes on where none is', (language, text, reason) => {
    const chat = world.chatOf({ language })
    expect(chat.say(text).preview?.args['reason']).toBe(reason)
    expect(chat.session().wishes).toEqual([])
  })
})

describe('what waits for its turn', () => {
  const three = 'cancel order 204 and cancel order 205 and refund order 207 for 10'

  test.each(['stop', 'drop all', 'none of them', 'Cancel everything!'])('“%s” drops it with what is open', (words) => {
    ana.say(three)
    expect(ana.say(words).text).toBe(
      'Dropped: Cancel order 204. Nothing was done.\n2 more that waited are dropped too: Cancel an order (205), Refund an order (207, 10).',
    )
    expect(ana.session()).toMatchObject({ pending: null, question: null, wishes: [] })
    expect(statuses()).toEqual(['CANCEL_ORDER declined'])
  })

  test.each([
    ['pt-BR', 'cancela o pedido 204 e cancela o pedido 205', 'nenhum deles', 'Também descartei 1 que esperava'],
    ['es', 'cancela el pedido 204 y cancela el pedido 205', 'ninguno', 'También descarté 1 que esperaba'],
    ['pt-BR', 'cancela o 204 e o 205', 'não, deixa', 'Também descartei 1 que esperava'],
    ['es', 'cancela el 204 y el 205', 'no, dejalo', 'También descarté 1 que esperaba'],
    ['es', 'cancela el 204 y el 205', 'dejalo asi', 'También descarté 1 que esperaba'],
  ])('%s: is dropped with what is open', (language, wish, words, told) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(words).text).toContain(told)
    expect(chat.session()).toMatchObject({ pending: null, wishes: [] })
  })

  test.each([
    ['en', 'cancel order 204 and cancel order 205', 'stop everything'],
    ['en', 'cancel order 204', 'stop everything'],
    ['pt-BR', 'cancela o pedido 204 e cancela o pedido 205', 'para tudo'],
    ['es', 'cancela el pedido 204 y cancela el pedido 205', 'para todo'],
    ['es', 'cancela el pedido 204', '¡Pará todo!'],
    ['es', 'cancela el pedido 204 y cancela el pedido 205', 'detén todo'],
  ])('%s: after “%s”, “%s” drops it rather than pausing the business', (language, wish, words) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    chat.say(words)
    expect(chat.session()).toMatchObject({ pending: null, wishes: [] })
    expect(statuses()).toEqual(['CANCEL_ORDER declined'])
  })

  test.each([
    ['en', 'stop everything'],
    ['pt-BR', 'para tudo'],
    ['es', 'para todo'],
  ])(
    '%s: “%s” pauses the business where nothing is open, and is not taken back by being said twice',
    (language, words) => {
      const chat = world.chatOf({ language })
      expect(chat.say(words).about).toBe('preview')
      expect(chat.say(words).about).toBe('preview')
      expect(statuses()).toEqual(['PAUSE superseded', 'PAUSE accepted'])
    },
  )

  test.each([
    ['en', 'refund order 204', 'stop everything'],
    ['pt-BR', 'estornar o pedido 204', 'para tudo'],
    ['es', 'reembolsa el pedido 204', 'detén todo'],
  ])('%s: after the question that “%s” leads to, “%s” drops it and pauses nothing', (language, wish, words) => {
    const chat = world.chatOf({ language })
    expect(chat.say(wish).about).toBe('ask')
    expect(chat.say(words).about).toBe('info')
    expect([chat.session().question, statuses()]).toEqual([null, []])
  })

  test.each(['0', 'cancel', 'no'])('“%s” drops what is open alone', (words) => {
    ana.say(three)
    ana.sayAll(words)
    expect(ana.session()).toMatchObject({ pending: { summary: 'Cancel order 205' }, wishes: [{}] })
  })

  test.each([
    ['en', 'cancel orders 204, 207 and 208', 'no 207', 'Left out: Cancel an order (207).\n\nStill waiting'],
    ['en', 'cancel orders 204, 207 and 208', 'no, 207', 'Left out: Cancel an order (207).'],
    ['pt-BR', 'cancela os pedidos 204, 207 e 208', 'não o 207', 'Deixei de fora: Cancelar um pedido (207).'],
    ['es', 'cancela el 204, 207 y 208', 'no el 207', 'Queda fuera: Cancelar un pedido (207).'],
  ])('%s: after “%s”, “%s” leaves that one out, and what is open stays', (language, wish, words, told) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(words).text).toContain(told)
    expect(chat.session()).toMatchObject({
      pending: { draft: { args: { id: '204' } } },
      wishes: [{ wish: { args: { id: '208' } } }],
    })
  })

  test.each([
    ['en', 'cancel orders 204, 207 and 208', 'only 207', 'Left out: Cancel an order (208).'],
    ['pt-BR', 'cancela os pedidos 204, 207 e 208', 'não, só o 207', 'Deixei de fora: Cancelar um pedido (208).'],
    ['es', 'cancela el 204, 207 y 208', 'solo el 207', 'Queda fuera: Cancelar un pedido (208).'],
  ])('%s: after “%s”, “%s” leaves nothing but that one', (language, wish, words, told) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    const [leftOut, preview] = chat.sayAll(words)
    expect(leftOut?.text).toBe(told)
    expect(preview).toMatchObject({ about: 'preview', preview: { target: '207' } })
    expect(chat.session()).toMatchObject({ pending: { draft: { args: { id: '207' } } }, wishes: [] })
    expect(statuses()).toEqual(['CANCEL_ORDER superseded', 'CANCEL_ORDER accepted'])
  })

  test.each([
    ['en', 'cancel 207 and 208', 'not 208 but 205', 'Changed: Cancel an order (205). It comes up after this one.'],
    ['pt-BR', 'cancela o 207 e o 208', 'não o 208, o 205', 'Mudei: Cancelar um pedido (205). Vem depois deste.'],
    ['pt-BR', 'cancela o 207 e o 208', 'o 208 não, o 205', 'Mudei: Cancelar um pedido (205). Vem depois deste.'],
    ['es', 'cancela el 207 y el 208', 'no el 208 sino el 205', 'Cambiado: Cancelar un pedido (205).'],
  ])('%s: after “%s”, “%s” puts the one in the place of the other', (language, wish, words, told) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(words).text).toContain(told)
    expect(chat.session()).toMatchObject({
      pending: { draft: { args: { id: '207' } } },
      wishes: [{ wish: { args: { id: '205' } } }],
    })
  })

  test('is of another thing where it is of another command, too, and keeps its values', () => {
    ana.say('cancel 207 and refund 10 of 208')
    ana.say('not 208 but 205')
    expect(ana.session()).toMatchObject({
      pending: { draft: { args: { id: '207' } } },
      wishes: [{ wish: { command: 'REFUND_ORDER', args: { id: '205', amount: '10' } } }],
    })
  })

  test.each([
    [
      'en',
      'refund 205 and cancel 208',
      'cancel 207',
      'Left aside: Refund an order.\n1 more that waited is dropped too',
    ],
    ['en', 'refund 205 and cancel 208', 'refund 206', '1 more that waited is dropped too: Cancel an order (208).'],
    ['en', 'add a note to 206 and cancel 208', 'CANCEL_ORDER id=207', '1 more that waited is dropped too'],
    ['en', 'cancel 205 and refund 10 of 208', 'cancel 205', '1 more that waited is dropped too'],
    ['pt-BR', 'reembolsa o 205 e cancela o 208', 'cancela o 207', 'Também descartei 1 que esperava'],
    ['es', 'reembolsa el 205 y cancela el 208', 'cancela el 207', 'También descarté 1 que esperaba'],
  ])('%s: after “%s”, “%s” says what is dropped with the one that it replaces', (language, wish, words, told) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(words).text).toContain(told)
    expect(chat.session().wishes).toEqual([])
  })

  test('is given up for what is open where only that is wanted, with the values that it had', () => {
    ana.say('cancel orders 204, 207 and 208')
    expect(ana.say('only 204').text).toContain('Left out: Cancel an order (207), Cancel an order (208).')
    expect(ana.session()).toMatchObject({ pending: { draft: { args: { id: '204' } } }, wishes: [] })
    ana.say('add a note to 205 and 206: fragile')
    expect(ana.say('no, only 206').preview?.args).toEqual({ id: '206', text: 'fragile' })
  })

  test.each([
    ['en', 'both of them', 'Each has a preview of its own, one after the other.'],
    ['pt-BR', 'os dois', 'Cada um tem a sua prévia, um depois do outro.'],
    ['es', 'los dos', 'Cada uno tiene su propia vista previa, uno después del otro.'],
  ])('%s: “%s” changes nothing of it', (language, words, told) => {
    const chat = world.chatOf({ language })
    chat.say('CANCEL_ORDER id=204\nCANCEL_ORDER id=205')
    const open = chat.session()
    expect(open.wishes).toHaveLength(1)
    expect(chat.say(words).text).toContain(told)
    expect(chat.session()).toEqual({ ...open, pending: { ...open.pending, asideSince: true } })
  })

  test.each([
    ['en', 'both of them', 'I did not understand'],
    ['pt-BR', 'os dois', 'Não entendi'],
    ['es', 'los dos', 'No te entendí'],
  ])('%s: “%s” means nothing of one alone', (language, words, told) => {
    const chat = world.chatOf({ language })
    chat.say('CANCEL_ORDER id=204')
    expect(chat.say(words).text).toContain(told)
    expect(chat.session().pending?.draft.args).toEqual({ id: '204' })
  })

  test('is dropped with the question that is open', () => {
    ana.say('refund order 205 and cancel order 204')
    expect(ana.say('stop').text).toMatch(/^Dropped\. Nothing was done\.\n1 more that waited is dropped too/u)
    expect(ana.session()).toMatchObject({ question: null, wishes: [] })
  })

  test('stays where the words are the text that was asked for', () => {
    ana.say('add a note to order 204 and cancel order 205')
    expect(ana.say('none').preview?.args).toMatchObject({ text: 'none' })
  })
})

describe('a time behind a name', () => {
  test.each([
    ['en', 'cancel the order of Maria tomorrow', 'cancel the order of Maria', 'Nothing waits until later'],
    ['es', 'cancela el pedido de Maria mañana', 'cancela el pedido de Maria', 'Nada queda para más tarde'],
    ['pt-BR', 'cancela o pedido da Maria amanhã', 'cancela o pedido da Maria', 'Nada fica para depois'],
  ])('is told not to be waited for, in %s', (language, text, atOnce, told) => {
    const chat = world.chatOf({ language })
    expect(chat.say(text)).toMatchObject({ about: 'refusal', text: expect.stringContaining(told) })
    expect(chat.session().question).toBeNull()
    expect(chat.say(atOnce).preview?.target).toBe('204')
  })

  test('is part of the name where somebody is called so', () => {
    world.shop.orders.set('230', { customer: 'Ana Tomorrow', cents: 100, status: 'paid', refundedCents: 0, notes: [] })
    expect(ana.say('cancel the order of Ana Tomorrow').preview?.target).toBe('230')
  })
})

test.each([
  ['corrected', 'no, order 207'],
  ['repeated', 'why?'],
  ['shown again with what was not understood', 'yes until thursday'],
])('below a preview that is %s stands what comes after it', (_how, said) => {
  ana.say('refund 10 of order 204 and cancel order 205')
  const shown = ana.sayAll(said).at(-1)
  expect(shown?.about).toBe('preview')
  expect(shown?.text).toMatch(/\n\nAfter that: Cancel an order \(205\)\nSTOP drops them all\.$/u)
  expect(shown?.text.split('After that')).toHaveLength(2)
})

describe('what one message said of several wishes', () => {
  test('is corrected in all of them, and that is said', () => {
    ana.say('refund 10 of orders 204 and 205')
    const { text, about } = ana.say('no, 20')
    expect(about).toBe('preview')
    expect(text).toContain('Refund R$20.00 of order 204')
    expect(text).toContain('\n\nChanged as well: Refund an order (205, 20).\n\nAfter that: Refund an order (205, 20)\n')
    ana.sayAll(ana.expect())
    expect(ana.work().at(-1)?.text).toContain('Refund R$20.00 of order 205')
  })

  test('is corrected again', () => {
    ana.say('refund 10 of orders 204 and 205')
    ana.say('no, 20')
    expect(ana.say('no, 30').text).toContain('After that: Refund an order (205, 30)')
  })

  test('stays where it is another value, or of another message', () => {
    ana.say('refund 10 of order 204 and refund 15 of order 205')
    ana.say('also refund 10 of order 207')
    const { text } = ana.say('no, 20')
    expect(text).not.toContain('Changed as well')
    expect(text).toContain('After that: Refund an order (205, 15), Refund an order (207, 10)')
  })
})

describe('a no before what is not meant', () => {
  test.each([
    ['en', 'refund 10 of order 204', 'no, not 10, 12'],
    ['es', 'reembolsa 10 del pedido 204', 'no, no 10, 12'],
    ['pt-BR', 'reembolsa 10 do pedido 204', 'não, não 10, 12'],
    ['pt-BR', 'reembolsa 10 do pedido 204', 'não, 12, não 10'],
  ])('%s: after “%s”, “%s” corrects', (language, asked, said) => {
    const chat = world.chatOf({ language })
    chat.say(asked)
    const { about, text } = chat.say(said)
    expect(about).toBe('preview')
    expect(text).toMatch(/12[.,]00.*204/u)
  })

  test('corrects the thing, and a name', () => {
    ana.say('cancel order 204')
    expect(ana.say('no, not 204, 205').preview?.target).toBe('205')
    expect(ana.say('no, not João, Maria').preview?.target).toBe('204')
  })
})
