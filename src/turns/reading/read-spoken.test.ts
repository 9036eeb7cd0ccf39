import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { understandingOf } from '../../testing/conversation/understanding-fixture.ts'
import type { Understanding } from '../../understanding/create-understanding.ts'
import type { Expectation } from '../../understanding/expectation.ts'
import type { Reading } from '../../understanding/reading.ts'
import { numbersIn } from '../../understanding/spoken/numbers-in.ts'
import type { Transcript } from '../../voice/engines/transcript.ts'
import { readSpoken } from './read-spoken.ts'

const when = { now: new Date('2026-03-02T12:00:00Z'), timeZone: 'UTC' }
const awaitsPhrase: Expectation = { kind: 'confirmation', method: 'phrase', phrase: 'cancel order 204' }

let understanding: Understanding
beforeAll(async () => {
  understanding = understandingOf(await loadShippedCatalogue())
})

function read(
  text: string,
  { awaited = { kind: 'nothing' }, ...more }: Partial<Transcript> & { awaited?: Expectation } = {},
) {
  const transcript = {
    text,
    engine: 'local',
    model: 'm',
    language: 'en',
    durationMs: 2000,
    confidence: null,
    ...more,
  } as const
  return readSpoken(transcript, 'en', (said) => understanding.read(said, awaited, 'en', when))
}

/** The numbers that a reading asks for something with. */
function numbersOf(reading: Reading): readonly string[] {
  const wishes = reading.kind === 'wishes' ? reading.wishes : []
  return wishes.flatMap(({ args }) => Object.values(args).flatMap((value) => numbersIn(value, 'en')))
}

describe('readSpoken()', () => {
  test('takes what was understood as it was heard, without a doubt', () => {
    expect(read('Cancel order two zero four.')).toMatchObject({
      reading: { kind: 'wishes', wishes: [{ command: 'CANCEL_ORDER', args: { id: '204' } }] },
      spoken: { doubt: null, by: { engine: 'local', model: 'm', language: 'en', durationMs: 2000 } },
    })
  })

  test('doubts numbers that were repaired, words that only sound right, and what the engine is not sure of', () => {
    expect(read('cancel order to zero for')).toMatchObject({ spoken: { doubt: 'repaired' } })
    expect(read('Cansil order 204', { meant: 'cancel order 204' })).toMatchObject({
      reading: { kind: 'wishes', wishes: [{ command: 'CANCEL_ORDER', args: { id: '204' } }] },
      spoken: { doubt: 'repaired', transcript: 'Cansil order 204' },
    })
    expect(read('Cancel order 204.', { confidence: 0.3 }).spoken.doubt).toBe('unsure')
  })

  test('takes what two ears heard alike without a doubt, however unsure one of them is', () => {
    const fitting = { text: 'cancel order two zero four', gain: -0.02 }
    expect(read('Cancel order 204.', { confidence: 0.3, fitting }).spoken).toMatchObject({
      transcript: 'Cancel order 204.',
      doubt: null,
    })
    const other = { text: 'cancel order two zero five', gain: 0.02 }
    expect(read('Cancel order 204.', { fitting: other })).toMatchObject({
      reading: { wishes: [{ args: { id: '204' } }] },
      spoken: { doubt: 'unsure' },
    })
  })

  test('takes the sentence that fits the sound for words that mean nothing, and keeps what the engine heard', () => {
    const fitting = { text: 'cancel order two hundred and four', gain: 0.05 }
    const { reading, spoken } = read('Council or the two hundred and for', { fitting })
    expect(reading).toMatchObject({ kind: 'wishes', wishes: [{ command: 'CANCEL_ORDER', args: { id: '204' } }] })
    expect(spoken).toMatchObject({
      transcript: fitting.text,
      doubt: null,
      by: { heard: 'Council or the two hundred and for' },
    })
  })

  test('asks where that has other numbers and fits hardly better, or cannot be compared', () => {
    const text = 'Council order 214'
    expect(read(text, { fitting: { text: 'cancel order two hundred and four', gain: 0 } }).spoken.doubt).toBe(
      'repaired',
    )
    expect(read(text, { fitting: { text: 'cancel order two hundred and four', gain: null } }).spoken.doubt).toBe(
      'repaired',
    )
    const same = 'cancel order two hundred and fourteen'
    expect(read(text, { fitting: { text: same, gain: null } }).spoken.doubt).toBe('repaired')
    expect(read(text, { fitting: { text: same, gain: -0.03 } }).spoken.doubt).toBeNull()
  })

  test('never takes a fitting sentence for an agreement, a value, or against a negation', () => {
    const fitting = { text: 'cancel order two hundred and four', gain: 1 }
    expect(read('do not cancel order 204', { fitting }).reading).toMatchObject({ kind: 'negated' })
    expect(read('two hundred', { awaited: { kind: 'value', type: 'integer' }, fitting }).reading).toMatchObject({
      kind: 'value',
    })
    expect(read('mumble', { awaited: awaitsPhrase, fitting: { text: 'yes', gain: 1 } }).reading.kind).toBe('unknown')
  })

  describe('of names and texts', () => {
    const fitting = { text: 'remove the user Pedro', gain: 0, called: ['pedro'] }

    test('takes the name that can be expected for one that only sounds like it, and asks where that fits worse', () => {
      const { reading, spoken } = read('Remove the user Pay drew.', { fitting })
      expect(reading).toMatchObject({ wishes: [{ command: 'REMOVE_PERSON', args: { phone: 'Pedro' } }] })
      expect(spoken).toMatchObject({
        doubt: null,
        transcript: fitting.text,
        by: { heard: 'Remove the user Pay drew.' },
      })
      const worse = read('Remove the user Pay drew.', { fitting: { ...fitting, gain: -0.01 } })
      expect(worse.spoken).toMatchObject({ doubt: 'repaired', transcript: fitting.text })
    })

    test('takes a name as it is written, however its words were parted', () => {
      const [heard, text] = ['Remove the user Anna-maria.', 'remove the user Anna Maria']
      const { reading, spoken } = read(heard, { fitting: { text, gain: null, called: ['anna maria'] } })
      expect(reading).toMatchObject({ wishes: [{ args: { phone: 'Anna Maria' } }] })
      expect(spoken).toMatchObject({ doubt: null, transcript: heard })
    })

    test('asks where another name that sounds alike fits about as well', () => {
      expect(read('Remove the user Pay drew.', { fitting: { ...fitting, lead: 0.001 } }).spoken.doubt).toBe('repaired')
      expect(read('Remove the you sir Pedro.', { fitting: { ...fitting, gain: 1, lead: 0.001 } }).spoken.doubt).toBe(
        'repaired',
      )
      expect(read('Remove the user Pay drew.', { fitting: { ...fitting, lead: 0.1 } }).spoken.doubt).toBeNull()
    })

    test('asks about a name in words that mean nothing, unless it fits as well at least', () => {
      const doubts = [0, -0.01, null].map(
        (gain) => read('Ream of the you sir', { fitting: { ...fitting, gain } }).spoken.doubt,
      )
      expect(doubts).toEqual([null, 'repaired', 'repaired'])
    })

    test('takes words that were heard into a text for those of the sentence, where that fits as well', () => {
      const text = 'add a note to order two hundred and four saying please call'
      const heard = 'Add a note to order 204 sane please call.'
      expect(read(heard).reading).toMatchObject({ wishes: [{ args: { text: 'sane please call' } }] })
      const { reading, spoken } = read(heard, { fitting: { text, gain: 0, own: ['please', 'call'] } })
      expect(reading).toMatchObject({ wishes: [{ command: 'ADD_NOTE', args: { id: '204', text: 'please call' } }] })
      expect(spoken.doubt).toBeNull()
      expect(read(heard, { fitting: { text, gain: -0.03, own: ['please', 'call'] } }).spoken.doubt).toBe('repaired')
    })

    test('is no surer of an echo of the first ear than that ear', () => {
      const echo = { text: 'add a note to order two hundred and four please call', gain: 0, own: ['please', 'call'] }
      const heard = 'Add a note to order 204 please call.'
      expect(read(heard, { fitting: echo, confidence: 0.3 }).spoken.doubt).toBe('unsure')
      expect(read(heard, { fitting: echo }).spoken.doubt).toBeNull()
    })

    test('keeps a text that differs otherwise as it was heard', () => {
      const text = 'add a note to order two hundred and four please come'
      const { reading, spoken } = read('Add a note to order 204 please call.', { fitting: { text, gain: 0 } })
      expect(reading).toMatchObject({ wishes: [{ args: { text: 'please call' } }] })
      expect(spoken.doubt).toBeNull()
    })
  })

  test('never takes another number than the one that was heard, unasked', () => {
    const sentence = fc
      .tuple(
        fc.constantFrom('cancel', 'refund', 'add a note to', 'show'),
        fc.constantFrom('204', '214', 'two hundred and five', '7'),
        fc.constantFrom('', ' saying call Pedro', ' for 15'),
      )
      .map(([verb, number, rest]) => `${verb} order ${number}${rest}`)
    const gain = fc.constantFrom(null, -0.04, -0.001, 0, 0.02, 1)
    fc.assert(
      fc.property(
        sentence,
        sentence,
        gain,
        fc.constantFrom({}, { lead: 0 }, { lead: 1 }),
        (text, fitted, least, lead) => {
          const [alone, both] = [{}, { fitting: { text: fitted, gain: least, called: ['pedro'], ...lead } }].map(
            (more) => read(text, more),
          )
          const isUnasked =
            alone?.reading.kind === 'wishes' && alone.spoken.doubt === null && both?.spoken.doubt === null
          expect(isUnasked ? numbersOf(both.reading) : []).toEqual(isUnasked ? numbersOf(alone.reading) : [])
        },
      ),
    )
  })

  test('takes the full stop at the end for nobody’s word', () => {
    const { reading } = read('Add a note to order 204: call before delivery.')
    expect(reading).toMatchObject({ wishes: [{ command: 'ADD_NOTE', args: { text: 'call before delivery' } }] })
  })

  test('takes words that only sound right for nothing where what was heard means something', () => {
    const { reading, spoken } = read('list orders', { meant: 'cancel order 204' })
    expect(reading).toMatchObject({ wishes: [{ command: 'LIST_ORDERS' }] })
    expect(spoken.doubt).toBeNull()
  })

  test('never takes a guess for an agreement, whatever is awaited', () => {
    const agreements = ['yes', 'confirm C9F2', 'cancel order 204', 'undo #K7Q2M', 'again']
    expect(read('cancel order to zero for', { awaited: awaitsPhrase }).reading.kind).not.toBe('phrase')
    fc.assert(
      fc.property(
        fc.constantFrom('yez', 'confurm', 'gorture', 'kansel'),
        fc.constantFrom(...agreements),
        (text, meant) => {
          for (const awaited of [awaitsPhrase, { kind: 'confirmation', method: 'yes', phrase: null } as const])
            expect(read(text, { meant, awaited }).reading.kind).not.toMatch(/^(?:yes|token|phrase|undo|again|retry)$/u)
        },
      ),
    )
  })
})
