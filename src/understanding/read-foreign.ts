/**
 * People answer in the language that they are used to, whichever they are set down for. What their own makes nothing of is
 * read in the others, exactly as it is written: between languages one word's typo is another word.
 */
import { isDeepStrictEqual } from 'node:util'
import { foldText } from './fold-text.ts'
import { wishesOf } from './named-wishes.ts'
import { type MessageReader, readWritten } from './read-message.ts'
import type { Expectation, Reading } from './reading.ts'
import type { When } from './values/when.ts'

/** What is asked for, agreed to or dropped; values and codes are the same in every language, and are read by then. */
const understood: ReadonlySet<Reading['kind']> = new Set<Reading['kind']>([
  'wishes',
  'too-many',
  'negated',
  'conditional',
  'later',
  'yes',
  'no',
  'drop',
  'undo',
  'again',
  'help',
  'menu',
  'back',
  'greeting',
  'thanks',
  'farewell',
  'introduction',
  'trust',
  'erasure',
  'wait',
])

/**
 * What the text means in all the languages that make something of it; `null` when none does, or they disagree.
 * @param own how the person's own language reads
 * @param others how the others do
 */
export function readForeign(
  text: string,
  expectation: Expectation,
  { own, others }: { readonly own: MessageReader; readonly others: readonly MessageReader[] },
  when: When,
): Reading | null {
  const [first, ...rest] = others
    .map((reader) => readWritten(text, expectation, reader, when))
    .filter((reading) => understood.has(reading.kind) && isForeign(text, reading, own))
  return first !== undefined && rest.every((reading) => isDeepStrictEqual(reading, first)) ? first : null
}

/**
 * Whether a word of it, its values aside, is none of the own language: "remove Maria" is in both, and what it lacks in one is
 * not made up for by the other. A letter alone says nothing about its language.
 */
function isForeign(text: string, reading: Reading, { vocabulary }: MessageReader): boolean {
  const values = new Set(
    wishesOf(reading).flatMap(({ args, said }) => [args, said ?? {}].flatMap(Object.values).flatMap(wordsIn)),
  )
  return wordsIn(text).some((word) => word.length > 1 && !values.has(word) && !vocabulary.knows(word))
}

function wordsIn(text: string): readonly string[] {
  return foldText(text).text.match(/\p{L}+/gu) ?? []
}
