/** “Shah & Sons”: the sign is a part of what a firm is called, and no other wish begins behind it. */
import { expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const amount: Parameter = {
  name: 'amount',
  kind: 'scalar',
  required: true,
  type: 'money',
  entity: null,
  schema: { type: 'number', currency: 'BRL' },
}
const catalogue = withParameter(await loadShippedCatalogue(), 'REFUND_ORDER', amount, {
  en: ['bill for {id:name} {amount}', 'bill for {id:name}'],
  es: ['factura para {id:name} {amount}', 'factura para {id:name}'],
  'pt-BR': ['conta para {id:name} {amount}', 'conta para {id:name}'],
})

test.each([
  ['en', 'bill for Shah & Sons 45'],
  ['en', 'bill for shah & sons 45'],
  ['en', 'bill for Patel Brothers & Co. 45'],
  ['es', 'factura para Pérez & Hijos 45'],
  ['pt-BR', 'conta para Silva & Filhos 45'],
])('%s: what stands behind a firm that is not found is kept: “%s”', (language, text) => {
  const ana = createConversationWorld({ catalogue }).chatOf({ language })
  expect(ana.say(text).about).toBe('ask')
  expect(ana.say('204').preview?.args).toEqual({ id: '204', amount: '45.00 BRL' })
})

test.each([
  ['en', 'bill for Maria until friday & Leo to Bruno 45'],
  ['en', 'bill for maria and xuxa 45'],
  ['en', 'bill for maria & send it 45'],
  ['es', 'factura para xuxa y otra 45'],
  ['pt-BR', 'conta para xuxa & outra coisa 45'],
])('%s: what may be of another wish is not: “%s”', (language, text) => {
  const ana = createConversationWorld({ catalogue }).chatOf({ language })
  expect(ana.say(text).text).toMatch(/^“(?:R\$)?\s?45/u)
  expect(ana.say('204').preview).toBeUndefined()
})
