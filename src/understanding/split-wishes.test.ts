import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createUnderstanding } from './create-understanding.ts'

const { readIn } = createUnderstanding({ catalogue: await loadShippedCatalogue() })
const read = (language: string, text: string) =>
  readIn(text, { kind: 'nothing' }, language, { now: new Date('2026-03-04T15:00:00Z'), timeZone: 'UTC' })

test.each([
  ['pt-BR', 'anota no 204: cliente ligou e no 205 também', 'cliente ligou e no 205 também'],
  ['pt-BR', 'anota no 204: pagou o 205 e quer desconto no 206 tambem', 'pagou o 205 e quer desconto no 206 tambem'],
  ['es', 'agrega una nota al 204: el cliente llamó y en el 205 también', 'el cliente llamó y en el 205 también'],
  ['en', 'add a note to 204: the customer called about it and 205 too', 'the customer called about it and 205 too'],
])('%s: a note keeps all of its words: “%s”', (language, text, note) => {
  expect(read(language, text)).toMatchObject({ wishes: [{ command: 'ADD_NOTE', args: { id: '204', text: note } }] })
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
