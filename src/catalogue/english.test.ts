import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { shortestTexts } from '../testing/conversation/shortest-texts.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'
import { describe, expect, test } from 'vitest'
import type { Reading } from '../understanding/reading.ts'

/** What people really write, read with the sentences of locales/en. */

const catalogue = await loadShippedCatalogue()
const read = createReader(catalogue)

/** The wishes of a text in short: `CANCEL_ORDER id=204`. */
function wishes(text: string): readonly string[] | Reading['kind'] {
  const reading = read(text, { kind: 'nothing' }, 'en')
  if (reading.kind !== 'wishes') return reading.kind
  return reading.wishes.map(({ command, args }) =>
    [command, ...Object.entries(args).map(([name, value]) => `${name}=${value}`)].join(' '),
  )
}

describe('the English sentences', () => {
  test('each command has at least twelve, all of them its own', () => {
    const locale = catalogue.locales.get('en')
    const all = Object.values(locale?.commands ?? {}).map(({ sentences }) => sentences)
    expect(Math.min(...all.map((sentences) => new Set(sentences.flatMap(shortestTexts)).size))).toBeGreaterThanOrEqual(
      12,
    )
    expect(new Set(all.flat()).size).toBe(all.flat().length)
  })

  test.each([
    ["what's the status of order 204?", 'ORDER_STATUS id=204'],
    ['Status of order two hundred and five', 'ORDER_STATUS id=205'],
    ['status of order two oh six please', 'ORDER_STATUS id=206'],
    ['status order 204', 'ORDER_STATUS id=204'],
    ['order #204', 'ORDER_STATUS id=204'],
    ['Hi, could you show me order number 204?', 'ORDER_STATUS id=204'],
    ['where is order 204', 'ORDER_STATUS id=204'],
    ['what’s happening with order 204??', 'ORDER_STATUS id=204'],
    ['has order 204 been shipped yet?', 'ORDER_STATUS id=204'],
    ["how is Maria's order", 'ORDER_STATUS id=Maria'],
    ["what is the status of João Lima's order?", 'ORDER_STATUS id=João Lima'],
    ['order status', 'ORDER_STATUS'],

    ['list orders', 'LIST_ORDERS'],
    ['show me all the orders', 'LIST_ORDERS'],
    ['list the shipped orders', 'LIST_ORDERS status=shipped'],
    ['which orders are cancelled?', 'LIST_ORDERS status=cancelled'],
    ['orders', 'LIST_ORDERS'],
    ['paid orders please', 'LIST_ORDERS status=paid'],
    ['how many orders do we have', 'LIST_ORDERS'],

    ['cancel order 204', 'CANCEL_ORDER id=204'],
    ['Please cancel the order 204 now!', 'CANCEL_ORDER id=204'],
    ['I want to cancel order two hundred and four', 'CANCEL_ORDER id=204'],
    ['cancel order 204 because the customer ordered twice', 'CANCEL_ORDER id=204 reason=the customer ordered twice'],
    ['order 204 should be cancelled', 'CANCEL_ORDER id=204'],
    ["cancel Pedro's order", 'CANCEL_ORDER id=Pedro'],
    ['cancel the order of Maria Souza', 'CANCEL_ORDER id=Maria Souza'],
    ['I want to cancel an order', 'CANCEL_ORDER'],

    ['reinstate order 206', 'REINSTATE_ORDER id=206'],
    ['please restore order 206', 'REINSTATE_ORDER id=206'],
    ['bring order 206 back', 'REINSTATE_ORDER id=206'],
    ['undo the cancellation of order 206', 'REINSTATE_ORDER id=206'],
    ['order 206 was cancelled by mistake', 'REINSTATE_ORDER id=206'],
    ['reinstate an order', 'REINSTATE_ORDER'],

    ['refund order 205 for 10', 'REFUND_ORDER id=205 amount=10'],
    ['refund 10 on order 205', 'REFUND_ORDER amount=10 id=205'],
    ['refund order 205 with 12.50', 'REFUND_ORDER id=205 amount=12.50'],
    ['make a refund of R$ 10 for order 205', 'REFUND_ORDER amount=10.00 BRL id=205'],
    ['refund order 205', 'REFUND_ORDER id=205'],
    ["refund Maria's order", 'REFUND_ORDER id=Maria'],
    ['I need to refund an order', 'REFUND_ORDER'],
    ['refund', 'REFUND_ORDER'],

    ['add a note to order 204: Call before delivery', 'ADD_NOTE id=204 text=Call before delivery'],
    ['note on order 204: fragile', 'ADD_NOTE id=204 text=fragile'],
    ['add note to order 204 saying call and confirm', 'ADD_NOTE id=204 text=call and confirm'],
    ['add a note to order 204', 'ADD_NOTE id=204'],
    ['add a note', 'ADD_NOTE'],
  ])('%s → %s', (text, expected) => {
    expect(wishes(text)).toEqual([expected])
  })

  test('two wishes in one message are two', () => {
    expect(wishes('cancel order 204 and refund order 205 for 10')).toEqual([
      'CANCEL_ORDER id=204',
      'REFUND_ORDER id=205 amount=10',
    ])
  })

  test.each([
    "don't cancel order 204",
    'please do not refund order 205',
    "I don't want to cancel order 204",
    'never cancel order 204',
  ])('%s is no wish', (text) => expect(wishes(text)).toBe('negated'))

  test.each([
    'the moon is made of cheese',
    'order 204 should not be cancelled',
    'order 206 should not be reinstated',
    'Maria',
  ])('%s is not understood', (text) => expect(wishes(text)).toBe('unknown'))
})
