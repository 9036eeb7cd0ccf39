/** What waits to be confirmed is put right: by what it is not and what it is, or by the name of what is to be another. */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
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

describe('what it is not, beside what it is', () => {
  test.each([
    ['en', 'not 204, 205', '205'],
    ['en', 'not 204 but 205', '205'],
    ['en', '205, not 204', '205'],
    ['en', 'not order 204, order 205', '205'],
    ['en', 'not Maria, João', '205'],
    ['en', 'not the one of Maria, the one of João', '205'],
    ['pt-BR', 'não é o 204, é o 205', '205'],
    ['pt-BR', '204 não, 205', '205'],
    ['pt-BR', 'não 204 e sim 205', '205'],
    ['pt-BR', 'Maria não, João', '205'],
    ['pt-BR', 'não é da Maria, é do João', '205'],
    ['es', 'no el 204, el 205', '205'],
    ['es', 'el 204 no, el 205', '205'],
    ['es', 'no es el 204 sino el 205', '205'],
    ['es', 'no es de María, es de João', '205'],
    ['en', "it wasn't maria, it was joao", '205'],
    ['en', "no it wasn't maria, it was joao", '205'],
    ['en', "no, it wasn't Maria, it was João", '205'],
    ['en', "no it's not 204 it's 205", '205'],
    ['es', 'no era el 204 era el 205', '205'],
    ['es', 'no era de maria era de joao', '205'],
    ['pt-BR', 'não era o 204 era o 205', '205'],
    ['pt-BR', 'não é da Maria é do João', '205'],
  ])('in %s: “%s”', (language, text, target) => {
    speaks(language)
    ana.say('CANCEL_ORDER id=204')
    expect(ana.say(text).preview).toMatchObject({ action: 'Cancel', target })
  })

  test.each([
    ['en', 'it was supposed to be 205', '205'],
    ['en', 'should be 205', '205'],
    ['en', 'whoops, 205', '205'],
    ['pt-BR', 'era o 205', '205'],
    ['pt-BR', 'era pra ser o 205', '205'],
    ['es', 'era el 205', '205'],
    ['es', 'tenía que ser el 205', '205'],
    ['es', 'ups 205', '205'],
  ])('in %s what it was to be, alone: “%s”', (language, text, target) => {
    speaks(language)
    ana.say('CANCEL_ORDER id=204')
    expect(ana.say(text).preview).toMatchObject({ action: 'Cancel', target })
  })

  test('puts right the value that is said to be wrong, where it could be another one', () => {
    ana.say('refund 207 of order 204')
    expect(ana.say('not 204, 205').preview).toMatchObject({ target: '205' })
    ana.say('REFUND_ORDER id=204 amount=30')
    expect(ana.say('not 30, 35').preview).toMatchObject({ target: '204', args: { amount: '35.00 BRL' } })
    ana.say('REFUND_ORDER id=204 amount=100')
    expect(ana.say('not 100, 50').preview).toMatchObject({ target: '204', args: { amount: '50.00 BRL' } })
  })

  test.each([
    ['en', 'it was not 30, it was 35'],
    ['en', "no, it wasn't 30, it was 35"],
    ['en', "it isn't 30, it's 35"],
    ['es', 'no eran 30, eran 35'],
    ['es', 'no son 30, son 35'],
    ['es', 'no eran 30 eran 35'],
    ['es', 'no, no eran 30 sino 35'],
    ['pt-BR', 'não eram 30, eram 35'],
    ['pt-BR', 'n eram 30 reais, eram 35'],
  ])('in %s what it was not, and what it was: “%s”', (language, text) => {
    speaks(language)
    ana.say('REFUND_ORDER id=204 amount=30')
    expect(ana.say(text).preview?.args).toMatchObject({ amount: expect.stringContaining('35') })
  })

  test.each([
    ['en', 'cancel order 204 because it closed', 'reason: no money'],
    ['es', 'cancela el pedido 204 porque cerró', 'motivo: no tiene plata'],
    ['pt-BR', 'cancela o pedido 204 porque fechou', 'motivo: não tem dinheiro'],
  ])('in %s a reason that begins with a no is one: “%s”, then “%s”', (language, wish, text) => {
    speaks(language)
    ana.say(wish)
    const [, reason] = text.split(': ')
    expect(ana.say(text).preview?.args).toEqual({ id: '204', reason })
  })

  test('answers a question with what it is', () => {
    ana.say('cancel an order')
    expect(ana.say('not 204, 205').preview?.target).toBe('205')
    ana.say('cancel an order')
    expect(ana.say('not Maria, João').preview?.target).toBe('205')
  })

  test.each(['not sure, maybe', 'not Pedro, João', 'not today, perhaps', 'not bad, not good'])(
    'says only that what is open is not wanted: “%s”',
    (text) => {
      ana.say('cancel order 204')
      expect(ana.say(text).command).toMatchObject({ status: 'rejected', reason: 'declined' })
      expect(ana.session().pending).toBeNull()
    },
  )

  test.each([
    ['en', 'not now, later'],
    ['en', 'no, tomorrow'],
    ['pt-BR', 'não, mais tarde'],
    ['es', 'no, mañana'],
  ])('drops a note that is wanted another time, and takes no word of it for one, in %s: “%s”', (language, text) => {
    speaks(language)
    ana.say('ADD_NOTE id=204 text=oi')
    expect(ana.say(text).command?.reason).toBe('declined')
  })
})

describe('a value with the name of what it is for', () => {
  test.each([
    ['en', 'change the amount to 60', { amount: '60.00 BRL' }],
    ['en', 'amount: 60', { amount: '60.00 BRL' }],
    ['en', 'the amount is 60', { amount: '60.00 BRL' }],
    ['en', 'set it to 60', { amount: '60.00 BRL' }],
    ['en', 'change the order to 205', { id: '205' }],
    ['en', 'the order should be 205', { id: '205' }],
    ['pt-BR', 'muda o valor pra 60', { amount: '60.00 BRL' }],
    ['pt-BR', 'o valor é 60', { amount: '60.00 BRL' }],
    ['pt-BR', 'aumenta pra 60', { amount: '60.00 BRL' }],
    ['pt-BR', 'troca o pedido pelo 205', { id: '205' }],
    ['pt-BR', 'troca o pedido pelo do João', { id: '205' }],
    ['es', 'cambia el monto a 60', { amount: '60.00 BRL' }],
    ['es', 'el importe tiene que ser 60', { amount: '60.00 BRL' }],
    ['es', 'cambia el pedido al 205', { id: '205' }],
    ['es', 'no, cámbialo por 60', { amount: '60.00 BRL' }],
    ['pt-BR', 'não, muda pra 60', { amount: '60.00 BRL' }],
  ])('in %s: “%s”', (language, text, args) => {
    speaks(language)
    ana.say('REFUND_ORDER id=204 amount=50')
    expect(ana.say(text).preview?.args).toEqual({ id: '204', amount: '50.00 BRL', ...args })
  })

  test.each([
    ['en', 'note: ring twice', 'ring twice'],
    ['en', 'change the note to ring twice', 'ring twice'],
    ['pt-BR', 'a nota deve ser: tocar duas vezes', 'tocar duas vezes'],
    ['es', 'cambia la nota a tocar dos veces', 'tocar dos veces'],
  ])('is a text as it was written, in %s: “%s”', (language, text, note) => {
    speaks(language)
    ana.say('ADD_NOTE id=204 text=oi')
    expect(ana.say(text).preview?.args).toEqual({ id: '204', text: note })
  })

  test.each([
    ['en', 'call her back', 'not call her back, write her', 'write her'],
    ['pt-BR', 'ligar', 'ligar não, escrever', 'escrever'],
    ['es', 'llamar', 'no llamar, escribir', 'escribir'],
  ])('is a text instead of the one that is said to be wrong, in %s: %s, “%s”', (language, before, text, note) => {
    speaks(language)
    ana.say(`ADD_NOTE id=204 text="${before}"`)
    expect(ana.say(text).preview?.args).toEqual({ id: '204', text: note })
  })

  test('may be one that was not said before', () => {
    ana.say('cancel order 204')
    expect(ana.say('reason: she gave up').preview?.args).toEqual({ id: '204', reason: 'she gave up' })
  })

  test.each([
    'the note is wrong',
    'the note',
    'change the note',
    'change the note on 205',
    'the reason should be known',
  ])('says none: “%s”', (text) => {
    ana.say('ADD_NOTE id=204 text=call')
    ana.say(text)
    expect(ana.session().pending?.draft.args).toEqual({ id: '204', text: 'call' })
  })
})

describe('what is meant instead', () => {
  test.each([
    ['en', '35 not 30', { id: '204', amount: '35.00 BRL' }],
    ['en', 'i said 35', { id: '204', amount: '35.00 BRL' }],
    ['en', 'yes 35', { id: '204', amount: '35.00 BRL' }],
    ['en', 'yes, but for 35', { id: '204', amount: '35.00 BRL' }],
    ['en', 'joão not maria', { id: '205', amount: '30.00 BRL' }],
    ['en', 'i meant joão', { id: '205', amount: '30.00 BRL' }],
    ['en', 'actually joão', { id: '205', amount: '30.00 BRL' }],
    ['en', 'sorry, joão', { id: '205', amount: '30.00 BRL' }],
    ['en', 'make it joão', { id: '205', amount: '30.00 BRL' }],
    ['pt-BR', '35 não 30', { id: '204', amount: '35.00 BRL' }],
    ['pt-BR', 'eu disse 35', { id: '204', amount: '35.00 BRL' }],
    ['pt-BR', 'sim 35', { id: '204', amount: '35.00 BRL' }],
    ['pt-BR', 'muda p/ 35', { id: '204', amount: '35.00 BRL' }],
    ['pt-BR', 'na verdade pra joão', { id: '205', amount: '30.00 BRL' }],
    ['pt-BR', 'quer dizer joão', { id: '205', amount: '30.00 BRL' }],
    ['es', '35 no 30', { id: '204', amount: '35.00 BRL' }],
    ['es', 'dije 35', { id: '204', amount: '35.00 BRL' }],
    ['es', 'sí 35', { id: '204', amount: '35.00 BRL' }],
    ['es', 'en realidad joão', { id: '205', amount: '30.00 BRL' }],
  ])('is shown in place of what was: %s, “%s”', (language, text, args) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say('REFUND_ORDER id=204 amount=30')
    expect(chat.say(text).preview?.args).toEqual(args)
  })

  test.each(['actually somebody else', 'he did not come', 'hold on phone call', 'sorry, phone call'])(
    'changes nothing where nothing is called so: “%s”',
    (text) => {
      ana.say('ADD_NOTE id=204 text=call')
      expect(ana.say(text).preview?.args).toEqual({ id: '204', text: 'call' })
    },
  )
})

const withSpan = withCommand(catalogue, 'REFUND_ORDER', {
  texts: { sentences: ['pay <order_of> {id:name} {amount} back [(by|within) {amount} [more] reais]', 'pay back'] },
})

describe('a value behind the word that stands before it in the sentences of the command', () => {
  test.each(['no by 35 reais', 'no, by 35 reais', 'yes but by 35', 'within 35', 'i said within 35 more reais'])(
    'is that value: “%s”',
    (text) => {
      const chat = createConversationWorld({ catalogue: withSpan }).chatOf()
      chat.say('REFUND_ORDER id=204 amount=30')
      expect(chat.say(text).preview?.args).toEqual({ id: '204', amount: '35.00 BRL' })
    },
  )

  test('and in those of no other command', () => {
    ana.say('REFUND_ORDER id=204 amount=30')
    expect(ana.say('no within 35').command).toMatchObject({ reason: 'declined' })
  })
})

test.each([
  ['pt-BR', 'nao o 204 nao o 205', '205'],
  ['pt-BR', '204 nao 205', '205'],
  ['pt-BR', 'nao, o 205 nao o 204', '205'],
  ['es', 'no el 204 no el 205', '205'],
  ['es', '204 no 205', '205'],
  ['en', 'no 204 no 205', '205'],
  ['en', '205 not 204', '205'],
])(
  '%s: “%s” to a preview of 204 never shows 204 again: a no between two numbers takes the place of either',
  (language, text, id) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    chat.say('CANCEL_ORDER id=204')
    expect(chat.say(text).preview?.target).toBe(id)
  },
)

test.each([
  ['pt-BR', '20 nao 30'],
  ['es', 'no 20 no 30'],
])('%s: “%s” of a sum is no number of a thing', (language, text) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say('REFUND_ORDER id=204 amount=20')
  expect(chat.say(text).preview?.args).toMatchObject({ id: '204', amount: '30.00 BRL' })
})

test('what waits behind it is left out where it is the wrong one', () => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language: 'pt-BR' })
  chat.say('cancela os pedidos 204 e 205')
  chat.say('204 nao 205')
  expect(chat.session()).toMatchObject({ pending: { draft: { args: { id: '204' } } }, wishes: [] })
})

test.each([
  ['en', 'CANCEL_ORDER id=204', 'no, 8 dollars', '“8 dollars” fits nothing of this'],
  ['en', 'CANCEL_ORDER id=204', 'no, 5%', '“5%” fits nothing of this'],
  ['pt-BR', 'CANCEL_ORDER id=204', 'sim, mas 8 reais', '“8 reais” não corresponde a nada disto'],
  ['es', 'ADD_NOTE id=204 text=llamar', 'no, 8 pesos', '“8 pesos” no corresponde a nada de esto'],
])(
  '%s: %s, “%s”: what has another unit is no number of it, and it is shown once more',
  (language, wish, text, told) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    const before = chat.say(wish).preview?.args
    expect(chat.say(text)).toMatchObject({
      about: 'preview',
      text: expect.stringContaining(told),
      preview: { args: before },
    })
  },
)
