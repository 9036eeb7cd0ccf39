import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { understandingOf } from '../testing/conversation/understanding-fixture.ts'
import type { Understanding } from '../understanding/create-understanding.ts'
import { commandText } from './command-text.ts'

const when = { now: new Date('2026-11-20T12:00:00Z'), timeZone: 'America/Sao_Paulo' }
let catalogue: Catalogue
let understanding: Understanding

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
  understanding = understandingOf(catalogue)
})

const textOf = (...words: readonly string[]) =>
  commandText(catalogue, words, { understanding, when, complete: true }).text

describe('commandText()', () => {
  test('never lets a value become anything but that value', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== '')
    const marked = fc
      .tuple(value, fc.constantFrom(' id=1', '" id=1', "' x", '\\', '”', ',', ' please', '!', '*'))
      .map(([a, b]) => a + b)
    fc.assert(
      fc.property(fc.oneof(value, marked), (note) => {
        const text = textOf('ADD_NOTE', 'id=204', `text=${note}`)
        const reading = understanding.read(text, { kind: 'nothing' }, 'en', when)
        expect(reading).toMatchObject({
          kind: 'wishes',
          wishes: [{ command: 'ADD_NOTE', args: { id: '204', text: note } }],
        })
      }),
      { numRuns: 200 },
    )
  })

  test('takes the target without its name, and what people call it', () => {
    expect(textOf('order_status', '204')).toBe('ORDER_STATUS 204')
    expect(textOf('CANCEL_ORDER', 'id=Maria Souza')).toBe('CANCEL_ORDER id="Maria Souza"')
  })

  test('tells everything that is wrong at once, and how it is written', () => {
    expect(() => textOf('ADD_PERSON', 'phone=12', 'role=king')).toThrow(
      /^phone: .+\nname is missing\.\nrole: .+\nWrite it like: ADD_PERSON phone=… name=… role=…$/u,
    )
    expect(() => textOf('NO_SUCH')).toThrow('There is no command NO_SUCH. `sayso')
    expect(() => textOf('CANCEL_ODER')).toThrow('no command CANCEL_ODER (did you mean "CANCEL_ORDER"?). `sayso')
  })
})
