/** What is said to be the value of what is called so: "no, the guest is Tonya". */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withStays } from '../testing/catalogues/stays-catalogue.ts'

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = withStays(await loadShippedCatalogue())
})

function talk(language: string): Chat {
  return createConversationWorld({ catalogue }).chatOf({ language, timeZone: 'America/Sao_Paulo' })
}

const stays: Readonly<Record<string, string>> = {
  en: 'book 204 for Tom from friday to monday',
  'pt-BR': 'reserva o 204 para o Tom de sexta a segunda',
  es: 'reserva el 204 para Tom del viernes al lunes',
}

describe('a name', () => {
  test.each([
    ['en', 'no, the guest is Tonya', 'Tonya'],
    ['en', 'no the guest is tonya', 'tonya'],
    ['en', 'actually the guest is Tonya', 'Tonya'],
    ['en', 'no, the guest is called Tonya Hart', 'Tonya Hart'],
    ['en', 'the guest is Tonya', 'Tonya'],
    ['pt-BR', 'não, o hóspede é a Tonya', 'Tonya'],
    ['pt-BR', 'nao, o hospede é o tonho', 'tonho'],
    ['pt-BR', 'não, o hóspede se chama Tonya', 'Tonya'],
    ['pt-BR', 'o hóspede é a Tonya', 'Tonya'],
    ['es', 'no, el huésped es Tonya', 'Tonya'],
    ['es', 'no, el huesped es la Tonya', 'Tonya'],
    ['es', 'no, el huésped se llama Tonya', 'Tonya'],
    ['es', 'el huésped es Tonya', 'Tonya'],
  ])('in %s: “%s” is %s', (language, text, guest) => {
    const chat = talk(language)
    chat.say(stays[language] ?? '')
    const args = { id: '204', guest, first: '2026-03-06', last: '2026-03-09' }
    expect(chat.say(text).preview?.args).toEqual(args)
  })

  test.each([
    ['en', 'the guest is late'],
    ['en', 'the guest is wrong'],
    ['pt-BR', 'o hóspede é alto'],
    ['es', 'el huésped es alto'],
  ])('in %s “%s” says none', (language, text) => {
    const chat = talk(language)
    chat.say(stays[language] ?? '')
    chat.say(text)
    expect(chat.session().pending?.draft.args['guest'] ?? 'Tom').toBe('Tom')
  })

  test('is that of the guest, though an order is called so', () => {
    const chat = talk('en')
    chat.say(stays['en'] ?? '')
    expect(chat.say('no, the guest is Pedro').preview?.args).toMatchObject({ id: '204', guest: 'Pedro' })
    expect(chat.say('guest: Beatriz').preview?.args).toMatchObject({ id: '204', guest: 'Beatriz' })
  })

  test.each([
    ['en', 'the order is João Lima'],
    ['pt-BR', 'o pedido é o João Lima'],
    ['es', 'el pedido es João Lima'],
  ])('is that of a thing, which must be there, in %s: “%s”', (language, text) => {
    const chat = talk(language)
    chat.say('CANCEL_ORDER id=204')
    expect(chat.say(text).preview?.target).toBe('205')
    expect(chat.say(text.replace(/João.*/u, 'Nobody Here')).preview?.target).toBe('205')
  })
})

describe('a text', () => {
  test.each([
    ['en', 'no, the note is ring twice', 'ring twice'],
    ['en', 'the note is: ring twice', 'ring twice'],
    ['pt-BR', 'não, a nota é tocar duas vezes', 'tocar duas vezes'],
    ['es', 'no, la nota es la llave azul', 'la llave azul'],
  ])('in %s: “%s”', (language, text, note) => {
    const chat = talk(language)
    chat.say('ADD_NOTE id=204 text=call')
    expect(chat.say(text).preview?.args).toEqual({ id: '204', text: note })
  })

  test.each([
    ['en', 'no, the note is wrong'],
    ['pt-BR', 'não, a nota está errada'],
    ['es', 'no, la nota es incorrecta'],
  ])('is not wanted where it is only said to be wrong, in %s: “%s”', (language, text) => {
    const chat = talk(language)
    chat.say('ADD_NOTE id=204 text=call')
    expect(chat.say(text).command?.reason).toBe('declined')
  })
})

test.each([
  ['en', 'the amount is 30'],
  ['en', 'no, the amount is 30'],
  ['pt-BR', 'o valor é 30'],
  ['pt-BR', 'não, o valor é 30'],
  ['es', 'el monto es 30'],
  ['es', 'no, el importe es de 30'],
])('a sum, in %s: “%s”', (language, text) => {
  const chat = talk(language)
  chat.say('REFUND_ORDER id=204 amount=50')
  expect(chat.say(text).preview?.args).toEqual({ id: '204', amount: '30.00 BRL' })
})
