import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'
import { sourceEnd, sourceStart } from './view.ts'

describe('cleanText()', () => {
  test.each([
    ['turn on!', 'turn on'],
    ['  ¿Qué   tal?  ', 'Qué tal'],
    ['set it to 20.5, please.', 'set it to 20.5 please'],
    ['at 12:30: wake me', 'at 12:30 wake me'],
    ['turn on the a.c.', 'turn on the a.c'],
    ['a.c.', 'a.c.'],
    ['the a.c. is on', 'the a.c. is on'],
    ['one . two ; three', 'one  two  three'.replace(/ {2}/g, ' ')],
    ['what’s up', "what's up"],
    ['50% - "ok" _x_ 20°', '50% - "ok" _x_ 20°'],
    ['e\u0301te\u0301', 'été'],
    ['água, já?', 'água já'],
    ['?!', ''],
    ['', ''],
  ])('%j becomes %j', (text, wanted) => {
    expect(cleanText(text).text).toBe(wanted)
  })

  test('every character knows where it came from', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('ab1é .,?!-_%\n’'), 'e\u0301', '€'), maxLength: 40 }),
        (original) => {
          const view = cleanText(original)
          const units = Array.from({ length: view.text.length }, (_, at) => view.text.charAt(at))
          const sources = units.map((_, at) => original.slice(sourceStart(view, at), sourceEnd(view, at)))
          expect(
            sources.map((source) => (/\s/u.test(source) ? ' ' : source.normalize('NFC').replace('’', "'"))),
          ).toEqual(units)
        },
      ),
    )
  })
})
