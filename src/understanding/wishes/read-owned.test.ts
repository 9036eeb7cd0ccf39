import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import { foldText } from '../text/fold-text.ts'
import { compileLanguage } from '../words/language.ts'
import { readOwned } from './read-owned.ts'

const catalogue = await loadShippedCatalogue()
const read = createReader(catalogue)
const nothing = { kind: 'nothing' } as const

describe('a number and whose it is', () => {
  test.each([
    ['en', 'cancel order 204 of Maria Souza', 'CANCEL_ORDER', { id: '204' }, 'Maria Souza'],
    ['en', 'cancel order 204 for Maria', 'CANCEL_ORDER', { id: '204' }, 'Maria'],
    ['pt-BR', 'cancela o pedido 204 (Maria)', 'CANCEL_ORDER', { id: '204' }, 'Maria'],
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
    ['en', 'refund 10 of order 204 (Maria) and ring her'],
    ['en', 'refund order 205 for ten fifty'],
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
  test('is looked for behind few numbers, however many there are', () => {
    const english = catalogue.locales.get('en')
    if (english === undefined) throw new TypeError('English is missing')
    const language = compileLanguage(english, catalogue.locales.values())
    let count = 0
    const commands = { read: () => (count++, null), readTokens: () => null }
    const folded = foldText('1 of Ana because '.repeat(25))
    readOwned(folded, { commands, catalogue, language }, { now: new Date(), timeZone: 'UTC' })
    expect(count).toBe(3)
  })
})
