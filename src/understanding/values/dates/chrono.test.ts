import * as chrono from 'chrono-node'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadShippedLanguages } from '../../../testing/catalogues/shipped-languages.ts'
import { readExactValue } from '../../bare-value.ts'
import { foldText } from '../../text/fold-text.ts'

/*
 * An independent reader of English dates as a witness: what it reads whole, ours reads alike. It does not serve as the reader
 * itself: it takes the part that it knows ("8 de la noche" as 8 in the morning), and has no say of where a value ends.
 */

const { language } = (await loadShippedLanguages())('en')
const months =
  'January February March April May June July August September October November December Jan Feb Sept'.split(' ')

const day = fc.integer({ min: 1, max: 28 })
const th = (n: number) =>
  `${n}${n % 10 === 1 && n !== 11 ? 'st' : n % 10 === 2 && n !== 12 ? 'nd' : n % 10 === 3 && n !== 13 ? 'rd' : 'th'}`
const count = fc.integer({ min: 2, max: 40 })
const year = fc.integer({ min: 2021, max: 2080 })
const dates = fc.oneof(
  fc.constantFrom('today', 'tomorrow', 'yesterday'),
  fc.tuple(fc.constantFrom(...months), day, year).map(([name, n, y]) => `${name} ${th(n)}, ${y}`),
  fc.tuple(day, fc.constantFrom(...months), year).map(([n, name, y]) => `${n} ${name} ${y}`),
  fc.tuple(fc.constantFrom(...months), day).map(([name, n]) => `${name} ${n}`),
  fc.tuple(count, fc.constantFrom('days', 'weeks', 'months', 'years')).map(([n, unit]) => `in ${n} ${unit}`),
  fc.tuple(count, fc.constantFrom('days', 'weeks', 'months')).map(([n, unit]) => `${n} ${unit} ago`),
  fc.tuple(fc.integer({ min: 1, max: 12 }), day, year).map(([m, n, y]) => `${m}/${n}/${y}`),
)
const times = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom('am', 'pm', ' am', ' p.m.'))
    .map(([h, half]) => `${h}${half}`),
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 10, max: 59 }), fc.constantFrom('am', ' pm'))
    .map(([h, m, half]) => `${h}:${m}${half}`),
  fc.tuple(fc.integer({ min: 13, max: 23 }), fc.integer({ min: 10, max: 59 })).map(([h, m]) => `${h}:${m}`),
  fc.constantFrom('noon'),
)
/** The other reader takes a month before the 31st for the 1st of the month after; ours for the last day. */
const now = fc
  .date({ min: new Date('2021-01-02'), max: new Date('2030-12-28'), noInvalidDate: true })
  .filter((at) => at.getUTCDate() <= 28)

/** A day without a year that has just passed, and this very day from noon on, are those of next year for the other reader. */
const almostYearMs = 333 * 86_400_000
const namesYear = /\d{4}|year|week|day|month/u

/** `null` for what it does not read whole, and where the two differ on purpose. */
function witness(text: string, instant: Date): string | null {
  const [found, ...others] = chrono.parse(text, { instant, timezone: 0 }, { forwardDate: true })
  const read = found?.text === text && others.length === 0 ? found.date().toISOString().slice(0, 16) : null
  const isNextYear = read !== null && Date.parse(`${read}Z`) - instant.getTime() > almostYearMs
  return isNextYear && !namesYear.test(text) ? null : read
}

test('English days are those that another reader takes them for', () => {
  let compared = 0
  fc.assert(
    fc.property(dates, now, (text, instant) => {
      const expected = witness(text, instant)?.slice(0, 10)
      if (expected === undefined) return
      compared++
      const found = readExactValue(foldText(text), { type: 'date' }, language, { now: instant, timeZone: 'UTC' })
      expect([text, found?.value]).toEqual([text, expected])
    }),
    { numRuns: 1_000 },
  )
  expect(compared).toBeGreaterThan(800)
})

test('English days with a time are those that another reader takes them for', () => {
  let compared = 0
  fc.assert(
    fc.property(dates, times, now, (date, time, instant) => {
      const text = `${date} at ${time}`
      const expected = witness(text, instant)
      if (expected === null) return
      compared++
      const found = readExactValue(foldText(text), { type: 'datetime' }, language, { now: instant, timeZone: 'UTC' })
      expect([text, found?.value]).toEqual([text, `${expected}:00+00:00`])
    }),
    { numRuns: 1_000 },
  )
  expect(compared).toBeGreaterThan(500)
})
