import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import type { Reading } from '../reading.ts'

const read = createReader(await loadShippedCatalogue())

function meaning(reading: Reading): string {
  if (reading.kind === 'negated') return `not ${reading.wish.args['id']}`
  if (reading.kind !== 'wishes') return reading.kind
  const wishes = reading.wishes.map(({ command, args }) => [command, ...Object.values(args)].join(' ')).join(', ')
  return `${wishes}${reading.mayUndo === true ? ' or undo' : ''}`
}

test.each([
  ['en', "joão's order - cancel it", 'CANCEL_ORDER joão'],
  ['en', "maria's order: cancel it", 'CANCEL_ORDER maria'],
  ['en', 'order 204, please cancel it', 'CANCEL_ORDER 204'],
  ['en', 'order 204: cancel it, she gave up', 'CANCEL_ORDER she gave up 204'],
  ['en', "Maria's order, don't cancel it", 'not Maria'],
  ['pt-BR', 'o pedido da maria, cancela', 'CANCEL_ORDER maria'],
  ['pt-BR', 'aquele pedido da maria, cancela ele', 'CANCEL_ORDER maria'],
  ['pt-BR', 'o pedido do joão, reembolsa 10 reais', 'REFUND_ORDER 10.00 BRL joão'],
  ['es', 'el pedido de maria, cancélalo', 'CANCEL_ORDER maria'],
])('what is to be done with a thing stands behind it: %s: %s', (language, text, wanted) => {
  expect(meaning(read(text, { kind: 'nothing' }, language))).toBe(wanted)
})

test.each([
  ['en', "Maria's order, please", 'ORDER_STATUS Maria'],
  ['en', 'order 204, cancel order 205', 'ORDER_STATUS 204, CANCEL_ORDER 205'],
  ['en', "maria, joão's order", 'ORDER_STATUS maria, joão'],
  ['en', 'order 204, she gave up', 'ORDER_STATUS 204'],
  ['en', "maria's order, cancel it and refund 10", 'unknown'],
])('nothing else is done with it: %s: %s', (language, text, wanted) => {
  expect(meaning(read(text, { kind: 'nothing' }, language))).toBe(wanted)
})

test.each([
  ['en', 'did you cancel Maria’s order', 'unknown'],
  ['en', 'did you cancel the order of Maria', 'unknown'],
  ['en', "quickly cancel Maria's order", 'CANCEL_ORDER Maria'],
  ['en', "Maria called, cancel Maria's order", 'CANCEL_ORDER Maria Maria called'],
  ['en', "ana maria's order", 'ORDER_STATUS ana maria'],
])('nobody is called what another command would change: %s: %s', (language, text, wanted) => {
  expect(meaning(read(text, { kind: 'nothing' }, language))).toBe(wanted)
})
