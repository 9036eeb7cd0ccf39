import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let ana: Chat

beforeEach(() => {
  ana = createConversationWorld({ catalogue }).chatOf()
})

function speaks(language: string): void {
  ana.person = { ...ana.person, language }
}

function done(request: string): void {
  ana.say(request)
  ana.sayAll(ana.expect())
  ana.work()
}

describe('another of the list that was chosen from', () => {
  test.each([
    ['en', "cancel Pedro's order", 'no, the first one'],
    ['en', "cancel Pedro's order", 'no, the other one'],
    ['pt-BR', 'cancela o pedido do Pedro', 'não, o outro'],
    ['es', 'cancela el pedido de Pedro', 'no, el primero'],
  ])('%s: %s, 2, “%s”', (language, request, text) => {
    speaks(language)
    ana.say(request)
    expect(ana.say('2').preview?.target).toBe('208')
    expect(ana.say(text).preview?.target).toBe('207')
  })

  test('can be gone back to, and keeps what else was said', () => {
    ana.say("refund 10 of Pedro's order")
    ana.say('2')
    ana.say('no, the other one')
    expect(ana.say('no, the second').preview).toMatchObject({ target: '208', args: { amount: '10.00 BRL' } })
  })

  test('is a no where nothing was chosen from, or there is no such place', () => {
    ana.say('cancel order 204')
    expect(ana.say('no, the other one').command?.reason).toBe('declined')
    ana.say("cancel Pedro's order")
    ana.say('1')
    expect(ana.say('no, the third').command?.reason).toBe('declined')
  })
})

describe('words after a "no" to the preview of a note', () => {
  test.each([
    ['en', 'ADD_NOTE id=204 text=call', "no, it's for João", '205', 'call'],
    ['pt-BR', 'ADD_NOTE id=204 text=ligar', 'não, é do João', '205', 'ligar'],
    ['es', 'ADD_NOTE id=204 text=llamar', 'no, es de João', '205', 'llamar'],
    ['en', 'ADD_NOTE id=204 text=call', 'no, call her first', '204', 'call her first'],
    ['en', 'ADD_NOTE id=204 text=call', 'no, it should say call twice', '204', 'call twice'],
    ['en', 'ADD_NOTE id=204 text=call', 'no, it was call later', '204', 'call later'],
    ['en', 'ADD_NOTE id=204 text=call', 'no, I meant call twice', '204', 'call twice'],
    ['en', 'ADD_NOTE id=204 text=call', 'no, it was for João', '205', 'call'],
    ['es', 'ADD_NOTE id=204 text=hola', 'no, que diga buenas', '204', 'buenas'],
    ['es', 'ADD_NOTE id=204 text=hola', 'no, era llamar luego', '204', 'llamar luego'],
    ['es', 'ADD_NOTE id=204 text=hola', 'no, quise decir buenas tardes', '204', 'buenas tardes'],
    ['es', 'ADD_NOTE id=204 text=hola', 'no, ya le escribí', '204', 'ya le escribí'],
    ['pt-BR', 'ADD_NOTE id=204 text=oi', 'não, escreve tchau', '204', 'tchau'],
    ['pt-BR', 'ADD_NOTE id=204 text=oi', 'não, era ligar depois', '204', 'ligar depois'],
    ['pt-BR', 'ADD_NOTE id=204 text=oi', 'não, era pra ligar depois', '204', 'ligar depois'],
    ['pt-BR', 'ADD_NOTE id=204 text=oi', 'não, era do João', '205', 'oi'],
  ])('%s: %s, “%s”', (language, request, text, target, note) => {
    speaks(language)
    ana.say(request)
    expect(ana.say(text).preview).toMatchObject({ target, args: { text: note } })
  })
})

describe('a verb that is refused at the preview of a note', () => {
  test.each([
    ['es', 'no la pongas'],
    ['es', 'no la agregues, por favor'],
    ['es', 'no me la pongas todavía'],
    ['es', 'no la subas'],
    ['es', 'no lo hagas así'],
    ['pt-BR', 'não põe'],
    ['pt-BR', 'não anota'],
    ['en', "no, don't add it"],
  ])('is no other note in %s: “%s”', (language, text) => {
    speaks(language)
    ana.say('ADD_NOTE id=204 text=abc')
    expect(ana.say(text).command).toMatchObject({ name: 'ADD_NOTE', reason: 'declined' })
  })

  test('is one where more is said, or it names another order', () => {
    speaks('es')
    ana.say('ADD_NOTE id=204 text=abc')
    expect(ana.say('no la clienta llega tarde').preview?.args['text']).toBe('la clienta llega tarde')
    expect(ana.say('no la de João').preview?.target).toBe('205')
  })
})

describe('one of several that is left out', () => {
  test.each([
    ['en', 'not 205'],
    ['en', 'skip 205'],
    ['en', 'without 205'],
    ['pt-BR', 'o 205 não'],
    ['pt-BR', 'tira o 205'],
    ['es', 'el 205 no'],
    ['es', 'sin el 205'],
  ])('in %s: “%s”', (language, text) => {
    speaks(language)
    ana.say('CANCEL_ORDER id=204; CANCEL_ORDER id=205; CANCEL_ORDER id=207')
    expect(ana.say(text).text).toContain('205')
    expect(ana.session().pending?.draft.args).toEqual({ id: '204' })
    expect(ana.session().wishes.map(({ wish }) => wish.args['id'])).toEqual(['207'])
  })

  test('is dropped where it is the open one, and nothing is where there is no such one', () => {
    ana.say('cancel 204 and 205')
    expect(ana.sayAll('not 207')[0]?.about).toBe('help')
    expect(ana.sayAll('not 204')[0]?.command?.reason).toBe('declined')
    expect(ana.session().pending?.draft.args).toEqual({ id: '205' })
  })
})

describe('"cancel that" once something was done', () => {
  test('says what cannot be taken back, and asks whether the order is meant', () => {
    done('refund order 205 for 10')
    const { about, text, options } = ana.say('cancel that')
    expect(about).toBe('choose')
    expect(text).toContain('cannot be undone')
    expect(options?.map(({ label }) => label)).toEqual(['Cancel an order: 205'])
    expect(ana.say('1').preview).toMatchObject({ action: 'Cancel', target: '205' })
  })

  test('means both where the one is the other', () => {
    done('reinstate order 206')
    expect(ana.say('cancel it').preview).toMatchObject({ action: 'Cancel', target: '206' })
  })

  test('means the order, once that was looked at after another was acted on', () => {
    done('refund order 205 for 10')
    ana.say('show order 204')
    ana.work()
    expect(ana.say('cancel it').preview?.target).toBe('204')
  })
})

describe('a number where no order has it, and one was spoken of', () => {
  test.each([
    ['en', 'refund 20'],
    ['pt-BR', 'reembolsa 20'],
    ['es', 'mejor devolvele 20'],
  ])('in %s: “%s” is a sum of that one', (language, text) => {
    speaks(language)
    ana.say('CANCEL_ORDER id=205')
    expect(ana.say(text).preview).toMatchObject({ target: '205', args: { amount: '20.00 BRL' } })
  })

  test('is asked about where nothing was spoken of', () => {
    expect(ana.say('refund 20').about).toBe('ask')
  })
})

describe('what waits', () => {
  test.each([
    ['en', 'what was the code?'],
    ['en', 'what?'],
    ['pt-BR', 'como assim?'],
    ['es', '¿mande?'],
    ['en', 'show me that again'],
    ['pt-BR', 'qual é o código?'],
    ['es', '¿y el código?'],
    ['en', 'how long do I have?'],
    ['en', 'why?'],
    ['pt-BR', 'até quando?'],
    ['es', '¿qué pasa?'],
  ])('in %s: “%s” is shown once more, with a code of its own', (language, text) => {
    speaks(language)
    const { confirm } = ana.say('CANCEL_ORDER id=205')
    const again = ana.say(text)
    expect(again.preview?.target).toBe('205')
    expect(again.confirm?.expect).not.toBe(confirm?.expect)
  })

  test.each([
    ['en', "I'll tell you later"],
    ['pt-BR', 'te aviso depois'],
    ['es', 'déjame preguntar antes'],
    ['en', "I'll ask first"],
    ['en', 'I have to ask her first'],
    ['pt-BR', 'vou perguntar antes'],
    ['pt-BR', 'preciso falar com ela antes'],
    ['es', 'voy a preguntar antes'],
    ['es', 'le voy a preguntar primero'],
  ])('in %s: “%s” leaves it waiting', (language, text) => {
    speaks(language)
    ana.say('CANCEL_ORDER id=205')
    expect(ana.say(text).about).toBe('info')
    expect(ana.session().pending).not.toBeNull()
  })

  test('goes where words follow a "no" that may have been about it', () => {
    ana.say('refund 10 of order 204; refund 20 of order 205')
    expect(ana.say('no, 25 for the second').text).toContain('1 more that waited is dropped too')
    expect(ana.session()).toMatchObject({ pending: null, wishes: [] })
  })
})

test('"please note that Helena moved" names no order', () => {
  ana.say('show order 204')
  ana.work()
  expect(ana.say('please note that Helena moved house')).toMatchObject({
    about: 'ask',
    text: expect.stringContaining('A note on which order?'),
  })
})

test('a phone number alone takes the place of none that is previewed', () => {
  ana.say('ADD_PERSON name=Lucia phone=+15550001111 role=viewer')
  expect(ana.say('+15550002222').preview?.args).toMatchObject({ phone: '+15550001111' })
  expect(ana.say('no, +15550002222').preview?.args).toMatchObject({ phone: '+15550002222' })
})

test.each([
  ['pt-BR', 'não, bota nota no 205: oi', 'ADD_NOTE', { id: '205', text: 'oi' }],
  ['es', 'no, poné una nota en el 205: hola', 'ADD_NOTE', { id: '205', text: 'hola' }],
  ['en', 'no, and cancel 205', 'CANCEL_ORDER', { id: '205' }],
  ['pt-BR', 'não, e cancela o 205', 'CANCEL_ORDER', { id: '205' }],
  ['es', 'no, y cancela el 205', 'CANCEL_ORDER', { id: '205' }],
  ['en', 'no, and show me 205', 'ORDER_STATUS', undefined],
  ['en', 'no, and list the shipped orders', 'LIST_ORDERS', undefined],
  ['pt-BR', 'não, e mostra o 205', 'ORDER_STATUS', undefined],
  ['es', 'no, y muéstrame el 205', 'ORDER_STATUS', undefined],
])('%s: “%s” asks for something else in place of what is open', (language, text, name, args) => {
  const world = createConversationWorld({ catalogue })
  const chat = world.chatOf({ language })
  chat.say('REINSTATE_ORDER id=206')
  expect(chat.say(text)).toMatchObject({ command: { name }, ...(args !== undefined && { preview: { args } }) })
  expect(world.ledger.commands.values().next().value?.status).toBe('rejected')
})

test.each([
  ['en', 'no, and 205'],
  ['en', "no, and Maria's order"],
  ['es', 'no, y el 205'],
  ['pt-BR', 'não, e o pedido 205'],
])('%s: “%s” looks at nothing', (language, text) => {
  const world = createConversationWorld({ catalogue })
  const chat = world.chatOf({ language })
  chat.say('REINSTATE_ORDER id=206')
  expect(chat.sayAll(text).map(({ command }) => command?.name)).not.toContain('ORDER_STATUS')
})
