import { describe, expect, test } from 'vitest'
import type { Locale } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import { compileLanguage } from '../words/language.ts'
import { readListed } from './listed-numbers.ts'
import { readList } from './read-list.ts'
import type { Wish } from '../wish.ts'

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

function readEnglish(text: string) {
  return createReader(catalogue)(text, { kind: 'nothing' }, 'en')
}

function idsOf(text: string) {
  const reading = readEnglish(text)
  return reading.kind === 'wishes' ? reading.wishes.map(({ command, args }) => `${command} ${args['id']}`) : reading
}

describe('a list without spaces', () => {
  test.each([
    ['cancel orders 204,205,207', ['CANCEL_ORDER 204', 'CANCEL_ORDER 205', 'CANCEL_ORDER 207']],
    ['cancel orders 3,4,9', ['CANCEL_ORDER 3', 'CANCEL_ORDER 4', 'CANCEL_ORDER 9']],
    ['cancel orders 204,205 and 207', ['CANCEL_ORDER 204', 'CANCEL_ORDER 205', 'CANCEL_ORDER 207']],
    ['cancel 204,205', ['CANCEL_ORDER 204', 'CANCEL_ORDER 205']],
    ['cancel orders 204;205;207', ['CANCEL_ORDER 204', 'CANCEL_ORDER 205', 'CANCEL_ORDER 207']],
  ])('“%s” asks for each', (text, wanted) => {
    expect(idsOf(text)).toEqual(wanted)
  })

  test.each([
    ['refund order 204 by 1,000', { id: '204', amount: '1000' }],
    ['refund 1,234,567 on order 204', { id: '204', amount: '1234567' }],
  ])('“%s” holds none', (text, args) => {
    expect(readEnglish(text)).toMatchObject({ kind: 'wishes', wishes: [{ command: 'REFUND_ORDER', args }] })
  })

  test('is no thing of that name', () => {
    const locales = new Map([...catalogue.locales].map(([code, locale]) => [code, zipping(locale)]))
    const reading = createReader({ ...catalogue, locales })('zip 204,205,207', { kind: 'nothing' }, 'en')
    expect(reading).toMatchObject({
      wishes: ['204', '205', '207'].map((id) => ({ command: 'CANCEL_ORDER', args: { id } })),
    })
  })

  test('nor is what may be a sum', () => {
    expect(readListed('cancel order 204,50', language)).toEqual([])
  })
})

/** A command that is asked for by a number as well as by a name. */
function zipping(locale: Locale): Locale {
  const texts = locale.commands['orders.cancel']
  if (texts === undefined) throw new TypeError('Nothing cancels an order')
  const sentences = [...texts.sentences, 'zip {id}', 'zip {id:name}']
  return { ...locale, commands: { ...locale.commands, 'orders.cancel': { ...texts, sentences } } }
}
