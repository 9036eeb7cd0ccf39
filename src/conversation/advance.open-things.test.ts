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

const statuses = () =>
  [...world.ledger.commands.values()]
    .filter(({ envelope }) => envelope.sayso.safety !== 'read')
    .map(({ status, reason }) => reason ?? status)
const reminder = 'Still waiting for you: Cancel order 204'

describe('while a preview is open', () => {
  beforeEach(() => void ana.say('cancel order 204'))

  test.each([
    'status of order 205',
    'help',
    'menu',
    'list orders',
    'the moon is made of cheese',
    'ORDER_STATUS id=99999',
    '7',
  ])('“%s” leaves it open, with one reminder line', (text) => {
    const { text: said } = ana.say(text)
    expect(said.split('\n').filter((line) => line === reminder)).toHaveLength(1)
    expect(said.endsWith(`\n\n${reminder}`)).toBe(true)
    ana.sayAll(ana.expect())
    expect(statuses()).toEqual(['confirmed'])
  })

  test.each([
    'never mind, status of order 205',
    'forget it and show order 205',
    'no, show order 205',
    'stop. show order 205',
  ])('“%s” drops it and does the other', (text) => {
    const replies = ana.sayAll(text)
    expect(replies.map(({ about }) => about)).toEqual(['info', 'outcome'])
    expect(replies[0]?.text).toBe('Dropped: Cancel order 204. Nothing was done.')
    expect(replies[1]?.text).not.toContain(reminder)
    expect(statuses()).toEqual(['declined'])
  })

  test.each([
    ['order of pedro', 'a list of orders'],
    ['menu', 'a menu'],
  ])('after “%s” a “no” is about %s, the newest that is open', (text) => {
    ana.say(text)
    const replies = ana.sayAll('no, show order 205')
    expect(replies.map(({ about }) => about)).toEqual(['outcome'])
    expect(replies[0]?.text.endsWith(`\n\n${reminder}`)).toBe(true)
    expect(statuses()).toEqual(['accepted'])
  })

  test('a “no” that quotes a preview is about that one, whatever is newer', () => {
    const first = ana.pending().envelope.command_id
    ana.say('order of pedro')
    expect(ana.sayAll('no, show order 205', { quotes: first }).map(({ about }) => about)).toEqual(['info', 'outcome'])
    expect(statuses()).toEqual(['declined'])
    ana.say('cancel order 205')
    expect(ana.sayAll('no, show order 204', { quotes: first }).map(({ about }) => about)).toEqual(['outcome'])
    expect(statuses()).toEqual(['declined', 'accepted'])
  })

  test('what takes its place anyway says so itself', () => {
    expect(ana.sayAll('never mind, refund 10 of order 205').map(({ about }) => about)).toEqual(['preview'])
    expect(statuses()).toEqual(['superseded', 'accepted'])
  })

  test('it is dropped as well where what is asked for instead is refused', () => {
    ana.person = { ...ana.person, roles: ['operator'] }
    expect(ana.sayAll('never mind, refund order 205 for 10').map(({ about }) => about)).toEqual(['info', 'refusal'])
    expect(statuses()).toEqual(['declined', 'unauthorised'])
  })

  test('a command that may not be asked for leaves it open', () => {
    ana.person = { ...ana.person, roles: ['operator'] }
    const reply = ana.say('refund order 205 for 10')
    expect(reply).toMatchObject({ about: 'refusal', command: { reason: 'unauthorised' } })
    expect(reply.text).toContain(reminder)
    expect(statuses()).toEqual(['accepted', 'unauthorised'])
  })

  test('a new mutation takes its place, and says so', () => {
    expect(ana.say('reinstate order 206').text).toMatch(/^This takes the place of: Cancel order 204\nReinstate/u)
    expect(statuses()).toEqual(['superseded', 'accepted'])
  })

  test('the same command again is only previewed anew', () => {
    expect(ana.say('cancel order 204').text).toMatch(/^⚠️ Cancel order 204/u)
    expect(statuses()).toEqual(['superseded', 'accepted'])
  })

  test('a new mutation that must ask first takes its place as well', () => {
    expect(ana.say('refund an order').text).toMatch(/^This takes the place of: Cancel order 204\nWhich order/u)
    expect(ana.say(ana.expect()).about).toBe('refusal')
    expect(statuses()).toEqual(['superseded'])
  })

  test('a repeat of what is done already leaves it open', () => {
    const bia = world.chatOf({ name: 'Ana' })
    bia.say('refund order 205 for 10')
    bia.sayAll(bia.expect())
    bia.work()
    const reply = ana.say('refund order 205 for 10')
    expect(reply.text).toMatch(/^Done already at 2:00 PM: Refund R\$10\.00 of order 205/u)
    expect(reply.text).toContain(reminder)
    ana.sayAll(ana.expect())
    expect(statuses()).toEqual(['confirmed', 'executed'])
  })

  test.each(['0', 'no', 'cancel', 'never mind', 'actually, never mind'])('“%s” drops it', (text) => {
    expect(ana.say(text)).toMatchObject({
      text: 'Dropped: Cancel order 204. Nothing was done.',
      command: { status: 'rejected', reason: 'declined' },
    })
    expect(ana.say(ana.expect()).about).toBe('refusal')
    expect(ana.say('0').text).toContain('Nothing is open')
    expect(statuses()).toEqual(['declined'])
  })

  test.each([
    ['en', 'ok actually forget it'],
    ['en', 'well, never mind'],
    ['en', 'on second thought, never mind'],
    ['pt-BR', 'na verdade deixa pra la'],
    ['pt-BR', 'pensando bem, esquece'],
    ['es', 'bueno, olvidalo'],
    ['es', 'pensándolo mejor, olvídalo'],
  ])('%s: so does “%s”, all of it, whether something is open or not', (language, text) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    const nothing = chat.say(text).text
    chat.say('CANCEL_ORDER id=204')
    expect(chat.sayAll(text)).toMatchObject([{ command: { status: 'rejected', reason: 'declined' } }])
    expect(chat.say(text).text).toBe(nothing)
  })

  test.each(["don't cancel order 204", "please don't cancel the order 204", "don't cancel order two hundred and four"])(
    '“%s” drops it: that is what was negated',
    (text) => {
      expect(ana.say(text).command).toMatchObject({ status: 'rejected', reason: 'declined' })
    },
  )

  test.each(["don't cancel order 205", "don't refund order 204", "don't cancel order 204 because it is late"])(
    '“%s” runs nothing and leaves it open',
    (text) => {
      const reply = ana.say(text)
      expect(reply.text).toBe(`All right, I will not. Nothing was done.\n\n${reminder}`)
      expect(statuses()).toEqual(['accepted'])
    },
  )
})

describe('a correction', () => {
  test.each([
    ['en', 'cancel order 204', 'only that'],
    ['pt-BR', 'cancela o pedido 204', 'só isso'],
    ['es', 'cancela el pedido 204', 'solo eso'],
  ])('is none, and asks for nothing, that only says that this was all, in %s', (language, asked, text) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say(asked)
    expect(chat.sayAll(text).map(({ about }) => about)).toEqual(['help'])
  })

  test('is the same wish with another target', () => {
    ana.say('cancel order 204')
    const reply = ana.say('no, 205')
    expect(reply.text).toMatch(/^This takes the place of: Cancel order 204\n⚠️ Cancel order 205/u)
    expect(statuses()).toEqual(['superseded', 'accepted'])
  })

  test.each([
    ['en', 'refund 50 of order 204', 'yes but only 20'],
    ['pt-BR', 'reembolsa 50 do pedido 204', 'sim, mas só 20'],
    ['es', 'reembolsa 50 del pedido 204', 'sí, pero solo 20'],
  ])('%s: after “%s”, “%s” is no yes', (language, wish, words) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(words).preview?.args).toEqual({ id: '204', amount: '20.00 BRL' })
    expect(statuses()).toEqual(['superseded', 'accepted'])
  })

  test('may name the target', () => {
    ana.say('cancel order 204')
    expect(ana.say("no, João's").preview?.target).toBe('205')
  })

  test('that names nothing is a no, in every language', () => {
    for (const [language, wish, ...refusals] of [
      [
        'en',
        'cancel order 204',
        'no, wait a moment',
        'no, do not cancel',
        'no, keep it',
        'no, not that one',
        'no, not her',
        "no, that's wrong",
        'no, wrong order',
        "no, I'll call the customer first",
        "no don't do it for 204",
        'not this',
        'Not that one please',
        "I don't want that",
        "that's the wrong order",
        "please don't do that",
      ],
      ['en', 'call me Bia', 'no, leave my name the way that it is for now'],
      ['pt-BR', 'me chama de Bia', 'não, deixa o meu nome como está por enquanto'],
      ['pt-BR', 'anota no pedido 204: frágil', 'não, deixa do jeito que está por enquanto'],
      ['es', 'llámame Bia', 'no, deja mi nombre como está por ahora'],
      ['pt-BR', 'cancela o pedido 204', 'não, deixa assim', 'não é esse', 'não, não é esse', 'não, tá errado'],
      ['pt-BR', 'cancela o pedido 204', 'esse não', 'não quero isso', 'pedido errado', 'não faz isso'],
      ['es', 'cancela el pedido 204', 'no, ese no', 'no, me equivoqué', 'no, espera', 'no es ese'],
      ['es', 'cancela el pedido 204', 'ese no', 'no quiero eso', 'está mal', 'no hagas eso'],
    ] as const) {
      for (const refusal of refusals) {
        const chat = world.chatOf({ language })
        chat.say(wish)
        const reply = chat.say(refusal)
        expect([refusal, reply.about, reply.command?.reason]).toEqual([refusal, 'info', 'declined'])
        expect(chat.session()).toMatchObject({ pending: null, question: null })
      }
    }
  })

  test('that may be a reason for the no is told how to name another', () => {
    ana.say('cancel order 204')
    expect(ana.say('no, wait a moment').text).toBe(
      'Dropped: Cancel order 204. Nothing was done.\nIf you meant another one, ask again and name it.',
    )
  })

  test('that names nothing ends the question', () => {
    ana.say('cancel an order')
    expect(ana.say('no, wait').text).toMatch(/^Dropped\. Nothing was done\./u)
    ana.say("cancel Pedro's order")
    expect(ana.say('no, not him').text).toMatch(/^Dropped\. Nothing was done\./u)
    expect(ana.session().question).toBeNull()
  })

  test('may name what could be asked about', () => {
    ana.say('cancel order 204')
    expect(ana.say('no, order 205').preview?.target).toBe('205')
    expect(ana.say("no, Maria's order").preview?.target).toBe('204')
  })

  test.each([
    ['en', 'cancel order 204', ['sorry, I meant 207', 'actually 208', '205 instead', 'I meant 207', "wait, it's 204"]],
    ['pt-BR', 'cancela o pedido 204', ['aliás, o 207', 'desculpa, quis dizer 208', 'na verdade é o 204']],
    ['es', 'cancela el pedido 204', ['perdón, quise decir 207', 'mejor el 208', 'en realidad es el 204']],
  ])('needs no "no": %s', (language, wish, corrections) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    for (const text of corrections) {
      expect([text, chat.say(text).preview?.target]).toEqual([text, /\d+/u.exec(text)?.[0]])
    }
  })

  test.each([
    ['en', 'add a note to order 207: gift wrap', 'actually: no gift wrap', 'no gift wrap'],
    ['pt-BR', 'anota no pedido 207: embrulhar', 'melhor: não embrulhar', 'não embrulhar'],
    ['es', 'agrega una nota al pedido 207: envolver', 'mejor: no envolver', 'no envolver'],
  ])('of words that are no value stands behind a colon: %s', (language, wish, words, text) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(words).preview?.args).toEqual({ id: '207', text })
  })

  test.each([
    ['en', 'cancel order 204', 'better: forget it'],
    ['pt-BR', 'cancela o pedido 204', 'melhor: deixa pra lá'],
    ['es', 'cancela el pedido 204', 'mejor: nada'],
  ])('behind a colon may be that nothing is wanted: %s', (language, wish, words) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    chat.say(words)
    expect(chat.session().pending).toBeNull()
  })

  test.each([
    ['en', 'cancel order 204', ['no no, 205']],
    ['pt-BR', 'cancela o pedido 204', ['não não, o 205', 'errado, é o 207', 'não, errei, é o 208']],
    ['es', 'cancela el pedido 204', ['no no, el 205', 'ay no, el 207', 'me equivoqué, es el 208']],
  ])('may be said in many ways: %s', (language, wish, corrections) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    for (const text of corrections) {
      expect([text, chat.say(text).preview?.target]).toEqual([text, /\d+/u.exec(text)?.[0]])
    }
  })

  test.each([
    ['en', 'refund order 205 for 10', 'make it 20'],
    ['en', 'refund order 205 for 10', 'only 20'],
    ['en', 'refund order 205 for 10', 'just 20'],
    ['pt-BR', 'estorna 10 do pedido 205', 'na verdade 20'],
    ['pt-BR', 'estorna 10 do pedido 205', 'deixa só 20'],
    ['pt-BR', 'estorna 10 do pedido 205', 'só 20'],
    ['pt-BR', 'estorna 10 do pedido 205', 'muda pra 20'],
    ['pt-BR', 'estorna 10 do pedido 205', 'deixa em 20'],
    ['es', 'reembolsa 10 del pedido 205', 'que sean 20'],
    ['es', 'reembolsa 10 del pedido 205', 'solo 20'],
    ['es', 'reembolsa 10 del pedido 205', 'ponele 20'],
    ['es', 'reembolsa 10 del pedido 205', 'dejalo en 20'],
  ])('of a sum needs none either: %s, %s, %s', (language, wish, text) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(text).preview?.args).toEqual({ id: '205', amount: '20.00 BRL' })
  })

  test.each([
    ['en', 'cancel order 204', 'I changed my mind'],
    ['en', 'cancel order 204', 'nvm'],
    ['en', 'cancel order 204', "don't cancel"],
    ['pt-BR', 'cancela o pedido 204', 'não quero mais'],
    ['pt-BR', 'cancela o pedido 204', 'não cancela'],
    ['es', 'cancela el pedido 204', 'cambié de idea'],
    ['es', 'cancela el pedido 204', 'no canceles'],
  ])('may be that nothing is wanted any more: %s, %s, %s', (language, wish, text) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(text).command).toMatchObject({ reason: 'declined' })
  })

  test('by number is the sum where there is no such thing, and the target where it is called so', () => {
    ana.say('refund order 205 for 10')
    expect(ana.say('no, 15').preview?.args).toEqual({ id: '205', amount: '15.00 BRL' })
    expect(ana.say('no, order 204').preview?.args).toEqual({ id: '204', amount: '15.00 BRL' })
    expect(ana.say('no, 207 reais').preview?.args).toEqual({ id: '204', amount: '207.00 BRL' })
    expect(ana.say('no, 20 reais').preview?.args).toEqual({ id: '204', amount: '20.00 BRL' })
  })

  test('by the number of nothing asks which one is meant, where it can be nothing else', () => {
    ana.say('cancel order 204')
    expect(ana.say('no, 999').text).toContain('There is no order “999”.')
  })

  test('that is the number of nothing leaves no wish that waits to be taken up by it', () => {
    ana.say('cancel order 204 and cancel order 205')
    expect(ana.say("no, don't cancel order 205").command).toMatchObject({ reason: 'declined' })
    expect(ana.session().wishes).toEqual([])
  })

  test('goes to the parameter that it fits', () => {
    ana.say('refund order 205 for 10')
    expect(ana.say('no, 12.50').preview?.args).toEqual({ id: '205', amount: '12.50 BRL' })
  })

  test('belongs to the newest question, not to the preview behind it', () => {
    ana.say('cancel order 204')
    ana.say("what is the status of Pedro's order")
    expect(ana.say('no, 205').text).toContain('Order 205 — João Lima')
    expect(statuses()).toEqual(['accepted'])
  })

  test('of something said AGAIN is not said again itself: what was done already is told', () => {
    for (const wish of ['cancel order 204', 'cancel order 205']) {
      ana.say(wish)
      ana.sayAll(ana.expect())
      ana.work()
    }
    expect(ana.say('again').about).toBe('preview')
    expect(ana.say('no, 204').text).toContain('Done already at 2:00 PM: Cancel order 204')
  })

  test('where nothing is open is only a no', () => {
    expect(ana.say('no, 205').text).toContain('Nothing is open')
  })
})

describe('“stop” where nothing is open but what was confirmed', () => {
  test.each([
    ['en', 'cancel order 204', 'stop', /already running and cannot be stopped/u],
    ['pt-BR', 'cancela o pedido 204', 'cancelar', /já está em execução e não dá para parar/u],
    ['es', 'cancela el pedido 204', '0', /ya se está ejecutando y no se puede detener/u],
  ])('%s: says that it runs', (language, wish, stop, told) => {
    ana = world.chatOf({ language })
    ana.say(wish)
    const running = ana.pending()
    ana.sayAll(ana.expect())
    running.started = true
    expect(ana.say(stop)).toMatchObject({ text: expect.stringMatching(told), command: { status: 'confirmed' } })
    ana.work()
    expect(ana.say(stop).command).toBeUndefined()
  })

  test('says how it is dropped while it has not begun, and leaves it as it is', () => {
    ana.say('cancel order 204')
    const { ref } = ana.pending().envelope.sayso
    ana.sayAll(ana.expect())
    expect(ana.say('stop').text).toBe(`#${ref} is confirmed and waits to start. CANCEL #${ref} drops it.`)
    expect(statuses()).toEqual(['confirmed'])
    expect(ana.say(`cancel #${ref}`).text).toContain('Cancelled before it started')
  })
})

describe('an edited or deleted message', () => {
  test.each([
    ['edited', 'You edited the request'],
    ['deleted', 'You deleted the request'],
  ] as const)('that is %s withdraws the preview that it asked for', (how, words) => {
    ana.say('cancel order 204', { id: 'm1' })
    const [reply] = ana.edit('m1', how)
    expect(reply?.text).toContain(words)
    expect(reply?.command).toMatchObject({ status: 'rejected', reason: 'withdrawn' })
    expect(ana.say(ana.expect()).about).toBe('refusal')
    expect(statuses()).toEqual(['withdrawn'])
  })

  test('counts when it is the answer or the correction that the preview came from', () => {
    ana.say('refund order 205')
    ana.say('10', { id: 'm2' })
    expect(ana.edit('m2')).toMatchObject([{ command: { reason: 'withdrawn' } }, { about: 'ask' }])
  })

  test('that has nothing to do with what is open changes nothing', () => {
    ana.say('status of order 205', { id: 'm0' })
    ana.say('cancel order 204')
    expect(ana.edit('m0')).toEqual([])
    ana.sayAll(ana.expect())
    expect(statuses()).toEqual(['confirmed'])
  })

  test('withdraws an open question', () => {
    ana.say('cancel an order', { id: 'm1' })
    expect(ana.edit('m1')).toMatchObject([
      { text: expect.stringMatching(/^You edited the request, so I dropped the question: .*send it anew/u) },
    ])
    expect(ana.session().question).toBeNull()
  })

  test('withdraws a lapsed preview, so that a late token brings nothing back', () => {
    ana.say('cancel order 204', { id: 'm1' })
    world.wait(6 * 60_000)
    ana.watch()
    ana.edit('m1')
    expect(ana.say(ana.expect()).text).toContain('No command is waiting')
    expect(statuses()).toEqual(['expired'])
  })

  test.each(['before it runs', 'after it ran'])('never changes what was confirmed: %s', (when) => {
    ana.say('cancel order 204', { id: 'm1' })
    ana.sayAll(ana.expect())
    if (when === 'after it ran') ana.work()
    expect(ana.edit('m1')[0]?.text).toMatch(/^#\w+ was confirmed before you changed the message/u)
    ana.work()
    expect(statuses()).toEqual(['executed'])
  })

  test('takes the wishes with it that still wait for their turn', () => {
    ana.say('cancel order 204 and refund order 205 for 10', { id: 'm1' })
    ana.sayAll(ana.expect())
    expect(ana.edit('m1')[0]?.text).toMatch(
      /was confirmed before[^\n]*\n.*dropped with it: Refund an order \(205, 10\)\.$/u,
    )
    expect(ana.work()).toMatchObject([{ about: 'outcome' }])
    expect(ana.session().wishes).toEqual([])
  })
})

describe('"wait"', () => {
  test.each([
    ['en', 'hold on', 'Take your time: nothing is done before you confirm it.'],
    ['pt-BR', 'peraí', 'Sem pressa: nada é feito antes de você confirmar.'],
    ['es', 'un momento', 'Tómate tu tiempo: no se hace nada antes de que lo confirmes.'],
  ])('%s: leaves everything as it is, and what waits is said: “%s”', (language, wait, told) => {
    const bia = world.chatOf({ language })
    expect(bia.say(wait).text).toBe(told)
    bia.say('menu')
    const open = bia.session()
    expect(bia.say(wait).text).toBe(told)
    expect(bia.session()).toEqual(open)
    bia.say('CANCEL_ORDER id=204')
    expect(bia.say(wait).text).toContain(told)
    expect(statuses()).toEqual(['accepted'])
  })

  test('is how to stop what was confirmed before it', () => {
    ana.say('cancel order 204')
    ana.sayAll(ana.expect())
    expect(ana.say('wait!').text).toMatch(/^#\w+ is confirmed and waits to start\. CANCEL #\w+ drops it\.$/u)
  })

  test('is no wait where something follows', () => {
    expect(ana.say('wait, cancel order 205').preview).toMatchObject({ target: '205' })
    ana.say('add a note to order 204')
    expect(ana.say('hold on until friday').preview?.args).toMatchObject({ text: 'hold on until friday' })
  })
})
