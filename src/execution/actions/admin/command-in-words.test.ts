import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../../testing/catalogues/conversation-catalogue.ts'
import { commandInWords, type KeptCommand } from './command-in-words.ts'

const catalogue = await loadShippedCatalogue()
const owner = { id: 'a', name: 'Ana', phone: '+1', roles: ['owner'], language: 'en', timeZone: 'UTC' } as const
const refund: KeptCommand = {
  command: 'REFUND_ORDER',
  args: { id: '205', amount: '10.00 BRL' },
  facts: {},
  target: '205',
}

test.each([
  ['en', 'Refund R$10.00 of order 205'],
  ['pt-BR', 'Reembolsar R$ 10,00 do pedido 205'],
  ['es', 'Reembolsar R$ 10,00 del pedido 205'],
])('%s: what was asked for is told in words, with its amount', (language, words) => {
  expect(commandInWords(catalogue, { ...owner, language }, refund)).toBe(words)
})

test('who may not ask for it themselves is told its title and target alone', () => {
  const note: KeptCommand = { command: 'ADD_NOTE', args: { id: '205', text: 'ill' }, facts: {}, target: '205' }
  expect(commandInWords(catalogue, { ...owner, roles: ['viewer'] }, note)).toBe('Add a note to an order (205)')
})

test('what was erased, is offered no longer, or is no command is told as far as it is known', () => {
  expect(commandInWords(catalogue, owner, { ...refund, args: {}, target: '' })).toBe('Refund an order')
  expect(commandInWords(catalogue, owner, { ...refund, command: 'OLD_ONE' })).toBe('OLD_ONE 205')
  expect(commandInWords(catalogue, owner, { command: '', args: {}, facts: {} })).toBe('')
})
