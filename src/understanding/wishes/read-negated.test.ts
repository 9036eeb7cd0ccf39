import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import type { Expectation } from '../expectation.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'

const reader = createReader(await loadShippedCatalogue())
const read = (language: string, text: string, awaited: Expectation = { kind: 'nothing' }) =>
  reader(text, awaited, language)

const shown = ({ command, args, refers }: Wish) =>
  [command, ...Object.values(args), ...Object.values(refers ?? {}).map(({ said }) => said)].join(' ')

/** "wanted / wanted, not denied": what is asked for, and what is not. */
function meaning(reading: Reading): string {
  if (reading.kind === 'negated') return `not ${[reading.wish, ...(reading.others ?? [])].map(shown).join(' ')}`
  if (reading.kind !== 'wishes') return reading.kind
  const denied = (reading.denied ?? []).map(shown).join(' ')
  return `${reading.wishes.map(shown).join(' ')}${denied === '' ? '' : `, not ${denied}`}`
}

describe('a negation', () => {
  test.each([
    ['en', "don't cancel 204, cancel 207", 'CANCEL_ORDER 207, not CANCEL_ORDER 204'],
    ['en', "don't cancel 204; cancel 207", 'CANCEL_ORDER 207, not CANCEL_ORDER 204'],
    ['en', "don't cancel 204 and cancel 207", 'CANCEL_ORDER 207, not CANCEL_ORDER 204'],
    ['en', "don't cancel 204 but cancel 207", 'CANCEL_ORDER 207, not CANCEL_ORDER 204'],
    ['en', "don't cancel 204, but 207", 'CANCEL_ORDER 207, not CANCEL_ORDER 204'],
    ['en', "don't cancel it, cancel 207", 'CANCEL_ORDER 207, not CANCEL_ORDER it'],
    ['en', "don't cancel 204, cancel 207 and 208", 'CANCEL_ORDER 207 CANCEL_ORDER 208, not CANCEL_ORDER 204'],
    ['en', "no, don't cancel 204, cancel 207", 'CANCEL_ORDER 207, not CANCEL_ORDER 204'],
    ['en', "don't cancel 204, don't cancel 205, cancel 207", 'CANCEL_ORDER 207, not CANCEL_ORDER 204 CANCEL_ORDER 205'],
    ['pt-BR', 'não cancela o 204, cancela o 207', 'CANCEL_ORDER 207, not CANCEL_ORDER 204'],
    ['pt-BR', 'não cancela o 204, só o 207', 'CANCEL_ORDER 207, not CANCEL_ORDER 204'],
    ['pt-BR', 'não cancela o 204 mas estorna 5 do 205', 'REFUND_ORDER 5 205, not CANCEL_ORDER 204'],
    ['pt-BR', 'não quero cancelar o 204, quero estornar 5 do 205', 'REFUND_ORDER 5 205, not CANCEL_ORDER 204'],
    ['es', 'no me muestres el 204, muéstrame el 207', 'ORDER_STATUS 207, not ORDER_STATUS 204'],
    ['es', 'no canceles el 204 pero reembolsa 5 del 205', 'REFUND_ORDER 5 205, not CANCEL_ORDER 204'],
  ])('%s: %s: is of the first wish alone', (language, text, wanted) => {
    for (const awaited of [{ kind: 'nothing' }, { kind: 'confirmation', method: 'token', phrase: null }] as const)
      expect(meaning(read(language, text, awaited))).toBe(wanted)
  })

  test.each([
    ['en', "don't cancel 204, just note that she called", 'ADD_NOTE she called 204, not CANCEL_ORDER 204'],
    ['en', "don't cancel it, but note that she called", 'ADD_NOTE she called, not CANCEL_ORDER it'],
    ['en', "don't cancel 204, note on 205 that she called", 'ADD_NOTE 205 she called, not CANCEL_ORDER 204'],
    ['pt-BR', 'não cancela o 204, só anota que ela ligou', 'ADD_NOTE ela ligou 204, not CANCEL_ORDER 204'],
    ['pt-BR', 'não cancela o 204, só estorna', 'REFUND_ORDER 204, not CANCEL_ORDER 204'],
    ['es', 'no canceles el 204, solo anota que llamó', 'ADD_NOTE llamó 204, not CANCEL_ORDER 204'],
    ['es', 'no canceles el 204 ni el 205, anota que llamó', 'ADD_NOTE llamó, not CANCEL_ORDER 204 CANCEL_ORDER 205'],
  ])('%s: %s: what names no thing of its own is about the only one that is denied', (language, text, wanted) => {
    expect(meaning(read(language, text))).toBe(wanted)
  })

  test.each([
    ['en', "don't cancel 204 and 205", 'not CANCEL_ORDER 204 CANCEL_ORDER 205'],
    ['en', "don't cancel 204, 205 and 207", 'not CANCEL_ORDER 204 CANCEL_ORDER 205 CANCEL_ORDER 207'],
    ['en', "don't cancel order 204 and order 205", 'not CANCEL_ORDER 204 CANCEL_ORDER 205'],
    ['en', "don't cancel 204 or 207", 'not CANCEL_ORDER 204 CANCEL_ORDER 207'],
    ['en', "don't cancel 204 or refund 5 on order 205", 'not CANCEL_ORDER 204 REFUND_ORDER 5 205'],
    ['pt-BR', 'não cancela o 204 nem o 207', 'not CANCEL_ORDER 204 CANCEL_ORDER 207'],
    ['es', 'no canceles el 204 ni el 207', 'not CANCEL_ORDER 204 CANCEL_ORDER 207'],
  ])('%s: %s: is of all that is said for one verb, or after "or"', (language, text, wanted) => {
    expect(meaning(read(language, text))).toBe(wanted)
  })

  test.each([
    ['en', "don't cancel 204 and refund 5 on order 205"],
    ['en', "don't cancel 204, cancel 204"],
    ['en', "don't cancel 204, but cancel 207 or 208"],
    ['en', 'no cancel 204, cancel 207'],
    ['en', 'either cancel 204 or cancel 207'],
    ['pt-BR', 'ou cancela o 204 ou cancela o 207'],
    ['es', 'o cancela el 204 o cancela el 207'],
  ])('%s: %s: which is meant cannot be told, and nothing is understood', (language, text) => {
    for (const awaited of [{ kind: 'nothing' }, { kind: 'confirmation', method: 'token', phrase: null }] as const)
      expect(read(language, text, awaited).kind).toBe('unknown')
  })

  test('of forgetting asks for the thing itself', () => {
    for (const [language, text, wanted] of [
      ['en', "don't forget to cancel 204", 'CANCEL_ORDER 204'],
      ['pt-BR', 'não esqueça de estornar 5 do 205', 'REFUND_ORDER 5 205'],
      ['pt-BR', 'não se esqueça de cancelar o 204', 'CANCEL_ORDER 204'],
      ['es', 'no olvides cancelar el 204', 'CANCEL_ORDER 204'],
      ['es', 'no te olvides de reembolsar 5 del 205', 'REFUND_ORDER 5 205'],
    ] as const) {
      expect(meaning(read(language, text))).toBe(wanted)
      expect(meaning(read(language, text, { kind: 'confirmation', method: 'token', phrase: null }))).toBe(wanted)
    }
  })

  test('of forgetting what is no command refuses nothing', () => {
    const awaited = { kind: 'confirmation', method: 'token', phrase: null } as const
    for (const [language, text] of [
      ['en', "don't forget to call Maria"],
      ['pt-BR', 'não esqueça de avisar a Maria'],
      ['es', 'no olvides avisar a María'],
    ] as const)
      expect(read(language, text, awaited).kind).toBe('unknown')
  })

  test('never lets what it denies be asked for', () => {
    const id = fc.integer({ min: 200, max: 209 }).map(String)
    const verb = fc.constantFrom('cancel', 'refund 5 on', 'show', 'reinstate', '')
    const join = fc.constantFrom(', ', ' and ', ' or ', ' but ', '; ', ', and ', '\n', ' nor ', ' ')
    const rest = fc.array(fc.tuple(join, verb, id), { maxLength: 3 })
    fc.assert(
      fc.property(
        fc.constantFrom("don't", 'do not', 'never', 'i no longer want to'),
        id,
        rest,
        (negation, first, more) => {
          const said = more.map(([joined, word, other]) => `${joined}${word} order ${other}`).join('')
          const reading = read('en', `${negation} cancel order ${first}${said}`)
          if (reading.kind === 'negated' || reading.kind === 'unknown') return
          expect(reading).toMatchObject({
            kind: 'wishes',
            denied: expect.arrayContaining([expect.objectContaining({ args: { id: first } })]),
          })
          expect(reading).not.toMatchObject({
            wishes: expect.arrayContaining([expect.objectContaining({ command: 'CANCEL_ORDER', args: { id: first } })]),
          })
        },
      ),
      { numRuns: 300 },
    )
  })
})
