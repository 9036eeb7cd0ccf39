import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { thingsFor } from './catalogue-new-questions.ts'

test('the things of the folder are offered first, and none that commands only look up', async () => {
  const catalogue = await loadShippedCatalogue()
  expect(thingsFor('orders/hold', catalogue).slice(0, 2)).toEqual(['order', 'note'])
  expect(thingsFor('admin/thank', catalogue)[0]).toBe('person-ever')
  for (const name of ['former-person', 'held-roles', 'namesake', 'pause']) {
    expect(catalogue.entities.has(name)).toBe(true)
    expect(thingsFor('orders/hold', catalogue)).not.toContain(name)
  }
})
