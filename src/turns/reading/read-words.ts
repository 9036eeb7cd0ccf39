/** How words are read when something is open that gives them a meaning other than their own. */
import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { isKnownAs } from '../../conversation/things/in-own-places.ts'
import type { CommandRecord } from '../../conversation/lookup.ts'
import { listingOf, maxMentionAgeMs } from '../../conversation/things/mentions.ts'
import { isFree, type Session } from '../../conversation/session.ts'
import { foldText } from '../../understanding/text/fold-text.ts'
import { compilePhrases, isMadeOf } from '../../understanding/text/phrases.ts'
import { type Listed, readByPlace } from '../../understanding/wishes/read-by-place.ts'
import type { Expectation } from '../../understanding/expectation.ts'
import type { Reading } from '../../understanding/reading.ts'

/** What was said, where and when; the locale is that of the language in which it was said. */
type Said = {
  readonly text: string
  readonly catalogue: Catalogue
  readonly locale: Locale
  /** When the message came in. */
  readonly at: Date
  /** What the quoted message was about. */
  readonly quoted?: readonly CommandRecord[]
}

type Read = (text: string, awaited: Expectation) => Reading

/** Readings that begin with a no, whatever follows it. */
const noes: ReadonlySet<Reading['kind']> = new Set<Reading['kind']>(['no', 'correction', 'free-correction'])

/** The longest text, in characters, that can say that nothing of what was asked for is wanted. */
const maxLength = 80

/**
 * Reads words in the light of what is awaited. "Order 204" and "what about 204?" mean what they would mean without the menu,
 * or without the list that has no such number. "Stop" and "none of them" apply to all that waits; so does "stop everything",
 * though with nothing waiting it would pause the business. "The second" is a row of the list that was shown.
 */
export function readWords(
  said: Said,
  session: Pick<Session, 'menu' | 'wishes' | 'question' | 'pending' | 'repeat' | 'listing'>,
  awaited: Expectation,
  read: Read,
): Reading {
  const reading = readAwaited(said, session, awaited, read)
  if (reading.kind === 'drop' || !mayNamePlace(session)) return reading
  const listed = listedFor(said, session)
  const meant = listed === null ? null : readByPlace(said.text, reading, listed, { ...said, read: readAgain })
  // While other wishes wait, "the second" may be one of them; but what is left out by its place was named by it.
  return meant === null || (session.wishes.length > 0 && meant.kind !== 'leave-out') ? reading : meant

  function readAgain(text: string): Reading {
    return readAwaited({ ...said, text }, session, awaited, read)
  }
}

/**
 * Whether a place can refer to a list that was only shown: a list to choose from takes precedence, even after the choice.
 */
function mayNamePlace({ question, pending }: Pick<Session, 'question' | 'pending'>): boolean {
  return question?.kind !== 'choice' && pending?.draft.chosen === undefined
}

/** The list that "the second" refers to: the quoted one, or else the one shown last, if that is recent. */
function listedFor({ catalogue, at, quoted = [] }: Said, { listing }: Pick<Session, 'listing'>): Listed | null {
  const [first] = quoted.flatMap((record) => listingOf(catalogue, record) ?? [])
  if (first !== undefined) return first
  return listing !== null && at.getTime() - Date.parse(listing.at) <= maxMentionAgeMs ? listing : null
}

function readAwaited(
  said: Said,
  session: Pick<Session, 'menu' | 'wishes' | 'question' | 'pending' | 'repeat'>,
  awaited: Expectation,
  read: Read,
): Reading {
  const reading = read(said.text, awaited)
  if (reading.kind === 'pick' && isListed(session, said.text)) return { kind: 'value', text: said.text.trim() }
  if (dropsAll(said, session, reading)) return { kind: 'drop', all: true }
  if (reading.kind !== 'pick' || !mayBeWish(session, reading.n)) return reading
  const alone = read(said.text, { kind: 'nothing' })
  const isWish = alone.kind === 'wishes' || alone.kind === 'ambiguous'
  return isWish || (alone.kind === 'what-about' && session.repeat !== null) ? alone : reading
}

/** "SIX" as the list writes it is the thing with that code, and not the sixth. */
function isListed({ menu, question }: Pick<Session, 'menu' | 'question'>, text: string): boolean {
  const code = text.trim()
  return menu?.live !== true && question?.kind === 'choice' && question.candidates.some((each) => isKnownAs(each, code))
}

/** A menu claims bare numbers only, and a list of things only the numbers that it shows. */
function mayBeWish({ menu, question }: Pick<Session, 'menu' | 'question'>, n: number): boolean {
  if (menu?.live === true) return true
  if (question?.kind !== 'choice') return false
  return n > question.candidates.length && question.candidates.every(({ id }) => id !== String(n))
}

/**
 * Whether it drops all that waits. Free text and values are taken as such; "none" to several candidates refers to those
 * alone.
 */
function dropsAll(
  { text, locale: { words, skipWords } }: Said,
  { menu, wishes, question, pending }: Pick<Session, 'menu' | 'wishes' | 'question' | 'pending'>,
  reading: Reading,
): boolean {
  const isBehindMenu = menu?.live === true && !isFree({ question, pending })
  const waits = wishes.length > 0 || isBehindMenu
  if ((!waits && isFree({ question, pending })) || text.length > maxLength) return false
  const isDrop = reading.kind === 'drop' || reading.kind === 'unknown'
  const isNo = noes.has(reading.kind) && question?.kind !== 'choice'
  // Somebody who asks again for the pause that they are being shown, or asked about, still wants it.
  const asked = [question, pending].map((open) => open?.draft.command)
  const isWish = reading.kind === 'wishes' && reading.wishes.every(({ command }) => !asked.includes(command))
  if (!isWish && !(waits && (isDrop || isNo))) return false
  // "No, neither, thanks."
  const around = compilePhrases([...(words['no'] ?? []), ...skipWords])
  return isMadeOf(foldText(text).text, compilePhrases(words['drop_all'] ?? []), around)
}
