import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { wouldSucceed } from './succeeds-if.ts'

const { commands } = await loadShippedCatalogue()

function foretold(
  token: string,
  args: Readonly<Record<string, string>>,
  facts: Parameters<typeof wouldSucceed>[1]['facts'],
) {
  const command = commands.get(token)
  if (command === undefined) throw new TypeError(`There is no ${token}`)
  return wouldSucceed(command, { args, facts })
}

test.each([
  ['GRANT_ROLE', 'viewer', false],
  ['GRANT_ROLE', 'operator', true],
  ['REVOKE_ROLE', 'viewer', true],
  ['REVOKE_ROLE', 'operator', false],
])('%s of %s, for who is a viewer and an owner, would succeed: %s', (token, role, wanted) => {
  expect(foretold(token, { role }, { person: { roles: 'viewer, owner' } })).toBe(wanted)
})

test.each([
  ['owner', 'yes', false],
  ['owner', 'no', true],
  ['viewer', 'yes', true],
])('REVOKE_ROLE of %s, where somebody is the last owner: %s, would succeed: %s', (role, last, wanted) => {
  expect(foretold('REVOKE_ROLE', { role }, { person: { roles: 'viewer, owner', last_owner: last } })).toBe(wanted)
})

test.each([
  ['Bia', false],
  ['Beatriz', true],
])('RENAME_PERSON of Bia to %s would succeed: %s', (name, wanted) => {
  expect(foretold('RENAME_PERSON', { name }, { person: { name: 'Bia' } })).toBe(wanted)
})

test.each([
  ['file', true],
  ['folder', false],
  ['link', false],
])('DELETE_FILE of a %s would succeed: %s', (kind, wanted) => {
  expect(foretold('DELETE_FILE', { path: 'a' }, { file: { id: 'a', kind } })).toBe(wanted)
})

test('what is not known foretells nothing, and neither does a command that says nothing of it', () => {
  expect(foretold('CANCEL_ORDER', { id: '204' }, {})).toBe(true)
  expect(foretold('REFUND_ORDER', { id: '204' }, { order: { refundable: null } })).toBe(true)
  expect(foretold('ADD_NOTE', { id: '204' }, { order: { status: 'cancelled' } })).toBe(true)
})

test('of money in the currency of a thing the amount is compared, too', () => {
  const schema = { type: 'number', currency: 'item.currency' }
  const price = { name: 'price', kind: 'scalar', required: true, type: 'money', schema, entity: null } as const
  const succeedsIf = { properties: { args: { properties: { price: { maximum: { $data: '/facts/item/price' } } } } } }
  const would = (given: string) =>
    wouldSucceed({ succeedsIf, parameters: [price] }, { args: { price: given }, facts: { item: { price: 500 } } })
  expect([would('500.00 BRL'), would('500.01 BRL'), would('501 JPY')]).toEqual([true, false, false])
})

test.each([
  ['500.00 BRL', 500, true],
  ['500.01 BRL', 500, false],
  ['99.00 BRL', 500, true],
  // In another currency than that of its parameter nothing is foretold.
  ['900.00 USD', 500, true],
])('of money the amount is compared: %s against %s would succeed: %s', (price, most, wanted) => {
  const parameter = {
    name: 'price',
    kind: 'scalar',
    required: true,
    type: 'money',
    schema: { type: 'number', currency: 'BRL' },
    entity: null,
  } as const
  const [byFact, byNumber] = [{ $data: '/facts/item/price' }, most].map((maximum) => ({
    properties: { args: { properties: { price: { maximum } } } },
  }))
  for (const succeedsIf of [byFact, byNumber]) {
    const command = { succeedsIf: succeedsIf ?? null, parameters: [parameter] }
    expect(wouldSucceed(command, { args: { price }, facts: { item: { price: most } } })).toBe(wanted)
  }
})
