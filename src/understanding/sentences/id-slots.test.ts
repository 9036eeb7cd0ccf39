/** Numbers where a sentence wants a thing whose ids mean nothing to people. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { withVisits } from '../../testing/catalogues/visits-catalogue.ts'
import { createUnderstanding } from '../create-understanding.ts'

const shipped = await loadShippedCatalogue()
const byName = createUnderstanding({ catalogue: withVisits(shipped) })
const byId = createUnderstanding({ catalogue: shipped })
/** Sunday. */
const when = { now: new Date('2026-03-01T12:00:00Z'), timeZone: 'UTC' }

function wishIn(understanding: typeof byName, text: string, language: string) {
  const reading = understanding.readIn(text, { kind: 'nothing' }, language, when)
  return reading.kind === 'wishes' ? reading.wishes[0] : undefined
}

describe('a number is no such thing', () => {
  test.each([
    ['en', 'visits of the 22nd'],
    ['es', 'visitas del 22'],
    ['pt-BR', 'visitas do 22'],
  ])('%s: “%s” is rather of the day', (language, text) => {
    expect(wishIn(byName, text, language)).toMatchObject({ command: 'LIST_VISITS', args: { day: '2026-03-22' } })
  })

  test.each([
    ['en', 'plan a visit on tuesday at 10', '2026-03-03T10:00:00+00:00'],
    ['es', 'planea una visita el martes a las 10', '2026-03-03T10:00:00+00:00'],
    ['pt-BR', 'marca uma visita na terça às 10', '2026-03-03T10:00:00+00:00'],
  ])('%s: “%s” says when, and not to whom', (language, text, at) => {
    const { command, args } = wishIn(byName, text, language) ?? {}
    expect({ command, ...args }).toMatchObject({ command: 'PLAN_VISIT' })
    expect(Object.keys(args ?? {})).toEqual(['at'])
    expect(args?.['at']).toContain(at.slice(0, 13))
  })

  test('but what may be a name, where it can be nothing else', () => {
    expect(wishIn(byName, 'visitas del 45', 'es')).toMatchObject({ command: 'LIST_VISITS', args: { id: '45' } })
  })
})

describe('it is one', () => {
  test.each([
    ['en', 'visits of the order 22'],
    ['es', 'visitas del pedido 22'],
    ['pt-BR', 'visitas do pedido 22'],
  ])('%s: behind its title: “%s”', (language, text) => {
    expect(wishIn(byName, text, language)).toMatchObject({ args: { id: '#22' } })
  })

  test('in a token, and in each of several', () => {
    expect(wishIn(byName, 'CANCEL_ORDER id=22', 'en')).toMatchObject({ args: { id: '#22' } })
    expect(wishIn(byName, 'CANCEL_ORDER 22', 'en')).toMatchObject({ args: { id: '#22' } })
    const reading = byName.readIn('cancel orders 204, 205 and 207', { kind: 'nothing' }, 'en', when)
    expect(reading).toMatchObject({ wishes: ['#204', '#205', '#207'].map((id) => ({ args: { id } })) })
  })
})

test('where people know things by their ids, a number is one without more', () => {
  expect(wishIn(byId, 'cancel order 22', 'en')?.args).toEqual({ id: '22' })
  expect(wishIn(byId, 'CANCEL_ORDER id=22', 'en')?.args).toEqual({ id: '22' })
})

test.each([
  ['en', 'cancel it'],
  ['es', 'cancélalo'],
  ['pt-BR', 'cancela ele'],
])('%s: “%s” still refers to one', (language, text) => {
  expect(wishIn(byName, text, language)).toMatchObject({ command: 'CANCEL_ORDER', refers: { id: { entity: 'order' } } })
})
