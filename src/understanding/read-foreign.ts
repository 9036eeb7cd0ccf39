/**
 * People answer in the language that they are used to, whichever they are set down for. What their own makes nothing of is
 * read in the others, exactly as it is written: between languages one word's typo is another word.
 */
import { isDeepStrictEqual } from 'node:util'
import { courtesies } from './words/courtesy.ts'
import { foldText } from './text/fold-text.ts'
import { wishesOf } from './wishes/named-wishes.ts'
import { type MessageReader, readWritten } from './read-message.ts'
import type { Expectation } from './expectation.ts'
import type { Reading } from './reading.ts'
import type { WantedValue } from './values/wanted-value.ts'
import type { When } from './values/when.ts'
import { isDigits } from './text/is-digits.ts'

/** What is asked for, agreed to or dropped; codes and numbers in digits are the same in every language, and are read by then. */
const understood: ReadonlySet<Reading['kind']> = new Set<Reading['kind']>([
  'wishes',
  'too-many',
  'negated',
  'conditional',
  'later',
  'yes',
  'no',
  'difference',
  'drop',
  'undo',
  'again',
  'help',
  'menu',
  'back',
  ...courtesies,
  'value',
])

type Languages = {
  /** How the person's own language reads. */
  readonly own: MessageReader
  /** How the others do; they are compiled when they are first asked for. */
  readonly others: () => readonly MessageReader[]
}

/** What the text means in all the languages that make something of it; `null` when none does, or they disagree. */
export function readForeign(
  text: string,
  expectation: Expectation,
  { own, others }: Languages,
  when: When,
): Reading | null {
  const readings = others()
    .map((reader) => readWritten(text, expectation, reader, when))
    .filter((reading) => isUnderstood(reading, expectation) && isForeign(text, reading, own))
  // What one takes for a name is a sentence in another.
  const sentences = readings.filter(({ kind }) => kind !== 'value')
  const [first, ...rest] = sentences.length === 0 ? readings : sentences
  return first !== undefined && rest.every((reading) => isDeepStrictEqual(reading, first)) ? first : null
}

/** Of a list a number may be said in words ("the first one"); where none is open it would be one of anything. */
function isUnderstood({ kind }: Reading, expectation: Expectation): boolean {
  return understood.has(kind) || (kind === 'pick' && expectation.kind === 'choice')
}

/** What is taken as it is written, whatever language it is in. */
const verbatim: ReadonlySet<WantedValue['type']> = new Set<WantedValue['type']>(['text', 'file', 'email'])

/**
 * What an answer means in the other languages that the own one takes for a name as it stands: "the one of Maria", said by somebody who
 * was asked in Portuguese. `null` where it is none, or means nothing there either.
 */
export function readForeignAnswer(
  text: string,
  expectation: Expectation,
  reading: Reading,
  languages: Languages,
  when: When,
): Reading | null {
  if (expectation.kind !== 'value' || verbatim.has(expectation.type) || reading.kind !== 'value') return null
  if (reading.text !== text.trim() || reading.said !== undefined || reading.refers !== undefined) return null
  // One word alone is a name in one language and a word in another.
  if (expectation.type === 'id' && !/\s/u.test(reading.text)) return null
  const foreign = readForeign(text, expectation, languages, when)
  return foreign !== null && mayBeCalledSo(text, foreign) ? null : foreign
}

/** "Otra Persona" is rather what something is called than a wish for another person. */
function mayBeCalledSo(text: string, reading: Reading): boolean {
  const isBare = wishesOf(reading).every(({ args }) => Object.keys(args).length === 0)
  return reading.kind === 'wishes' && isBare && wordsIn(text).length < 3
}

/**
 * Whether a word of it, its values aside, is none of the own language: "remove Maria" is in both, and what it lacks in one is
 * not made up for by the other. A letter alone says nothing about its language, but beside a number.
 */
function isForeign(text: string, reading: Reading, { vocabulary }: MessageReader): boolean {
  const values = new Set(
    reading.kind === 'value'
      ? wordsIn(reading.text)
      : wishesOf(reading).flatMap(({ args, said }) => [args, said ?? {}].flatMap(Object.values).flatMap(wordsIn)),
  )
  const shortest = reading.kind === 'value' && isDigits(reading.text) ? 1 : 2
  return wordsIn(text).some((word) => word.length >= shortest && !values.has(word) && !vocabulary.knows(word))
}

function wordsIn(text: string): readonly string[] {
  return foldText(text).text.match(/\p{L}+/gu) ?? []
}
