import { expect, test } from 'vitest'
import type { Locale } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { buildStep } from '../../testing/build-step.ts'
import { actorFactsOf } from './actor-facts.ts'

const person = { id: 'p1', phone: '+5511990000001', name: 'Ana', roles: [], language: 'en', timeZone: 'UTC' }
const plain = { language: 'en', region: 'en-US', time_zone: 'UTC' }

test.each([
  [{ id: '{{args.id}}', actor: '{{actor.id}}' }, '', plain],
  [{ by: '{{actor.name}}' }, '', { ...plain, name: 'Ana' }],
  [
    { values: [{ by: 'booked by {{ actor . name }} ({{actor.`phone`}})' }] },
    '',
    { ...plain, name: 'Ana', phone: '+5511990000001' },
  ],
  [{ by: '{{ $merge([{"a": {"b": {}}}, {"c": actor.phone}]) }}' }, '', { ...plain, phone: '+5511990000001' }],
  [{}, 'Booking for {{actor.name}}', { ...plain, name: 'Ana' }],
  [{ by: '{{contractor.phone}}', note: 'actor.name' }, '', plain],
])('the envelope of a chain with %j and %j keeps %j of whoever asks', async (actionMeta, stepMsg, facts) => {
  const locale = (await loadShippedCatalogue()).locales.get('en') as Locale
  expect(actorFactsOf({ locale, person }, { chain: [buildStep({ stepName: 'Book', actionMeta, stepMsg })] })).toEqual(
    facts,
  )
})
