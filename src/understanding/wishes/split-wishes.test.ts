import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { understandingOf } from '../../testing/conversation/understanding-fixture.ts'
import type { Reading } from '../reading.ts'

const { readIn } = understandingOf(await loadShippedCatalogue())
const read = (language: string, text: string) =>
  readIn(text, { kind: 'nothing' }, language, { now: new Date('2026-03-04T15:00:00Z'), timeZone: 'UTC' })

test.each([
  ['pt-BR', 'anota no 204: cliente ligou e no 205 também', 'cliente ligou e no 205 também'],
  ['pt-BR', 'anota no 204: pagou o 205 e quer desconto no 206 tambem', 'pagou o 205 e quer desconto no 206 tambem'],
  ['es', 'agrega una nota al 204: el cliente llamó y en el 205 también', 'el cliente llamó y en el 205 también'],
  ['en', 'add a note to 204: the customer called about it and 205 too', 'the customer called about it and 205 too'],
  ['en', "note on Maria's order: allergic to latex and penicillin also", 'allergic to latex and penicillin also'],
  [
    'pt-BR',
    'anota no pedido da Maria: alérgica a látex e a penicilina também',
    'alérgica a látex e a penicilina também',
  ],
])('%s: a note keeps all of its words: “%s”', (language, text, note) => {
  expect(read(language, text)).toMatchObject({ wishes: [{ command: 'ADD_NOTE', args: { text: note } }] })
})

test('so does the note that is the last of several wishes', () => {
  expect(read('pt-BR', 'cancela o 204 e anota no 205: ligou e pagou também')).toMatchObject({
    wishes: [{ command: 'CANCEL_ORDER' }, { command: 'ADD_NOTE', args: { text: 'ligou e pagou também' } }],
  })
})

test.each([
  ['pt-BR', 'cancela o 204 porque comprou errado, e o 205 tambem', 'comprou errado'],
  ['es', 'cancela el 204 porque ya no lo quiere y el 205 también', 'ya no lo quiere'],
  ['en', 'cancel 204 because he left and 205 too', 'he left'],
])('%s: one more behind a reason is a wish of its own: “%s”', (language, text, reason) => {
  expect(read(language, text)).toMatchObject({
    wishes: [
      { command: 'CANCEL_ORDER', args: { id: '204', reason } },
      { command: 'CANCEL_ORDER', args: { id: '205' } },
    ],
  })
})

test.each([
  ['pt-BR', 'cancela o 204 porque pagou o 205 e o 206 tambem', 'pagou o 205 e o 206 tambem'],
  ['es', 'cancela el 204 porque pagó el 205 y el 206 también', 'pagó el 205 y el 206 también'],
  ['en', 'cancel 204 because he paid 205 and 206 too', 'he paid 205 and 206 too'],
  ['pt-BR', 'cancela o 204 porque ela quer o azul também', 'ela quer o azul também'],
])('%s: a reason of several things is one: “%s”', (language, text, reason) => {
  expect(read(language, text)).toMatchObject({ wishes: [{ command: 'CANCEL_ORDER', args: { id: '204', reason } }] })
})

test.each([
  ['en', 'reinstate 206 but cancel 207', 'REINSTATE_ORDER 206, CANCEL_ORDER 207'],
  ['en', 'refund 10 of 204, but 20 of 205', 'REFUND_ORDER 10 204, REFUND_ORDER 20 205'],
  [
    'en',
    'cancel 204 because she wanted blue but also cancel 205',
    'CANCEL_ORDER 204 she wanted blue, CANCEL_ORDER 205',
  ],
  ['pt-BR', 'reativa o 206 mas cancela o 207', 'REINSTATE_ORDER 206, CANCEL_ORDER 207'],
  ['pt-BR', 'reativa o 206, porém cancela o 207', 'REINSTATE_ORDER 206, CANCEL_ORDER 207'],
  ['es', 'reactiva el 206 pero cancela el 207', 'REINSTATE_ORDER 206, CANCEL_ORDER 207'],
])('%s: “but” parts two that are wanted: “%s”', (language, text, wishes) => {
  expect(meaningOf(read(language, text))).toBe(wishes)
})

test.each([
  ['en', 'cancel 204 but tell her first'],
  ['en', 'cancel 204 but keep 205'],
  ['en', 'cancel 204 but wait'],
  ['en', 'I would cancel 204 but show me 205'],
  ['en', 'cancel 204 but show me 205 before'],
  ['pt-BR', 'cancela o 204 mas antes mostra o 205'],
  ['pt-BR', 'era pra cancelar o 204 mas cancela o 205'],
  ['es', 'cancela el 204 pero avísale'],
])('%s: what limits a wish behind it is not passed over: “%s”', (language, text) => {
  expect(read(language, text)).toMatchObject({ kind: 'unknown' })
})

test.each([
  ['en', 'who voided 217? and cancel 204', 'HISTORY 217, CANCEL_ORDER 204'],
  ['en', 'show order 207. history of 204', 'ORDER_STATUS 207, HISTORY 204'],
  ['en', 'show me the history of the command K7Q2M and show order 204', 'HISTORY K7Q2M, ORDER_STATUS 204'],
  [
    'pt-BR',
    'adiciona +55 11 91234-5678 como operador, nome Zé e cancela o 204',
    'ADD_PERSON +5511912345678 operator Zé, CANCEL_ORDER 204',
  ],
  ['pt-BR', 'quem cancelou o 204 e mostra o 205', 'HISTORY 204, ORDER_STATUS 205'],
])(
  '%s: what somebody is called, and what has a pattern, ends where another wish begins: “%s”',
  (language, text, wishes) => {
    expect(meaningOf(read(language, text))).toBe(wishes)
  },
)

test('a question behind a note is no other note', () => {
  expect(meaningOf(read('es', 'anota en el 205 llamar antes luego ¿el pedido 204 ya fue enviado?'))).toBe(
    'ADD_NOTE 205 llamar antes, ORDER_STATUS 204',
  )
})

function meaningOf(reading: Reading): string {
  if (reading.kind !== 'wishes') return reading.kind
  return reading.wishes.map(({ command, args }) => [command, ...Object.values(args)].join(' ')).join(', ')
}
