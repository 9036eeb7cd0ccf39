/** How words are read where something is open that gives them another meaning than they have alone. */
import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import type { CommandRecord } from '../conversation/lookup.ts'
import { listingOf, maxMentionAgeMs } from '../conversation/mentions.ts'
import { isFree, type Session } from '../conversation/session.ts'
import { foldText } from '../understanding/fold-text.ts'
import { compilePhrases, isMadeOf } from '../understanding/phrases.ts'
import { type Listed, readByPlace } from '../understanding/read-by-place.ts'
import type { Expectation, Reading } from '../understanding/reading.ts'

/** What was said, where and when: the locale is that of the language that it was said in. */
type Said = {
  readonly text: string
  readonly catalogue: Catalogue
  readonly locale: Locale
  /** When it came in. */
  readonly at: Date
  /** What the message that it quotes was about. */
  readonly quoted?: readonly CommandRecord[]
}

type Read = (text: string, awaited: Expectation) => Reading

/** What begins with a no, whatever it goes on with. */
const noes: ReadonlySet<Reading['kind']> = new Set<Reading['kind']>(['no', 'correction', 'free-correction'])

/** Only so few words can say that nothing of all that is wanted. */
const maxLength = 80

/**
 * Reads words with what is awaited. "Order 204" and "what about 204?" ask for what they ask for without the menu, or the
 * list that has no such number. "Stop" and "none of them" are said of all that waits; "stop everything" as
 * well, though with nothing waiting it would pause the business. "The second" is a row of the list that was shown.
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
  // Where something waits for its turn "the second" may be that; but what is left out by its place was named by it.
  return meant === null || (session.wishes.length > 0 && meant.kind !== 'leave-out') ? reading : meant

  function readAgain(text: string): Reading {
    return readAwaited({ ...said, text }, session, awaited, read)
  }
}

/** A list to choose from is meant before one that was only shown, also where something was chosen from it. */
function mayNamePlace({ question, pending }: Pick<Session, 'question' | 'pending'>): boolean {
  return question?.kind !== 'choice' && pending?.draft.chosen === undefined
}

/** The list that "the second" is of: the one that is quoted, else the one that was shown last, not long ago. */
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
  if (dropsAll(said, session, reading)) return { kind: 'drop', all: true }
  if (reading.kind !== 'pick' || !mayBeWish(session, reading.n)) return reading
  const alone = read(said.text, { kind: 'nothing' })
  const isWish = alone.kind === 'wishes' || alone.kind === 'ambiguous'
  return isWish || (alone.kind === 'what-about' && session.repeat !== null) ? alone : reading
}

/** A menu has a claim on bare numbers only, and a list of things on those that it shows. */
function mayBeWish({ menu, question }: Pick<Session, 'menu' | 'question'>, n: number): boolean {
  if (menu?.live === true) return true
  if (question?.kind !== 'choice') return false
  return n > question.candidates.length && question.candidates.every(({ id }) => id !== String(n))
}

/** What is free text or a value is taken for that; "none" of several candidates is said of those alone. */
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
  // Whoever is shown the pause that they asked for, or is asked about it, and asks once more, still wants it.
  const asked = [question, pending].map((open) => open?.draft.command)
  const isWish = reading.kind === 'wishes' && reading.wishes.every(({ command }) => !asked.includes(command))
  if (!isWish && !(waits && (isDrop || isNo))) return false
  // "No, neither, thanks."
  const around = compilePhrases([...(words['no'] ?? []), ...skipWords])
  return isMadeOf(foldText(text).text, compilePhrases(words['drop_all'] ?? []), around)
}
