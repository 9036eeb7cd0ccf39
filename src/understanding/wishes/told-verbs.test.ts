import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())

function commandOf(text: string): string | null {
  const reading = read(text, { kind: 'nothing' }, 'es')
  return reading.kind === 'wishes' ? (reading.wishes[0]?.command ?? null) : null
}

test.each([
  'ya cancelé el 204',
  'cancelé el pedido 204',
  'reembolsé 20 del 204',
  'YA CANCELÉ EL 204',
  'cancelé el 204',
])('what is told of asks for nothing: “%s”', (text) => {
  expect(commandOf(text)).toBeNull()
})

test.each([
  ['cancele el 204', 'CANCEL_ORDER'],
  ['cancelá el 204', 'CANCEL_ORDER'],
  ['cancele ya el 204', 'CANCEL_ORDER'],
  ['ya cancela el 204', 'CANCEL_ORDER'],
  ['cancelé el 206 sin querer', 'REINSTATE_ORDER'],
  ['agregá una nota al 204: se canceló', 'ADD_NOTE'],
  ['agregue una nota al 204: ya cancelé el otro', 'ADD_NOTE'],
  ['¿quién canceló el 206?', 'HISTORY'],
  ['cancela el pedido de José', 'CANCEL_ORDER'],
  ['ya revisé el comando K7Q2M ocurrió', 'HAPPENED'],
  ['ya revise que K7Q2M no ocurrió', 'NOT_HAPPENED'],
])('what is asked for is read: “%s”', (text, command) => {
  expect(commandOf(text)).toBe(command)
})
