import { describe, expect, test } from 'vitest'
import { loadClinic, loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())
const readAtClinic = createReader(await loadClinic())

function kindOf(reading: ReturnType<typeof read>): string {
  return reading.kind === 'wishes' ? JSON.stringify(reading.wishes.map(({ args }) => args)) : reading.kind
}

describe('what a name swallows of the rest of its sentence makes it mean nothing', () => {
  test.each([
    ['en', 'make Otto a viewer instead of an owner'],
    ['en', 'make Vic no longer an owner'],
    ['en', 'MAKE VIC NO LONGER AN OWNER'],
    ['en', 'make Vic an operator instead of an owner'],
    ['en', 'make Otto a viewer and Vic an owner'],
    ['en', 'make Otto viewer, not operator'],
    ['en', 'make Otto viewer but not operator'],
    ['en', 'add Dora as viewer and Eva as owner'],
    ['en', 'rename Vic to Otto and Otto to Vic'],
    ['pt-BR', 'torna o Otto consulta em vez de responsável'],
    ['pt-BR', 'torna o Otto consulta e o Vic responsável'],
    ['pt-BR', 'adiciona a Dora como consulta e a Eva como responsável'],
    ['pt-BR', 'renomeia o Vic para Otto e o Otto para Vic'],
    ['es', 'haz a Otto consulta en lugar de responsable'],
    ['es', 'haz a Otto consulta y a Vic responsable'],
    ['es', 'agrega a Dora como consulta y a Eva como responsable'],
    ['es', 'cambia el nombre de Vic a Otto y el de Otto a Vic'],
  ])('roles and further names, in %s: “%s”', (language, text) => {
    expect(kindOf(read(text, { kind: 'nothing' }, language))).toBe('unknown')
  })

  test.each([
    ['en', 'Otto almost left the team'],
    ['en', 'has Vic left the company?'],
    ['en', 'Has Vic left the company'],
    ['en', 'is it true that Otto left the company'],
    ['pt-BR', 'será que o Otto saiu da empresa'],
    ['pt-BR', 'o Otto quase saiu da empresa'],
    ['es', 'tal vez Otto se fue de la empresa'],
    ['es', 'Otto casi se fue de la empresa'],
    ['es', '¿es verdad que Otto se fue de la empresa?'],
  ])('questions, hedges and negations, in %s: “%s”', (language, text) => {
    expect(kindOf(read(text, { kind: 'nothing' }, language))).toBe('unknown')
  })

  test.each([
    ['en', "ana souza hasn't paid 50 in cash"],
    ['en', 'has ana souza paid 50'],
    ['en', "maybe ana souza isn't coming"],
    ['en', 'book joao with helena this weekend at 5pm'],
    ['en', 'book joao with helena christmas at 5pm'],
    ['en', 'book joao with helena a week from friday at 5pm'],
    ['en', 'book joao with helena next next friday at 5pm'],
    ['en', 'book joao with helena from 28 to 30'],
    ['pt-BR', 'será que a ana souza não vem'],
    ['pt-BR', 'marca o pedro com a helena na semana do natal às 16h'],
  ])('at the clinic, in %s: “%s”', (language, text) => {
    expect(kindOf(readAtClinic(text, { kind: 'nothing' }, language))).toBe('unknown')
  })
})

test.each([
  ['en', 'book joao with helena friday 6 at 3pm', '2026-03-06T15:00:00-03:00'],
  ['en', 'book joao with helena christmas day at 5pm', '2026-12-25T17:00:00-03:00'],
  ['en', 'book joao with helena on friday 6th at 3pm', '2026-03-06T15:00:00-03:00'],
  ['pt-BR', 'marca o joao com a helena sexta 6 às 16h', '2026-03-06T16:00:00-03:00'],
  ['pt-BR', 'marca o joao com a helena na sexta-feira 6 às 16h', '2026-03-06T16:00:00-03:00'],
])('a weekday with the number of its day belongs to the time, in %s: “%s”', (language, text, when) => {
  const reading = readAtClinic(text, { kind: 'nothing' }, language)
  expect(reading).toMatchObject({ kind: 'wishes', wishes: [{ args: { patient: 'joao', dentist: 'helena', when } }] })
})

describe('names stay names', () => {
  test.each([
    ['en', 'make Otto Viewer an operator', { phone: 'Otto Viewer', role: 'operator' }],
    ['en', 'remove Ana Perhaps', { phone: 'Ana Perhaps' }],
    ['en', 'rename Vic to Victor', { phone: 'Vic', name: 'Victor' }],
    ['en', 'add Tom and Co as viewer', { name: 'Tom and Co', role: 'viewer' }],
    ['pt-BR', 'renomeia o Vic para Maria de Sá e Lima', { phone: 'Vic', name: 'Maria de Sá e Lima' }],
    ['es', 'cambia el nombre de Vic a José Ortega y Gasset', { phone: 'Vic', name: 'José Ortega y Gasset' }],
  ])('in %s: “%s”', (language, text, args) => {
    expect(kindOf(read(text, { kind: 'nothing' }, language))).toBe(JSON.stringify([args]))
  })

  test.each([
    ['en', 'book pedro julio with helena tomorrow at 5pm', { patient: 'pedro julio', dentist: 'helena' }],
    ['pt-BR', 'marca o joão abril com a helena amanhã às 16h', { patient: 'joão abril', dentist: 'helena' }],
  ])('also those that a month has, in %s: “%s”', (language, text, args) => {
    const reading = readAtClinic(text, { kind: 'nothing' }, language)
    expect(reading).toMatchObject({ kind: 'wishes', wishes: [{ args }] })
  })
})
