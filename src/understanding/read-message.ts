import type { Catalogue } from '../catalogue/catalogue.ts'
import { readAgreement } from './agreement.ts'
import { asksForUndo, readAnswer, readUndone } from './answers.ts'
import type { BareNameReader } from './bare-names.ts'
import type { DeniedVerbReader } from './denied-verbs.ts'
import { asValue, readBareNumber, readBareOrdinal, readExactValue, stripFiller } from './bare-value.ts'
import { calmTexts } from './calm-text.ts'
import { readContrast } from './contrast.ts'
import { readControlWord } from './control-words.ts'
import { readCorrected as readMended } from './correct-typos.ts'
import {
  isSaidInstead,
  readAskedInstead,
  readCorrected,
  readCorrection,
  readInstead,
  readNegatedVerb,
  readReworded,
} from './correction.ts'
import { readCourtesy } from './courtesy.ts'
import { type Folded, foldText } from './fold-text.ts'
import { readHelp } from './help-topic.ts'
import { isQuestion } from './is-question.ts'
import type { Language } from './language.ts'
import { readLeftOut } from './leave-out.ts'
import { readNamedValue } from './named-value.ts'
import { holdsPhrase, isMadeOf } from './phrases.ts'
import type { Expectation, Reading } from './reading.ts'
import type { AnswerReader, ReferenceReader } from './references.ts'
import { readAwaited } from './read-awaited.ts'
import { readLater } from './read-later.ts'
import { readOwned } from './read-owned.ts'
import { readReason } from './read-reason.ts'
import { readSelfCorrected } from './self-correction.ts'
import { spellOutMonths } from './shared-month.ts'
import type { SpellOut } from './spell-out.ts'
import { isTooLong, maxSentenceLength } from './too-long.ts'
import { readBehindAnd, readWhatAbout } from './what-about.ts'
import { clockReadings, isClockType } from './values/clock-values.ts'
import type { WantedValue } from './values/wanted-value.ts'
import type { When } from './values/when.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What reading takes in one language. */
export type MessageReader = {
  readonly catalogue: Catalogue
  readonly commands: ReferenceReader
  readonly language: Language
  readonly vocabulary: Vocabulary
  readonly addBareNames: BareNameReader
  readonly readDeniedVerb: DeniedVerbReader
  readonly spellOut: SpellOut
}

/** What reading a text as it stands takes. */
export type WrittenReader = Pick<MessageReader, 'language' | 'catalogue'> & { readonly commands: AnswerReader }

/** Longer answers to a list call none of its options. */
const maxCalledWords = 6

/**
 * The cheapest reader that is sure wins: answer to the open question, control word, explicit token, sentence. What means
 * nothing as it stands is read once more without drawn-out letters and abbreviations.
 */
export function readMessage(text: string, expectation: Expectation, reader: MessageReader, when: When): Reading {
  const written = readWritten(text, expectation, reader, when)
  // Two days of one month look like a time at which something should be done.
  if (written.kind !== 'unknown' && written.kind !== 'later') return written
  if (isTooLong(text)) return written.kind === 'later' ? written : { ...written, longest: maxSentenceLength }
  const others = written.kind === 'later' ? spellOutMonths(text, reader.language) : plainTexts(text, reader)
  const calmed = others
    .values()
    .map((words) => readWritten(words, expectation, reader, when))
    .find(({ kind }) => kind !== 'unknown')
  return calmed ?? written
}

/** The text without drawn-out letters, with its shortened words spelled out, and both; and with a month at each of two days that share it. */
function plainTexts(text: string, { spellOut, vocabulary, language }: MessageReader): readonly string[] {
  const calm = calmTexts(text, vocabulary)
  const spelled = spellOut(text)
  const both = calm.length === 0 || spelled.length === 0 ? [] : calm.flatMap(spellOut)
  return [...calm, ...spelled, ...both, ...spellOutMonths(text, language)]
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
  for (const words of [text, ...plainTexts(text, reader)]) {
    const corrected = readMended(words, corrector)
    if (corrected !== null) return corrected
  }
  return null
}

/** The text as it stands. */
export function readWritten(text: string, expectation: Expectation, reader: WrittenReader, when: When): Reading {
  // What is struck through is taken back.
  if (text.trim() === '' || /^\s*~[^~]+~\s*$/u.test(text)) return { kind: 'unknown' }
  // Nothing that long is a short answer, and folding it would only take time.
  const folded = isTooLong(text) ? null : foldText(text)
  const answer = folded === null ? null : readAnswer(folded, expectation, reader.language)
  if (answer !== null) return answer
  if (expectation.kind === 'value') return readAwaited(text, folded, expectation, reader, when)
  const reading = markOnly(readOpen(text, folded, expectation, reader, when), folded, reader.language)
  return expectation.kind === 'confirmation' ? markInstead(reading, folded, reader) : reading
}

function readOpen(
  text: string,
  folded: Folded | null,
  expectation: Exclude<Expectation, { kind: 'value' }>,
  reader: WrittenReader,
  when: When,
): Reading {
  const { commands, language } = reader
  if (folded === null) return commands.read(text, when) ?? { kind: 'unknown' }
  const word = readControlWord(folded, language)
  if (word === 'yes' && expectation.kind === 'nothing' && holdsPhrase(folded.text, language.words.thanks))
    return { kind: 'thanks' }
  if (word !== null && (word !== 'yes' || isAgreement(text, folded, reader, when))) return { kind: word }
  if (expectation.kind !== 'nothing' && commands.dropsOpen(folded)) return { kind: 'drop' }
  if (expectation.kind === 'confirmation' && isMadeOf(folded.text, language.showAgain, language.skipped))
    return { kind: 'again', shown: true }
  if (expectation.kind !== 'nothing' && isMadeOf(folded.text, language.words.both, language.aroundBoth))
    return { kind: 'both' }
  const wanted = expectation.kind === 'confirmation' ? (expectation.values ?? []) : []
  const listed = expectation.kind === 'choice' && expectation.values ? listedValues(expectation.values) : undefined
  // "E o 207?" asks about another one, though "é o 207" would put right what is open.
  const other =
    expectation.kind === 'confirmation' && isQuestion(text)
      ? readWhatAbout(folded, reader.catalogue, language, when)
      : null
  if (other !== null) return other
  const instead = readInstead(folded, language, listed ?? wanted, when)
  // "Bota nota no 204: oi" begins as a correction does.
  if (instead !== null && !asksForChange(commands.read(text, when), reader)) return instead
  const leftOut = expectation.kind === 'nothing' ? null : readLeftOut(folded, language, when)
  if (leftOut !== null) return leftOut
  const phone = listed?.find(({ type }) => type === 'phone')
  const called = phone === undefined ? null : readExactValue(folded, phone, language, when)
  if (called !== null) return asValue(called)
  const n =
    expectation.kind === 'choice'
      ? (readBareNumber(folded, language.answering, language) ?? readBareOrdinal(folded, language.answering, language))
      : readBareNumber(folded, language.skipped, language)
  if (n !== null) return n === 0 ? { kind: 'drop' } : { kind: 'pick', n }
  const clock = (listed ?? []).filter(({ type }) => isClockType(type))
  return (
    readListed(folded, clock, language, when) ??
    readContrast(folded, commands, language, wanted, when) ??
    readCorrection(folded, commands, language, [...wanted, ...clock], when) ??
    // Before what it could ask for: "move it to Saturday" is said of what is open.
    (expectation.kind === 'confirmation' ? readNamedValue(folded, expectation, reader, when) : null) ??
    readSelfCorrected(folded, reader, when) ??
    readAsked(text, folded, reader, when) ??
    readAgreement(folded, commands, language, when) ??
    // A number of somebody is nobody else's by itself.
    readCorrected(
      folded,
      wanted.filter(({ type }) => type !== 'phone'),
      language,
      when,
    ) ??
    readAskedInstead(folded, commands, language, when) ??
    (expectation.kind === 'confirmation' ? readReworded(folded, language) : null) ??
    readNegatedVerb(folded, commands, language, when) ??
    readLater(folded, commands, language, when) ??
    readReason(folded, commands, language, when) ??
    readOwned(folded, reader, when) ??
    readNumbered(folded, expectation, language) ??
    nothingIn(folded, reader, when, listed !== undefined)
  )
}

/** "El 215" where nothing is open that it could correct. */
function readNumbered(folded: Folded, { kind }: Expectation, language: Language): Reading | null {
  const n = kind === 'nothing' ? readBareNumber(folded, language.article, language) : null
  return n === null ? null : { kind: 'pick', n }
}

/** "cancela o pedido da maria, ela desistiu": a name that goes on behind a pause has swallowed what it is asked for. */
function readAsked(text: string, folded: Folded, { commands, language }: WrittenReader, when: When): Reading | null {
  const reading = commands.read(text, when)
  const [wish, ...others] = reading?.kind === 'wishes' ? reading.wishes : []
  const isSwallowed = others.length === 0 && Object.values(wish?.args ?? {}).some((value) => /[,.;(]\s/u.test(value))
  const reasoned = isSwallowed ? readReason(folded, commands, language, when) : null
  if (reasoned !== null || reading?.kind !== 'wishes') return reasoned ?? reading
  return commands.dropsOpen(folded) ? { ...reading, mayUndo: true } : reading
}

/** "only 208" leaves nothing of what was asked for beside it. */
function markOnly(reading: Reading, folded: Folded | null, { words }: Language): Reading {
  const corrects = reading.kind === 'correction' || reading.kind === 'free-correction'
  return corrects && folded !== null && holdsPhrase(folded.text, words.only) ? { ...reading, only: true } : reading
}

/** "Sorry, cancel order 205" drops what is open; "wait, what's order 205?" may be asked before a yes. */
function markInstead(reading: Reading, folded: Folded | null, reader: WrittenReader): Reading {
  if (reading.kind !== 'wishes' || folded === null || !asksForChange(reading, reader)) return reading
  return isSaidInstead(folded, reader.language) ? { ...reading, instead: true } : reading
}

/** What may be said in place of a number of a list: a time alone is that of one of its moments. */
function listedValues(listed: readonly WantedValue[]): readonly WantedValue[] {
  return listed.flatMap((each) => (each.type === 'datetime' ? [{ type: 'time' } as const, each] : [each]))
}

/** One of the days or moments of a list that is said in full; `null` as well for a time that leaves open which half of the day it is on. */
function readListed(folded: Folded, listed: readonly WantedValue[], language: Language, when: When): Reading | null {
  const found = readCorrected(folded, listed, language, when)
  if (found === null) return null
  const { correction: value, said, as, or = [] } = found
  const isOpen = as === 'time' && or.some(({ correction }) => clockReadings(correction).length > 1)
  return isOpen ? null : asValue({ value, ...(said === undefined ? {} : { said }) })
}

function asksForChange(reading: Reading | null, { catalogue }: WrittenReader): boolean {
  if (reading?.kind !== 'wishes') return false
  return reading.wishes.some(({ command }) => catalogue.commands.get(command)?.safety !== 'read')
}

/** Nobody agrees by asking ("tá aí?"), nor in words that ask for something. */
function isAgreement(text: string, folded: Folded, { commands, language }: WrittenReader, when: When): boolean {
  if (isQuestion(text)) return false
  return language.words.yes.endsAt(folded.text, 0).includes(folded.text.length) || commands.read(text, when) === null
}

/** Nothing that can be asked for; but perhaps a courtesy, or what was done is to be undone, or help is asked about something. */
function nothingIn(
  folded: Folded,
  { commands, catalogue, language }: WrittenReader,
  when: When,
  mayBeCalled: boolean,
): Reading {
  const courtesy = readCourtesy(folded, language)
  if (courtesy !== null) return { kind: courtesy }
  if (asksForUndo(folded, language)) return { kind: 'undo', ref: null }
  const undone = readUndone(folded, language)
  if (undone !== null) return { kind: 'undo', ref: null, of: undone }
  const other = readWhatAbout(folded, catalogue, language, when)
  // A day, a choice or a number is what the last question is asked of. Every object has a `valueOf`.
  const isOfLast = other !== null && (Object.hasOwn(other, 'valueOf') || /^\d+$/u.test(other.value))
  const asked = (isOfLast ? null : readBehindAnd(folded, commands, language, when)) ?? other
  if (asked !== null) return asked
  const help = readHelp(folded, commands, language, when)
  if (help !== null) return help
  const name = mayBeCalled ? stripFiller(folded, language) : ''
  return name === '' || name.split(/\s+/u).length > maxCalledWords ? { kind: 'unknown' } : { kind: 'unknown', name }
}
