import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createReader } from '../testing/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())
const nothing = { kind: 'nothing' } as const

describe('a number and whose it is', () => {
  test.each([
    ['en', 'cancel order 204 of Maria Souza', 'CANCEL_ORDER', { id: '204' }, 'Maria Souza'],
    ['en', 'status of order 204 from João Lima?', 'ORDER_STATUS', { id: '204' }, 'João Lima'],
    ['en', 'refund 5 of order 205 by João', 'REFUND_ORDER', { id: '205', amount: '5' }, 'João'],
    ['pt-BR', 'cancelar o pedido 204 da Maria Souza', 'CANCEL_ORDER', { id: '204' }, 'Maria Souza'],
    [
      'pt-BR',
      'cancela o 204 da maria porque ela desistiu',
      'CANCEL_ORDER',
      { id: '204', reason: 'ela desistiu' },
      'maria',
    ],
    ['es', 'cancela el pedido 204 de María Souza', 'CANCEL_ORDER', { id: '204' }, 'María Souza'],
  ])('in %s: “%s”', (language, text, command, args, name) => {
    expect(read(text, nothing, language)).toMatchObject({ wishes: [{ command, args, whose: { id: name } }] })
  })

  test.each([
    ['en', 'cancel order 204 of Maria and 205'],
    ['en', 'cancel order 204 of Maria the one with the very long name'],
    ['en', 'remove order 204 from the list'],
  ])('are more than that in %s: “%s”', (language, text) => {
    expect(read(text, nothing, language).kind).toBe('unknown')
  })

  test('leaves a note as it is', () => {
    expect(read('add a note to order 204: ring of Maria', nothing, 'en')).toMatchObject({
      wishes: [{ command: 'ADD_NOTE', args: { id: '204', text: 'ring of Maria' } }],
    })
  })
})
