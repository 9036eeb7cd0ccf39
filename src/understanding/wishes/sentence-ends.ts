/** What the values of a sentence say about where it ends, and whether another wish may begin in it. */
import type { Parameter } from '../../catalogue/catalogue.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isTimeOnly, mayHoldDay } from './may-hold-day.ts'
import { endsIn, holdsPhrase, skipLeading } from '../text/phrases.ts'
import { isWrittenAsName } from '../text/written-as-name.ts'
import { subjectOf } from './read-by-subject.ts'
import { isShortText } from '../sentences/is-short-text.ts'
import type { SentenceReading } from '../sentences/sentence-reading.ts'
import type { Wish } from '../wish.ts'

/**
 * What was said behind names in which another wish may begin, and the time behind one that may hold the day of it; `null` where there are
 * none.
 */
export function saidBehindNames(
  reading: SentenceReading,
  { text }: Folded,
  language: Language,
): NonNullable<Wish['behind']> | null {
  const { command, slots } = reading
  const isSubject = subjectOf(reading, text, language) !== null
  const isName = ({ name, wildcard }: SentenceReading['slots'][number]) =>
    wildcard && command.parameters.some((parameter) => parameter.name === name && parameter.entity !== null)
  const behind = slots.flatMap((slot, at): (readonly [string, readonly string[]])[] => {
    const others = slots.slice(at + 1)
    if (others.length === 0 || !isName(slot)) return []
    const { text: whole } = foldText(slot.value)
    // Of "and a half of tiles" nothing is called what would stand before the "and".
    const called = whole.slice(skipLeading(whole, language.borders))
    // "João came by and" of "João came by and paid 390": what is behind the verb is said with it.
    const isUpToVerb = isSubject && at === 0 && endsIn(called, language.borders)
    const held = isUpToVerb ? called.slice(0, called.lastIndexOf(' ')) : called
    const mayHoldMore =
      /[,;]\s/u.test(slot.value) || (!isOfFirm(slot.value, language) && holdsPhrase(held, language.borders))
    const untrusted = mayHoldMore ? others : others.slice(0, 1).filter((next) => isOfDayIn(slot.value, next))
    return untrusted.length > 0 ? [[slot.name, untrusted.map(({ name }) => name)]] : []
  })
  return behind.length === 0 ? null : Object.fromEntries(behind)

  /** "At 3pm" is today's only where no day was said. */
  function isOfDayIn(name: string, next: SentenceReading['slots'][number]): boolean {
    const type = command.parameters.find((parameter) => parameter.name === next.name)?.type
    return type === 'datetime' && isTimeOnly(next.value, language) && mayHoldDay(name, language)
  }
}

/** "Shah & Sons": nothing but a word on each side of the sign, or words that are written as names. */
function isOfFirm(name: string, { borders }: Language): boolean {
  const parts = name.split('&').map((part) => part.trim())
  return (
    parts.length > 1 &&
    parts.every(
      (part) =>
        /^\p{L}[\p{L}\p{M}.'’-]*(?: \p{L}[\p{L}\p{M}.'’-]*){0,2}$/u.test(part) &&
        !holdsPhrase(foldText(part).text, borders) &&
        (!part.includes(' ') || isWrittenAsName(part)),
    )
  )
}

/** Whether it ends in a free text that could be left out. */
export function endsInReason(found: SentenceReading): boolean {
  return lastText(found)?.required === false
}

/** The free text that it ends in. */
export function lastText({ command, slots }: SentenceReading): Parameter | null {
  const last = slots.at(-1)
  const parameter = command.parameters.find(({ name }) => name === last?.name)
  if (last?.wildcard !== true || parameter === undefined || isShortText(parameter)) return null
  return parameter.type === 'text' && parameter.entity === null ? parameter : null
}
