import { describe, expect, test } from 'vitest'
import {
  createFixtureReader,
  createReader,
  createUnderstandingFixture,
} from '../testing/conversation/understanding-fixture.ts'
import { createUnderstanding } from './create-understanding.ts'
import type { Expectation } from './expectation.ts'
import type { Reading } from './reading.ts'

const read = createFixtureReader()
const nothing: Expectation = { kind: 'nothing' }

/** "COMMAND id=1 / COMMAND" for every wish, so that a table stays readable. */
function wishes(reading: Reading): string {
  if (reading.kind !== 'wishes' && reading.kind !== 'ambiguous') return reading.kind
  const shown = reading.wishes.map(({ command, args }) =>
    [command, ...Object.entries(args).map(([name, arg]) => `${name}=${arg}`)].join(' '),
  )
  return shown.join(reading.kind === 'wishes' ? ' / ' : ' or ')
}

describe('sentences', () => {
  test.each([
    ["what's the status of order 204?", 'ORDER_STATUS id=204'],
    ['Status of order two hundred and five', 'ORDER_STATUS id=205'],
    ['status of order two oh six please', 'ORDER_STATUS id=206'],
    ["what is the status of João's order", 'ORDER_STATUS id=João'],
    ['Hi, could you please cancel order #204, thanks!', 'CANCEL_ORDER id=204'],
    ['reinstate order 206', 'REINSTATE_ORDER id=206'],
    ["cancel Pedro's order", 'CANCEL_ORDER id=Pedro'],
    ['Cancel PEDRO’S order 🙏', 'CANCEL_ORDER id=PEDRO'],
    ['cancel the order of Pedro Alves please', 'CANCEL_ORDER id=Pedro Alves'],
    ["cancel order 204 because João's mom said so", "CANCEL_ORDER id=204 reason=João's mom said so"],
    ['I want to cancel an order', 'CANCEL_ORDER'],
    ['refund order 205 for 10', 'REFUND_ORDER id=205 amount=10'],
    ['refund $1,200.50 on order 205', 'REFUND_ORDER amount=1200.50 id=205'],
    ['refund ten reais of order two hundred and five', 'REFUND_ORDER amount=10 id=205'],
    ['list orders', 'LIST_ORDERS'],
    ['show me all the PAID orders', 'LIST_ORDERS status=paid'],
    ['list on hold orders', 'LIST_ORDERS status=on_hold'],
    ['list waiting orders', 'LIST_ORDERS status=on_hold'],
    ['Note on order 204: Call (Maria) at 12:30!', 'ADD_NOTE id=204 text=Call (Maria) at 12:30!'],
    ['add "Hi; there" as a note to order 204', 'ADD_NOTE text=Hi; there id=204'],
    ['add a note to order 204', 'ADD_NOTE id=204'],
  ])('%j', (text, wanted) => {
    expect(wishes(read(text))).toBe(wanted)
  })

  test.each([
    'the moon is made of cheese',
    'cancel',
    'refund order 205 for ten fifty',
    'cancel my order now or never',
    `cancel order 204${'!'.repeat(500)}`,
  ])('%j is no sentence', (text) => {
    expect(read(text).kind).not.toBe('wishes')
  })

  test('the sentence with more of its own words wins over the wildcard', () => {
    expect(wishes(read('cancel the order'))).toBe('CANCEL_ORDER')
  })

  test('on a full tie the less dangerous command wins, whatever the order', () => {
    for (const paths of [
      ['orders.cancel', 'orders.status'],
      ['orders.status', 'orders.cancel'],
    ]) {
      expect(readRivals(paths.map((path) => [path, 'handle {id}']))).toBe('ORDER_STATUS id=204')
    }
  })

  test('commands that are as dangerous are all given, for only the person knows', () => {
    const rivals = [
      ['orders.cancel', 'handle {id}'],
      ['orders.refund', 'handle {id}'],
    ]
    expect(readRivals(rivals)).toBe('CANCEL_ORDER id=204 or REFUND_ORDER id=204')
    expect(readRivals(rivals, 'please handle 204!')).toBe('CANCEL_ORDER id=204 or REFUND_ORDER id=204')
    for (const text of ["don't handle 204", 'no handle 204', 'handle 204 and handle 205']) {
      expect(readRivals(rivals, text)).toBe('unknown')
    }
  })

  test('fewer wildcards win before that', () => {
    const rivals = readRivals([
      ['orders.note', 'handle {text}'],
      ['orders.cancel', 'handle {id}'],
    ])
    expect(rivals).toBe('CANCEL_ORDER id=204')
  })
})

describe('several wishes', () => {
  test.each([
    ['cancel order 204 and refund order 205 for 10', 'CANCEL_ORDER id=204 / REFUND_ORDER id=205 amount=10'],
    ['cancel order 204; then reinstate order 206', 'CANCEL_ORDER id=204 / REINSTATE_ORDER id=206'],
    ['cancel order 204\nORDER_STATUS 205', 'CANCEL_ORDER id=204 / ORDER_STATUS id=205'],
    ['CANCEL_ORDER id=204; REFUND_ORDER id=205 amount=10', 'CANCEL_ORDER id=204 / REFUND_ORDER id=205 amount=10'],
    [
      'cancel order two hundred and five and refund order 205 for ten',
      'CANCEL_ORDER id=205 / REFUND_ORDER id=205 amount=10',
    ],
    ['cancel the order of Pedro and refund order 205 for 10', 'CANCEL_ORDER id=Pedro / REFUND_ORDER id=205 amount=10'],
    [
      'cancel order 204 and add note to order 205 saying call and confirm',
      'CANCEL_ORDER id=204 / ADD_NOTE id=205 text=call and confirm',
    ],
    ['note on order 204 call Maria and cancel order 205', 'ADD_NOTE id=204 text=call Maria / CANCEL_ORDER id=205'],
    ['cancel order 204, refund order 205 for 10', 'CANCEL_ORDER id=204 / REFUND_ORDER id=205 amount=10'],
    [
      'cancel order 204, reinstate order 206, and refund order 205 for 10',
      'CANCEL_ORDER id=204 / REINSTATE_ORDER id=206 / REFUND_ORDER id=205 amount=10',
    ],
    ['cancel order 204, cancel the order of Pedro', 'CANCEL_ORDER id=204 / CANCEL_ORDER id=Pedro'],
    ['show order 204, show order 205', 'ORDER_STATUS id=204 / ORDER_STATUS id=205'],
  ])('%j', (text, wanted) => {
    expect(wishes(read(text))).toBe(wanted)
  })

  test.each([
    ['cancel order 204 and order 205', 'CANCEL_ORDER id=204 / CANCEL_ORDER id=205'],
    ['cancel order 204 and order 205 and order 206', 'CANCEL_ORDER id=204 / CANCEL_ORDER id=205 / CANCEL_ORDER id=206'],
    [
      'refund order 205 for 5 and order 207 for 6 and 208 for 7',
      'REFUND_ORDER id=205 amount=5 / REFUND_ORDER id=207 amount=6 / REFUND_ORDER id=208 amount=7',
    ],
    [
      'cancel order 204 and order 205 and reinstate order 206 and order 207',
      'CANCEL_ORDER id=204 / CANCEL_ORDER id=205 / REINSTATE_ORDER id=206 / REINSTATE_ORDER id=207',
    ],
  ])('%j: what has no verb has that of the mutation before it', (text, wanted) => {
    expect(wishes(read(text))).toBe(wanted)
  })

  test.each([
    ['cancel order 204 and show order 205', 'CANCEL_ORDER id=204 / ORDER_STATUS id=205'],
    ['cancel order 204 and the status of order 205', 'CANCEL_ORDER id=204 / ORDER_STATUS id=205'],
    ['cancel order 204 and list orders', 'CANCEL_ORDER id=204 / LIST_ORDERS'],
    ['add note to order 204 saying call and order 205', 'ADD_NOTE id=204 text=call and order 205'],
  ])('%j: a verb of its own is not swallowed', (text, wanted) => {
    expect(wishes(read(text))).toBe(wanted)
  })

  test.each(['cancel order 204, i meant order 205', 'cancel order 204 and not order 205', 'cancel order 204, not 205'])(
    '%j cancels neither: what is taken back is no second wish',
    (text) => {
      expect(wishes(read(text)).split(' / ').length).toBe(1)
      expect(wishes(read(text))).not.toContain('204')
    },
  )

  test.each([
    ['add note to order 204 saying call and confirm', 'ADD_NOTE id=204 text=call and confirm'],
    ['add note to order 204 saying call and cancel order 205', 'ADD_NOTE id=204 text=call and cancel order 205'],
    ['note on order 204: call; cancel order 205', 'ADD_NOTE id=204 text=call; cancel order 205'],
    [
      'ADD_NOTE id=204 text="call and cancel order 205; ORDER_STATUS 206"',
      'ADD_NOTE id=204 text=call and cancel order 205; ORDER_STATUS 206',
    ],
    ['add “call and cancel order 205” as note to order 204', 'ADD_NOTE text=call and cancel order 205 id=204'],
    ['cancel the order of "Pedro and cancel order 205"', 'CANCEL_ORDER id=Pedro and cancel order 205'],
    ['cancel the order of Pedro and Maria', 'CANCEL_ORDER id=Pedro and Maria'],
  ])('%j is one', (text, wanted) => {
    expect(wishes(read(text))).toBe(wanted)
  })

  test.each(['cancel order 204 and no more refund', 'note on order 204 and 205'])(
    '%j is none: what does not read alone is not made up',
    (text) => {
      expect(read(text).kind).toBe('unknown')
    },
  )

  test('more than five are not understood, rather than some of them dropped', () => {
    const asked = Array.from({ length: 6 }, (_, at) => `cancel order ${at + 1}`)
    expect(wishes(read(asked.slice(1).join(' and '))).split('/')).toHaveLength(5)
    expect(read(asked.join(' and '))).toEqual({ kind: 'unknown' })
  })
})

describe('negation', () => {
  test.each([
    "don't cancel order 204",
    'Dont cancel order 204!',
    'please don’t cancel order 204',
    'do not cancel order 204',
    'never cancel order 204',
    "I don't want to cancel order 204",
    "don't CANCEL_ORDER id=204",
  ])('%j is a wish that is not wanted', (text) => {
    expect(read(text)).toMatchObject({ kind: 'negated', wish: { command: 'CANCEL_ORDER', args: { id: '204' } } })
  })

  test('what is negated must be a command', () => {
    expect(read("don't worry")).toEqual({ kind: 'unknown' })
  })
})

describe('createUnderstanding()', () => {
  test('reads a language without a locale as English', () => {
    const readHere = createReader(createUnderstandingFixture())
    expect(readHere('cancel order 204', nothing, 'xx').kind).toBe('wishes')
  })

  test('refuses broken sentences and rules when it is made', () => {
    expect(broken({ rules: {} })).toThrow('there is no rule <order>')
    expect(broken({ rules: { order: '[the' } })).toThrow('"[" is never closed')
    const texts = { title: '', summary: '', effect: '', done: '', labels: {}, questions: {} }
    expect(broken({ commands: { 'orders.list': { ...texts, sentences: ['list {id}'] } } })).toThrow(
      'has no parameter "id"',
    )
    expect(broken({ commands: { 'orders.list': { ...texts, sentences: ['list {status:name}'] } } })).toThrow(
      'names no entity',
    )
  })
})

function broken(changes: Parameters<typeof createUnderstandingFixture>[0]): () => unknown {
  return () => createUnderstanding({ catalogue: createUnderstandingFixture(changes) })
}

/** What a text means to commands, in this order, that have one sentence each. */
function readRivals(sentences: readonly (readonly string[])[], text = 'handle 204'): string {
  const fixture = createUnderstandingFixture({
    commands: Object.fromEntries(
      sentences.map(([path = '', sentence = '']) => [
        path,
        { title: '', summary: '', effect: '', done: '', labels: {}, questions: {}, sentences: [sentence] },
      ]),
    ),
  })
  const rank = new Map(sentences.map(([path = ''], at) => [path, at]))
  const commands = new Map(
    [...fixture.commands].toSorted(([, a], [, b]) => (rank.get(a.path) ?? 9) - (rank.get(b.path) ?? 9)),
  )
  return wishes(createReader({ ...fixture, commands })(text, nothing, 'en'))
}
