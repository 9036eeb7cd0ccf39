import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { withVisits } from '../../testing/catalogues/visits-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const read = createReader(withVisits(await loadShippedCatalogue()))

test.each([
  ['en', 'plan a visit to and a half of tiles on monday at 9:00', 'plan a visit to kate and bruno on monday at 9:00'],
  [
    'es',
    'planea una visita a y media de teja el lunes a las 9:00',
    'planea una visita a kate y bruno el lunes a las 9:00',
  ],
  [
    'pt-BR',
    'marca uma visita a e meia de telha na segunda às 9:00',
    'marca uma visita a kate e bruno na segunda às 9:00',
  ],
])('%s: no other wish begins where a name does, and one may within it', (language, begins, within) => {
  expect(read(begins, { kind: 'nothing' }, language)).not.toHaveProperty('wishes.0.behind')
  expect(read(within, { kind: 'nothing' }, language)).toHaveProperty('wishes.0.behind', { id: ['at'] })
})
