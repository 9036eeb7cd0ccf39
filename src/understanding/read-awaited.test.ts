/** What is a text where one is awaited, with the words of the languages that come with Sayso. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'
import type { Expectation } from './expectation.ts'

const read = createReader(await loadShippedCatalogue())
const text: Expectation = { kind: 'value', type: 'text', choices: [] }

describe('a text that is awaited', () => {
  test.each([
    ['en', ['no', 'No!', 'nope', 'nah', 'no no', 'no thanks', 'no, sorry', '👎', '👎🏽', '❌']],
    ['pt-BR', ['não', 'nao', 'Não não', 'nah', 'naum', 'não, obrigada', 'no', '👎🏿']],
    ['es', ['no', 'No, gracias', 'no no no', 'nop', 'nah', '👎']],
    ['en', ['no need', "There's no need, thanks", 'not necessary', 'no, no need']],
    ['pt-BR', ['não precisa', 'Não precisa, obrigado', 'não é necessário', 'n precisa', 'não precisa não']],
    ['es', ['no hace falta', 'No hace falta, gracias', 'no es necesario', 'no, no es necesario']],
  ])('is none where only a no is said in %s', (language, texts) => {
    for (const said of texts) expect([said, read(said, text, language)]).toEqual([said, { kind: 'no' }])
  })

  test.each([
    ['en', ['yes', 'Yes please', 'ok', 'sure', 'sounds good', '👍', '👍🏽', '✅']],
    ['pt-BR', ['sim', 'Sim, sim', 'ok', 'isso', 'manda ver', 'confirmo', 'pode ser', '👍']],
    ['es', ['sí', 'si', 'Sí, gracias', 'ok', 'claro que sí', 'dale', 'eso', '👍']],
  ])('is none where only a yes is said in %s', (language, texts) => {
    for (const said of texts) expect([said, read(said, text, language)]).toEqual([said, { kind: 'yes' }])
  })

  test.each([
    ['en', ["I don't know", 'dont know yet', 'idk', 'no idea', "I'm not sure"]],
    ['pt-BR', ['não sei', 'nao sei', 'Sei lá', 'não faço ideia', 'eu não sei dizer']],
    ['es', ['no sé', 'No se', 'ni idea', 'no tengo idea', 'quién sabe']],
  ])('is none where only that is said that nobody knows it in %s', (language, texts) => {
    for (const said of texts) expect([said, read(said, text, language)]).toEqual([said, { kind: 'wait' }])
  })

  test.each([
    ['en', 'yes, the customer asked for it'],
    ['en', 'ok with the delay'],
    ['en', "I don't know the address"],
    ['pt-BR', 'sim, o cliente pediu'],
    ['pt-BR', 'ok do gerente'],
    ['pt-BR', 'não sei o endereço'],
    ['es', 'sí, lo pidió el cliente'],
    ['es', 'no sé la dirección'],
    ['es', 'idea'],
  ])('may begin with a yes, or tell what nobody knows, in %s: %s', (language, said) => {
    expect(read(said, text, language)).toEqual({ kind: 'value', text: said })
  })

  test.each([
    ['en', 'no milk please'],
    ['en', 'no, call her first'],
    ['en', 'wrong order'],
    ['en', 'no.'.repeat(3_000)],
    ['pt-BR', 'não chegou'],
    ['pt-BR', 'pedido errado'],
    ['es', 'no llegó'],
    ['en', 'no need to call'],
    ['pt-BR', 'não precisa ligar antes'],
    ['es', 'no hace falta llamar antes'],
    ['es', 'no es necesario firmar'],
  ])('may begin with a no, or say what is wrong, in %s: %s', (language, said) => {
    expect(read(said, text, language)).toEqual({ kind: 'value', text: said })
  })

  test.each([
    ['en', ['keep the order', 'leave the order', 'keep the file', 'send the code']],
    ['en', ["I'll check with them", "i'll check", 'i have to check', 'i must check', 'i should ask', 'I must ask her']],
    ['en', ['i did not understand', "I'm going to check", 'I need to check with him first']],
    ['pt-BR', ['vou falar com ela', 'preciso falar com ele', 'vou confirmar com ela', 'tenho que ver com ele']],
  ])('may say in %s what somebody keeps, checks or asks: %j', (language, texts) => {
    for (const said of texts) expect([said, read(said, text, language)]).toEqual([said, { kind: 'value', text: said }])
  })

  test.each([
    ['en', ['keep the note', 'leave the name', 'keep my name'], { kind: 'drop' }],
    ['en', ["I'll ask them", 'i must check first', 'I need to check', 'let me check with her'], { kind: 'wait' }],
    ['pt-BR', ['vou falar com ela antes', 'deixa eu falar com ela'], { kind: 'wait' }],
  ])('is none in %s where only the bot can be meant: %j', (language, texts, reading) => {
    for (const said of texts) expect([said, read(said, text, language)]).toEqual([said, reading])
  })

  test.each([
    ['en', 'Bia please', 'Bia'],
    ['en', 'Bia Souza, thanks!', 'Bia Souza'],
    ['pt-BR', 'Bia por favor', 'Bia'],
    ['pt-BR', 'Bia, obrigada', 'Bia'],
    ['es', 'Bia por favor', 'Bia'],
    ['es', 'Bia, porfa', 'Bia'],
    // Somebody may be called so.
    ['en', 'Bia Now', 'Bia Now'],
    ['es', 'Mira López', 'Mira López'],
    ['es', '«Bia por favor»', 'Bia por favor'],
    ['en', 'Bia S.', 'Bia S.'],
  ])('is somebody’s name without what is polite behind it, in %s: %s', (language, said, name) => {
    expect(read(said, { ...text, personName: true }, language)).toMatchObject({ kind: 'value', text: name })
  })

  test.each([
    ['en', 'cancel order 204 today and let Maria know'],
    ['en', 'my name is Ana and I own this place'],
    ['pt-BR', 'cancela o 204 e avisa a Maria'],
    ['es', 'cancela el 204 y avísale a María'],
  ])('is nobody’s name where a part of it asks for something, in %s: %s', (language, said) => {
    expect(read(said, { ...text, personName: true }, language)).toMatchObject({ kind: 'unknown' })
    expect(read(said, text, language)).toMatchObject({ kind: 'value', text: said })
  })

  test.each([
    ['en', 'call first please'],
    ['pt-BR', 'ligar antes por favor'],
    ['es', 'llamar antes por favor'],
  ])('is no name where it is a note, of which all is kept, in %s: %s', (language, said) => {
    expect(read(said, text, language)).toEqual({ kind: 'value', text: said })
  })

  test.each([
    ['en', '"no"', 'no'],
    ['en', '“Cancel”', 'Cancel'],
    ['en', '"ok"', 'ok'],
    ['pt-BR', '“não sei”', 'não sei'],
    ['es', '«sí»', 'sí'],
    ['en', ' "0" ', '0'],
    ['pt-BR', '"não"', 'não'],
    ['es', '«no»', 'no'],
    ['es', '«no hace falta»', 'no hace falta'],
    ['en', '"say "hi" to her"', '"say "hi" to her"'],
    ['en', '"one" and "two"', '"one" and "two"'],
  ])('is what is put in quotation marks, in %s: %s', (language, said, value) => {
    expect(read(said, text, language)).toEqual({ kind: 'value', text: value })
  })
})

describe('a value that is awaited, in shortened words', () => {
  test.each([
    ['pt-BR', 'date', 'hj', '2026-03-04'],
    ['pt-BR', 'date', 'pra hj msm', '2026-03-04'],
    ['pt-BR', 'datetime', 'hj as 20h', '2026-03-04T20:00:00-03:00'],
    ['pt-BR', 'datetime', 'dps de amanha as 20:00h', '2026-03-06T20:00:00-03:00'],
    ['pt-BR', 'datetime', 'agr', '2026-03-04T12:00:00-03:00'],
    ['es', 'date', 'el 6 d marzo', '2026-03-06'],
    ['es', 'datetime', 'el 6 d marzo a las 20hs', '2026-03-06T20:00:00-03:00'],
  ] as const)('%s: is one as well (%s): “%s”', (language, type, said, value) => {
    expect(read(said, { kind: 'value', type }, language)).toEqual({ kind: 'value', text: value, said })
  })

  test.each([
    ['pt-BR', 'text', 'hj'],
    ['pt-BR', 'id', 'hj'],
    ['pt-BR', 'date', 'n sei hj'],
    ['en', 'text', 'tmrw plz'],
  ] as const)('%s: is nothing else where it may be a name, or is none even so (%s): “%s”', (language, type, said) => {
    expect(read(said, { kind: 'value', type }, language)).toEqual({ kind: 'value', text: said })
  })
})

test.each([
  ['en', ['cheque', 'by cheque', 'it is by cheque', 'thru cheque', 'via cheque']],
  ['es', ['cheque', 'por cheque', 'con cheque']],
  ['pt-BR', ['cheque', 'por cheque', 'no cheque', 'em cheque']],
])('one of several ways is told with what leads to it in %s', (language, texts) => {
  const way: Expectation = { kind: 'value', type: 'choice', choices: ['cash', 'cheque'] }
  for (const said of texts) expect([said, read(said, way, language)]).toEqual([said, { kind: 'value', text: 'cheque' }])
})

test.each([
  ['en', 'datetime', ['in 10', 'through friday 5pm']],
  ['pt-BR', 'datetime', ['em 10']],
  ['en', 'money', ['20 per cent', '50 per thousand', 'by 10']],
  ['es', 'money', ['20 por ciento', '20 por mil', 'por 20']],
  ['pt-BR', 'money', ['20 por cento', '20 por mil', 'em 20']],
] as const)(
  '%s: what leads to one of several ways, or makes a share of a number, is left out of no %s',
  (language, type, texts) => {
    for (const said of texts)
      expect([said, read(said, { kind: 'value', type, currency: 'BRL' }, language)]).toEqual([
        said,
        { kind: 'value', text: said },
      ])
  },
)
