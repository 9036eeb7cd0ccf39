/**
 * "don't cancel order 204": a negation is of the wish that follows it, and of what is said for that wish without a verb of its own
 * ("… and 205", "… or refund 205"). After a pause, "but" or "and", what has a verb of its own is wanted ("…, cancel 207"). Where it
 * cannot be told, nothing is understood: what may have been denied is neither done nor shown.
 */
import type { Catalogue, Parameter } from '../../catalogue/catalogue.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterWord, holdsPhrase, isMadeOf, lastPlace, skipLeading } from '../text/phrases.ts'
import type { CommandReading } from './read-commands.ts'
import { standIn } from '../sentences/stand-in.ts'
import type { Wish } from '../wish.ts'
import { isSameWish } from './same-wish.ts'
import { type Part, splitWishes } from './split-wishes.ts'
import { isTooLong } from '../text/too-long.ts'
import type { When } from '../values/when.ts'

/** A wish, and what would have to be said for it alone. */
export type Told = {
  readonly wish: Wish
  readonly text: string
  /** Its verb was said with the one before. */
  readonly verbless: boolean
}

type Judged = Told & { readonly denied: boolean }

/** How what is denied is read without the negation. */
type Readers = {
  readonly readWishes: (text: string, when: When) => CommandReading | null
  readonly readOnly: (part: string, when: When) => Part<Wish> | null
  readonly toldAfter: (when: When) => (part: string, before: Part<Told> | null, gap: string) => Part<Told> | null
  /** The same wish for the ones of several people, or that wish alone. */
  readonly onesOf: (told: Told, when: When) => readonly Wish[]
  /** The commands whose sentences say the whole text, and in their own words as far as this place in the folded text. */
  readonly saidUpTo: (folded: Folded, end: number) => readonly string[]
}

/** Only where what follows the negation reads as a command, so that nothing else is swallowed. */
export function createNegationReader(
  catalogue: Catalogue,
  language: Language,
  { readWishes, readOnly, toldAfter, onesOf, saidUpTo }: Readers,
): (text: string, when: When) => CommandReading | null {
  const { words, also, however, skipped, borders, deniedAfter } = language
  return (text, when) => {
    const [found] = deniedIn(text).flatMap(({ rest, end }) => {
      const reading = readDenied(rest, when)
      return reading === null ? [] : [{ reading, end }]
    })
    if (found === undefined) return readDeniedAfter(text, when)
    return isAskedFor(text, found) ? null : found.reading
  }

  /** "cancela o 204 não": denied at its end, where all of it asks for nothing and is no question. */
  function readDeniedAfter(text: string, when: When): CommandReading | null {
    if (isTooLong(text) || /\?[^\p{L}\p{N}]*$/u.test(text)) return null
    const folded = foldText(text)
    const from = lastPlace(folded.text, (end) => isMadeOf(end, deniedAfter, skipped))
    const at = from ?? lastPlace(folded.text, (end) => isMadeOf(end, words.negation, skipped))
    if (at === null || readWishes(text, when) !== null) return null
    const rest = text.slice(0, folded.ends[at - 2])
    const last = isPause(text.slice(rest.length, folded.starts[at])) ? null : deniedLast(rest, when)
    if (last !== null || from === null) return last
    const [found] = deniedIn(rest).flatMap((each) => readDenied(each.rest, when) ?? [])
    return found?.kind === 'negated' ? found : lastDenied(readDenied(rest, when))
  }

  /** "cancela o 204 e o 205 não": the last of them alone, where it is said with the verb of those before it. */
  function deniedLast(rest: string, when: When): CommandReading | null {
    if (deniedIn(rest).length > 0) return null
    const parts = splitWishes<Told>(rest, { and: words.and, however, also }, toldAfter(when)) ?? []
    const last = parts.at(-1)
    if (last?.verbless !== true) return null
    return { kind: 'wishes', wishes: parts.slice(0, -1).map(({ wish }) => wish), denied: [last.wish], keeps: true }
  }

  /** "Not happened K7Q2M" denies nothing: another command is asked for so. */
  function isAskedFor(text: string, { reading, end }: { readonly reading: CommandReading; readonly end: number }) {
    if (reading.kind !== 'negated') return false
    const said = saidUpTo(foldText(text), end)
    return said.length > 0 && !said.includes(reading.wish.command)
  }

  /** What stands after each negation that the text may begin with. */
  function deniedIn(text: string): readonly { readonly rest: string; readonly end: number }[] {
    if (isTooLong(text)) return []
    const folded = foldText(text)
    return [...new Set([0, skipLeading(folded.text, skipped)])].flatMap((at) =>
      words.negation.endsAt(folded.text, at).flatMap((end) => {
        const from = folded.starts[afterWord(folded.text, end)] ?? text.length
        // "No, cancela el 205" refuses what was before; only "no canceles el 205" is about the command.
        const isAnswer =
          isPause(text.slice(folded.ends[end - 1], from)) && words.no.endsAt(folded.text, at).includes(end)
        return isAnswer ? [] : [{ rest: text.slice(from), end }]
      }),
    )
  }

  function readDenied(rest: string, when: When): CommandReading | null {
    const parts = splitWishes<Judged>(rest, { and: borders, however, also }, judgedAfter(when))
    if (parts === null) {
      const alone = readWishes(rest, when)
      const isOne = alone?.kind === 'wishes' && new Set(alone.wishes.map(({ command }) => command)).size === 1
      return isOne ? negated(alone.wishes) : null
    }
    const denied = parts.flatMap((part) => (part.denied ? onesOf(part, when) : []))
    const wishes = parts.flatMap((part) => (part.denied ? [] : onesOf(part, when)))
    if (wishes.length === 0) return negated(denied)
    const about = wishes.map((wish) => ofDenied(wish, denied))
    const isAtOdds = about.some((wish) => denied.some((other) => isSameWish(wish, other)))
    return isAtOdds ? null : { kind: 'wishes', wishes: about, denied }
  }

  /** "don't cancel 204, just note that she called": a wish without a thing is about the one that was not to be touched. */
  function ofDenied(wish: Wish, denied: readonly Wish[]): Wish {
    const target = targetOf(wish)
    if (target === null || wish.args[target.name] !== undefined) return wish
    const [thing, ...others] = denied.flatMap((other) => {
      const about = targetOf(other)
      return about?.entity === target.entity ? (other.args[about.name] ?? []) : []
    })
    const isOne = thing !== undefined && others.length === 0 && thing !== standIn
    return isOne ? { ...wish, args: { ...wish.args, [target.name]: thing } } : wish
  }

  /** The parameter that names the thing which a command is about. */
  function targetOf({ command }: Wish): Parameter | null {
    const { parameters = [], intent } = catalogue.commands.get(command) ?? {}
    return parameters.find(({ name, entity }) => name === intent?.target && entity !== null) ?? null
  }

  /** Reads one part of what follows a negation, and says whether that is of it too. */
  function judgedAfter(when: When) {
    const readTold = toldAfter(when)
    return (text: string, before: Part<Judged> | null, gap: string): Part<Judged> | null => {
      const told = readTold(text, before, gap) ?? readRefused(text, when)
      if (told === null) return null
      const denied = before === null || 'denied' in told.value || isDenied(told.value, before.value, gap)
      return denied === null ? null : { ...told, value: { ...told.value, denied } }
    }
  }

  /** "don't cancel 204, don't refund 205" */
  function readRefused(text: string, when: When): Part<Judged> | null {
    const [part] = deniedIn(text).flatMap(({ rest }) => readOnly(rest, when) ?? [])
    if (part === undefined) return null
    return { value: { wish: part.value, text, verbless: false, denied: true }, closed: part.closed, clear: true }
  }

  /** Whether a later wish is denied with the one before it; `null` where only the person knows. */
  function isDenied(told: Told, before: Judged, gap: string): boolean | null {
    const between = foldText(gap).text
    if (holdsPhrase(between, words.but)) return false
    if (holdsPhrase(between, words.or)) return before.denied ? true : null
    if (told.verbless || !before.denied) return before.denied
    const isRead = catalogue.commands.get(told.wish.command)?.safety === 'read'
    // "don't cancel 204 and refund 205" may well mean neither.
    return isPause(gap) || isRead || told.wish.command === before.wish.command ? false : null
  }
}

function negated([wish, ...others]: readonly Wish[]): CommandReading | null {
  if (wish === undefined) return null
  const more = wish.behind !== undefined
  return { kind: 'negated', wish, ...(others.length === 0 ? {} : { others }), ...(more && { more }) }
}

/** "cancel 204 but 205 not": the other way round from "not 204 but 205". */
function lastDenied(reading: CommandReading | null): CommandReading | null {
  return reading?.kind === 'wishes' && reading.denied !== undefined
    ? { ...reading, wishes: reading.denied, denied: reading.wishes, keeps: true }
    : reading
}
