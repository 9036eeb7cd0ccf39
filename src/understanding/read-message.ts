import type { Catalogue } from '../catalogue/catalogue.ts'
import { readAnswer } from './answers.ts'
import type { BareNameReader } from './wishes/bare-names.ts'
import { asValue, readExactValue } from './bare-value.ts'
import { calmTexts } from './words/calm-text.ts'
import { spellOutDashes } from './words/dashed-days.ts'
import { correctTypos } from './wishes/correct-typos.ts'
import { isSaidInstead } from './corrections/correction.ts'
import { isWorded, readHeldValues } from './corrections/held-values.ts'
import type { DeniedVerbReader } from './wishes/denied-verbs.ts'
import { type Folded, foldText } from './text/fold-text.ts'
import type { Language } from './words/language.ts'
import { holdsPhrase, trimPhrases } from './text/phrases.ts'
import type { Expectation } from './expectation.ts'
import type { Reading } from './reading.ts'
import type { AnswerReader, ReferenceReader } from './wishes/references.ts'
import { readAwaited } from './read-awaited.ts'
import { asksForChange } from './asks-for-change.ts'
import { readOpen } from './read-open.ts'
import { joinYear } from './words/joined-year.ts'
import { holdsOrdinalDay, spellOutMonths } from './words/shared-month.ts'
import type { SpellOut } from './text/spell-out.ts'
import { isTooLong, maxSentenceLength } from './text/too-long.ts'
import type { WantedValue } from './values/wanted-value.ts'
import type { OneMoreReader } from './wishes/one-more-of.ts'
import type { When } from './values/when.ts'
import type { Vocabulary } from './words/vocabulary.ts'
import { readFuller } from './wishes/fuller-wish.ts'
import { soleWish } from './wishes/sole-wish.ts'

/** What reading takes in one language. */
export type MessageReader = {
  readonly catalogue: Catalogue
  readonly commands: ReferenceReader
  readonly language: Language
  readonly vocabulary: Vocabulary
  readonly addBareNames: BareNameReader
  readonly readDeniedVerb: DeniedVerbReader
  readonly readOneMoreOf: OneMoreReader
  readonly spellOut: SpellOut
}

/** What reading a text as it stands takes. */
export type WrittenReader = Pick<MessageReader, 'language' | 'catalogue'> & { readonly commands: AnswerReader }

/**
 * The cheapest reader that is sure wins: answer to the open question, control word, explicit token, sentence. What means
 * nothing as it stands is read once more without drawn-out letters and abbreviations, and so is an answer that is no such value.
 */
export function readMessage(text: string, expectation: Expectation, reader: MessageReader, when: When): Reading {
  const written = readWritten(text, expectation, reader, when)
  if (expectation.kind === 'value' && written.kind === 'value')
    return readShortened(text, written, expectation, reader, when) ?? written
  if (written.kind === 'wishes') return fullerReading(text, written, expectation, reader, when) ?? written
  if (written.kind === 'correction') return readOfOneMonth(text, written, expectation, reader, when) ?? written
  // Two days of one month look like a time at which something should be done.
  if (written.kind !== 'unknown' && written.kind !== 'later') return written
  if (isTooLong(text)) return written.kind === 'later' ? written : { ...written, longest: maxSentenceLength }
  const inDays = spellOutDays(text, reader.language)
  const others = written.kind === 'later' ? inDays : plainTexts(text, reader)
  const calmed = others
    .values()
    .map((words) => ({ words, reading: readWritten(words, expectation, reader, when) }))
    // Days that nothing takes are no time at which something should be done, and nobody said them so.
    .find(({ words, reading: { kind } }) => kind !== 'unknown' && !(kind === 'later' && inDays.includes(words)))
  if (calmed !== undefined || written.kind === 'later') return calmed?.reading ?? written
  return withoutInterjections(text, expectation, reader, when) ?? written
}

/** What an awaited value may be called by, so that nobody knows whether it can be read. */
const isNamed: ReadonlySet<WantedValue['type']> = new Set(['text', 'id', 'file', 'email'])

/** "Hj as 20h": a value whose words are shortened, where it is none as it stands; `null` where it is one, or is none even so. */
function readShortened(
  text: string,
  { said }: Extract<Reading, { kind: 'value' }>,
  wanted: Extract<Expectation, { kind: 'value' }>,
  { language, spellOut }: MessageReader,
  when: When,
): Reading | null {
  if (isNamed.has(wanted.type) || said !== undefined || isTooLong(text)) return null
  const spelled = [...spellOut(text), ...joinYear(text)]
  const read = (words: string) => readExactValue(foldText(words), wanted, language, when, language.aroundExact)
  if (spelled.length === 0 || read(text) !== null) return null
  const found = spelled.map(read).find((value) => value !== null)
  return found === undefined ? null : asValue({ ...found, ...(found.said !== undefined && { said: text.trim() }) })
}

/** The same wish as another spelling of the text says it better; `null` where none does. */
function fullerReading(
  text: string,
  reading: Extract<Reading, { kind: 'wishes' }>,
  expectation: Expectation,
  reader: MessageReader,
  when: When,
): Reading | null {
  const wish = soleWish(reading, { despiteDenied: true, source: 'sentence' })
  if (wish === null || isTooLong(text)) return null
  const read = (words: string) => readWritten(words, expectation, reader, when)
  return readFuller({ text, wish, inDays: spellOutDays(text, reader.language) }, read, reader)
}

/** "No, from 4th to 6th April": the same correction of days that share their month; `null` where none do. */
function readOfOneMonth(
  text: string,
  { as, of }: Extract<Reading, { kind: 'correction' }>,
  expectation: Expectation,
  reader: MessageReader,
  when: When,
): Reading | null {
  if (!holdsOrdinalDay(text) || isTooLong(text)) return null
  const readings = spellOutDays(text, reader.language).map((words) => readWritten(words, expectation, reader, when))
  return readings.find((each) => each.kind === 'correction' && each.as === as && each.of === of) ?? null
}

/** Who confirms says nothing beside it, and a question that is not understood is no answer without its first words. */
const unlikely: ReadonlySet<Reading['kind']> = new Set(['unknown', 'token', 'phrase', 'value'])

/**
 * "Hmm, cancel order 204, lol": without what stands around it and means nothing, where the whole means nothing; `null` when nothing is
 * left, or it means nothing either.
 */
function withoutInterjections(
  text: string,
  expectation: Expectation,
  reader: MessageReader,
  when: When,
): Reading | null {
  const { text: said, original, starts, ends } = foldText(text)
  const { aroundWish, interjection } = reader.language
  const kept = trimPhrases(said, aroundWish)
  const isPlain = (part: string) => !holdsPhrase(part, interjection)
  if (kept === null || (isPlain(said.slice(0, kept.from)) && isPlain(said.slice(kept.to)))) return null
  const reading = readMessage(original.slice(starts[kept.from], ends[kept.to - 1]), expectation, reader, when)
  return unlikely.has(reading.kind) ? null : reading
}

/** The text without drawn-out letters, with its shortened words spelled out, and both; and with what leads from one day to another. */
function plainTexts(said: string, { spellOut, vocabulary, language }: MessageReader): readonly string[] {
  const text = withNumbersParted(said, vocabulary, language)
  const calm = [...(text === said ? [] : [text]), ...calmTexts(text, vocabulary)]
  const spelled = spellOut(text)
  const both = calm.length === 0 || spelled.length === 0 ? [] : calm.flatMap(spellOut)
  return [...calm, ...spelled, ...both, ...spellOutDays(text, language)]
}

/** "order 204" of "order204"; nobody confirms anything by less than they wrote. */
function withNumbersParted(text: string, { knows }: Vocabulary, { words }: Language): string {
  return text.replaceAll(
    /(?<![\p{L}\p{N}_-])(\p{L}{3,})(\d+)(?![\p{L}\p{N}_-])/gu,
    (joined, word: string, number: string) => {
      const { text: folded } = foldText(word)
      const isParted = knows(folded) && words.confirm.endsAt(folded, 0).length === 0
      return isParted ? `${word} ${number}` : joined
    },
  )
}

function spellOutDays(text: string, language: Language): readonly string[] {
  return [...spellOutDashes(text, language), ...spellOutMonths(text, language)]
}

/** What a text means with its typos mended that means nothing as it stands; `null` when it means nothing even so. */
export function readMistyped(
  text: string,
  expectation: Expectation,
  reader: MessageReader,
  when: When,
): Reading | null {
  if (isTooLong(text)) return null
  const { catalogue, language, vocabulary } = reader
  const read = (words: string) => readWritten(words, expectation, reader, when)
  const named = { catalogue, language, commands: reader.commands.withoutReferences }
  const readNamed = (words: string) => readWritten(words, expectation, named, when)
  const { holdsReference } = reader.commands
  const corrector = { catalogue, language, vocabulary, read, readNamed, holdsReference }
  const inDays = spellOutDays(text, language)
  for (const words of [text, ...plainTexts(text, reader)]) {
    const corrected = correctTypos(words, corrector)
    if (corrected === null || (corrected.kind === 'later' && inDays.includes(words))) continue
    if (corrected.kind !== 'drop' || !mayBeName(expectation)) return corrected
  }
  return null
}

/** Whether something is awaited that may be called by any word: nobody who says “Anual” wants it all dropped (“anula”). */
function mayBeName(expectation: Expectation): boolean {
  return expectation.kind === 'choice' || (expectation.kind === 'value' && nameTypes.has(expectation.type))
}

const nameTypes: ReadonlySet<WantedValue['type']> = new Set(['id', 'choice', 'text', 'phone', 'email', 'file'])

/** The text as it stands. */
export function readWritten(text: string, expectation: Expectation, reader: WrittenReader, when: When): Reading {
  // What is struck through is taken back.
  if (text.trim() === '' || /^\s*~[^~]+~\s*$/u.test(text)) return { kind: 'unknown' }
  // Nothing that long is a short answer, and folding it would only take time.
  const folded = isTooLong(text) ? null : foldText(text)
  const answer = folded === null ? null : readAnswer(folded, expectation, reader.language)
  if (answer !== null) return answer
  if (expectation.kind === 'value') return readAwaited(text, folded, expectation, reader, when)
  // What is too long to be an answer may still ask for something.
  if (folded === null) return reader.commands.read(text, when) ?? { kind: 'unknown' }
  const reading = markOnly(readOpen({ text, folded, expectation, reader, when }), folded, reader.language)
  if (expectation.kind !== 'confirmation') return reading
  return markHeld(markInstead(reading, folded, reader), folded, expectation.values ?? [], reader.language, when)
}

/** Words that stand in place of what was said may be more than one value of it. */
function markHeld(
  reading: Reading,
  folded: Folded,
  values: readonly WantedValue[],
  language: Language,
  when: When,
): Reading {
  if (reading.kind !== 'free-correction' || reading.of !== undefined || isWorded(folded, language)) return reading
  const holds = readHeldValues(reading.text ?? reading.correction, values, language, when)
  return holds.length === 0 ? reading : { ...reading, holds }
}

/** "only 208" leaves nothing of what was asked for beside it. */
function markOnly(reading: Reading, folded: Folded, { words }: Language): Reading {
  const corrects = reading.kind === 'correction' || reading.kind === 'free-correction'
  return corrects && holdsPhrase(folded.text, words.only) ? { ...reading, only: true } : reading
}

/** "Sorry, cancel order 205" drops what is open; "wait, what's order 205?" may be asked before a yes. */
function markInstead(reading: Reading, folded: Folded, reader: WrittenReader): Reading {
  if (reading.kind !== 'wishes' || reading.besides === true || !asksForChange(reading, reader)) return reading
  // The last words of a token are a value: a note may say "wait".
  if (reading.wishes.every(({ source }) => source === 'token')) return reading
  return isSaidInstead(folded, reader.language) ? { ...reading, instead: true } : reading
}
