import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { nameIn } from './name-in.ts'

const catalogue = await loadShippedCatalogue()

test.each([
  ['TIME_ZONE', { zone: 'Ana' }, { parameter: 'zone', entity: 'time-zone', name: 'Ana' }],
  ['PERSON_TIME_ZONE', { phone: 'Ana' }, { parameter: 'phone', entity: 'person', name: 'Ana' }],
  ['PERSON_TIME_ZONE', { phone: 'Ana', zone: 'Lima' }, null],
  ['PERSON_TIME_ZONE', { phone: '+525599000002' }, null],
  ['CANCEL_ORDER', { id: '204' }, null],
  ['CALL_ME', { name: 'Ana' }, null],
  ['TIME_ZONE', {}, null],
])('the name by which the only thing of %s %j is found', (command, args, name) => {
  expect(nameIn(catalogue, { command, args })).toEqual(name)
})
