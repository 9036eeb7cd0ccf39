/**
 * A name takes whatever stands where a name may stand: "make Otto a viewer instead of an owner" would look for "Otto a viewer instead
 * of", and whoever then says who is meant would get the opposite of what was asked for. What a name holds that is a word of the
 * language rather than of a name was meant for the rest of the sentence, so that neither is read. People write names in small
 * letters, and what is written with a capital letter may be one, but at the beginning.
 */
import type { Catalogue, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { readExactValue } from '../bare-value.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import { choiceWords, type Language } from '../words/language.ts'
import { afterWord, compilePhrases, phrasesIn, type Phrases } from '../text/phrases.ts'
import type { Wish } from '../wish.ts'
import { isMadeOfDays } from '../words/shared-month.ts'
import { isClockType } from '../values/clock-values.ts'
import type { WantedValue } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'

/** What may stand between a name and the time behind it: "at", "en la". */
const maxBetween = 2

const days: readonly WantedValue[] = [{ type: 'date' }, { type: 'month' }, { type: 'datetime' }]

/** A wish, what was written, and the parameter whose name is looked at. */
type Named = {
  readonly wish: Wish
  readonly text: string
  readonly when: When
  readonly parameters: readonly Parameter[]
  readonly parameter: Parameter
}

/** Tells whether the name that a wish has for a parameter holds what was meant for something else. */
export function createSwallowedWords(
  { roles }: Pick<Catalogue, 'roles'>,
  locale: Locale,
  language: Language,
): (named: Named) => boolean {
  const unsaid = compilePhrases(locale.words['in_no_name'] ?? [])
  const called = compilePhrases([...roles.keys()].flatMap((role) => choiceWords(locale, role)))
  const times = compilePhrases(locale.words['of_time'] ?? [])
  return ({ wish, text, when, parameters, parameter }) => {
    const value = wish.args[parameter.name] ?? ''
    const name = foldText(value)
    if (parameter.type === 'file' || isQuoted(value, text)) return false
    if (small(name, unsaid).length > 0 || isLedIn(name, text)) return true
    if (isOfPerson(parameter) && small(name, called).some(({ from }) => from > 0 && !isInBrackets(name, from)))
      return true
    if (parameter.schema['personName'] === true && isTwoNames(name)) return true
    const isBeforeTime = parameters.some(
      ({ name: other, type }) =>
        isClockType(type) && standsBefore(name, foldText(wish.said?.[other] ?? ''), foldText(text)),
    )
    return isBeforeTime && (small(name, times).length > 0 || endsInDay(name, when))
  }

  /** "Bueno, Otto" at the beginning: a word that means nothing, and a pause. */
  function isLedIn({ text: said, original, starts, ends }: Folded, whole: string): boolean {
    return (
      whole.startsWith(original) &&
      language.aroundWish
        .endsAt(said, 0)
        .some((end) => end < said.length && isPause(original.slice(ends[end - 1], starts[afterWord(said, end)])))
    )
  }

  /** "Otto and Otto to Vic": one who is called so, and what another is to be called. */
  function isTwoNames(name: Folded): boolean {
    const joined = small(name, language.words.and)
    return joined.some(({ to }) => small(name, language.becoming).some(({ from }) => from > to))
  }

  function endsInDay(name: Folded, when: When): boolean {
    const { text, original, starts } = name
    const places = [...text.matchAll(/ /g)].map(({ index }) => index + 1)
    return places.some((at) => {
      const rest = original.slice(starts[at])
      return (
        rest === rest.toLowerCase() &&
        (isMadeOfDays(rest, language) ||
          days.some((day) => readExactValue(foldText(rest), day, language, when) !== null))
      )
    })
  }
}

/** Where phrases stand in a name that are not written as names are. */
function small({ text, original, starts, ends }: Folded, phrases: Phrases): ReturnType<typeof phrasesIn> {
  const isLoud = original === original.toUpperCase()
  return phrasesIn(text, phrases).filter(({ from, to }) => {
    const said = original.slice(starts[from], ends[to - 1])
    return from === 0 || isLoud || said === said.toLowerCase()
  })
}

/** "Bia (owner)" is what somebody wants to be called, and told why they cannot be. */
function isInBrackets({ original, starts }: Folded, from: number): boolean {
  return /[([{]\s*$/u.test(original.slice(0, starts[from]))
}

/** Where no time was read, it would stand at the end. */
function standsBefore(name: Folded, time: Folded, said: Folded): boolean {
  const at = said.text.indexOf(name.text)
  if (at < 0 || time.text === '') return at >= 0 && said.text.endsWith(name.text)
  const from = afterWord(said.text, at + name.text.length)
  const to = said.text.indexOf(time.text, from)
  return to >= from && said.text.slice(from, to).split(' ').length - 1 <= maxBetween
}

function isQuoted(value: string, text: string): boolean {
  const at = text.indexOf(value)
  return at > 0 && /["“«]/u.test(text[at - 1] ?? '')
}

function isOfPerson({ type, entity, schema }: Parameter): boolean {
  return (type === 'phone' && entity !== null) || schema['personName'] === true
}
