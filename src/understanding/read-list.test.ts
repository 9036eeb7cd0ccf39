import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createReader } from '../testing/understanding-fixture.ts'
import { compileLanguage } from './language.ts'
import { readListed } from './listed-numbers.ts'
import { readList } from './read-list.ts'
import type { Wish } from './reading.ts'

const catalogue = await loadShippedCatalogue()
const english = catalogue.locales.get('en')
if (english === undefined) throw new TypeError('English is missing')
const language = compileLanguage(english, catalogue.locales.values())

/** What the list asks for, and how many readings that took. */
function readCounted(text: string, read: (part: string) => Wish | null) {
  let count = 0
  const wishes = readList(text, (part) => (count++, read(part)), { catalogue, language })
  return { wishes, count }
}

function cancelling(part: string): Wish | null {
  const [id] = /\d+/u.exec(part) ?? []
  return id === undefined ? null : { command: 'CANCEL_ORDER', args: { id }, source: 'sentence' }
}

function cancellingOdd(part: string): Wish | null {
  return part.includes('2') ? null : cancelling(part)
}

describe('a list of numbers', () => {
  const numbers = Array.from({ length: 40 }, (_, at) => `${at + 1}`)

  test('is given up at its first number where that asks for nothing', () => {
    expect(readCounted(numbers.join(', '), () => null)).toEqual({ wishes: null, count: 1 })
  })

  test('is read as far as it takes to see that it is too long, and no further', () => {
    const { wishes, count } = readCounted(`cancel orders ${numbers.join(', ')}`, cancelling)
    expect([wishes?.length, count]).toEqual([6, 6])
    expect(createReader(catalogue)(`cancel orders ${numbers.join(', ')}`, { kind: 'nothing' }, 'en')).toEqual({
      kind: 'too-many',
      most: 5,
    })
  })

  test('is given up at the first number that is no such wish', () => {
    const { wishes, count } = readCounted('cancel orders 1, 2, 3 and 4', cancellingOdd)
    expect([wishes, count]).toEqual([null, 2])
  })

  test('that is too long to be one has no end that is one', () => {
    expect(readListed('1, '.repeat(50), language)).toHaveLength(50)
    expect(readListed('1, '.repeat(51), language)).toEqual([])
  })
})
