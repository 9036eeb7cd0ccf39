import { expect, test } from 'vitest'
import type { Locale, Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const way: Parameter = {
  name: 'amount',
  kind: 'selection',
  required: true,
  type: 'choice',
  entity: null,
  schema: { type: 'string', enum: ['upi', 'NEFT', 'gpay', 'cash'] },
}
const named = withParameter(await loadShippedCatalogue(), 'REFUND_ORDER', way, {})
const called = { upi: ['UPI'], NEFT: ['NEFT'], gpay: ['Google Pay', 'g pay'] }
const withWords = (locale: Locale): Locale => ({ ...locale, words: { ...locale.words, ...called } })
const catalogue = {
  ...named,
  locales: new Map([...named.locales].map(([code, locale]): [string, Locale] => [code, withWords(locale)])),
}

test.each([
  ['en', 'refund order 204'],
  ['es', 'reembolsa el pedido 204'],
  ['pt-BR', 'reembolsa o pedido 204'],
])('%s: choices are shown as their author wrote them, and said as anybody may', (language, wish) => {
  const ana = createConversationWorld({ catalogue }).chatOf({ language })
  expect(ana.say(wish).options?.map(({ label }) => label)).toEqual(['UPI', 'NEFT', 'Google Pay', 'Cash'])
  expect(ana.say('google pay').preview?.args).toEqual({ id: '204', amount: 'gpay' })
  expect(ana.say('NEFT').text).toContain('NEFT')
  expect(ana.say('upi').text).toContain('UPI')
  expect(ana.pending().envelope.args).toEqual({ id: '204', amount: 'upi' })
})
