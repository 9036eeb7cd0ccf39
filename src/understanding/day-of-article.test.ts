import { expect, test } from 'vitest'
import { loadClinic, loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withVisits } from '../testing/catalogues/visits-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'

const readVisit = createReader(withVisits(await loadShippedCatalogue()))
const readClinic = createReader(await loadClinic())
const nothing = { kind: 'nothing' } as const

// The tests are on 4 March 2026.
test.each([
  ['el 15', '2026-03-15'],
  ['el quince', '2026-03-15'],
  ['el 15 de enero a las 9:00', '2027-01-15T09:00:00-03:00'],
  ['el 15 a las 9:00', '2026-03-15T09:00:00-03:00'],
  ['a las 15', '2026-03-04T15:00:00-03:00'],
])('“%s” behind an article that the sentence takes is %s', (said, at) => {
  expect(readVisit(`planea una visita a maria ${said}`, nothing, 'es')).toMatchObject({
    wishes: [{ args: { id: 'maria', at } }],
  })
})

test.each([
  ['para o 15', '2026-03-15'],
  ['para o dia 15', '2026-03-15'],
  ['para as 15', '15:00'],
])('“remarca … %s” is %s in the clinic', (said, when) => {
  expect(readClinic(`remarca a consulta do Pedro Alves ${said}`, nothing, 'pt-BR')).toMatchObject({
    wishes: [{ command: 'MOVE_APPOINTMENT', args: { when } }],
  })
})
