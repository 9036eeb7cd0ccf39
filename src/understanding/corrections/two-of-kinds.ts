/**
 * "no, 150 by card", "make the rate 87.50 and the quantity 1800", "change it to 3 boxes and 450 each": two values of what is open, each of
 * which tells by its form, or by what it is called, of which parameter it is.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Parameter } from '../../catalogue/catalogue.ts'
import { type ExactValue, readExactValue } from '../bare-value.ts'
import type { OpenText } from '../open-text.ts'
import type { ValueCorrection } from '../correction-reading.ts'
import { type Folded, foldText, isAccentedLetter, originalBetween } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { afterWord, phrasesIn, skipLeading, trimPhrases } from '../text/phrases.ts'
import { isClockType } from '../values/clock-values.ts'
import { isNumber } from '../values/is-number.ts'
import { type WantedValue, wantedOf } from '../values/wanted-value.ts'
import type { Language } from '../words/language.ts'
import { readCorrectedValue } from './corrected-value.ts'
import { correctionOf, isDenied, ledBy, withoutChange } from './led-value.ts'

/** Longer texts say more than two values. */
const maxLength = 80

/** `isBare`: nothing but figures says what it is of; `or`: what else it may be then. */
type Found = {
  readonly parameter: Parameter
  readonly exact: ExactValue
  readonly isBare?: boolean
  readonly or?: Pick<ValueCorrection, 'or'>
}
type Both = readonly [Found, Found]

/** Behind a no, a word of correcting or one that changes something. */
export function readTwoChanged(said: OpenText): ValueCorrection | null {
  const rest = behindChange(said)
  return rest === null ? null : correctionOfBoth(twoIn({ ...said, folded: rest }))
}

/** The same with nothing before it; a thing would rather be one more. */
export function readTwoAlone(said: OpenText): ValueCorrection | null {
  const both = twoIn(said)
  return both?.some(({ parameter }) => parameter.type === 'id') === true ? null : correctionOfBoth(both)
}

/** A number alone goes first, for it may be meant for something else: "no, 205 by card". */
function correctionOfBoth(both: Both | null): ValueCorrection | null {
  if (both === null) return null
  const [first, last] = both
  const [one, { parameter, exact }] = last.isBare === true && first.isBare !== true ? [last, first] : [first, last]
  const { value: correction, ...words } = exact
  const named = correctionOf(one.parameter.name, wantedOf(one.parameter), one.exact)
  const beside = { of: parameter.name, correction, ...words }
  if (one.isBare !== true) return { ...named, beside }
  const { of: _only, ...alone } = named
  return { ...alone, ...one.or, beside }
}

/** `null` where it is not both, or may be several. */
function twoIn(said: OpenText): Both | null {
  const { folded, expectation, reader, when } = said
  if (expectation.kind !== 'confirmation' || folded.original.length > maxLength) return null
  if (isJoinedAt(folded, 0, reader.language)) return null
  const { values = [] } = expectation
  const isOne = readCorrectedValue(folded, values, reader.language, when) !== null
  const [first, ...others] = [...folded.text.matchAll(/ /gu)]
    .flatMap(({ index }) => bothAt(said, index))
    // "150 por transferencia" is no price of each, where that is a way.
    .filter((both) => !isOne || both.some(({ parameter }) => parameter.type === 'choice'))
    .filter((both) => !isDayNumber(both))
  const isSure = others.every((other) => isDeepStrictEqual(valuesOf(other), valuesOf(first ?? other)))
  return first !== undefined && isSure ? first : null
}

function valuesOf(both: Both): readonly unknown[] {
  return both.map(({ parameter, exact }) => [parameter.name, exact.value])
}

/** Whether a word of joining stands there: "and 50 by card" is rather wanted as well, and "é 50 no pix" is not. */
function isJoinedAt(folded: Folded, at: number, { words }: Language): boolean {
  return words.and.endsAt(folded.text, at).some((end) => !isAccentedLetter(folded, at, end))
}

/** "El 5 lunes": the 5 is rather a part of the day than a thing. */
function isDayNumber(both: Both): boolean {
  const isDay = both.some(({ parameter }) => isClockType(parameter.type))
  return isDay && both.some(({ parameter, exact }) => parameter.type === 'id' && exact.value.length <= 2)
}

/** What stands on both sides of a blank, the values of one parameter before those of another. */
function bothAt(said: OpenText, index: number): readonly Both[] {
  const { folded, reader } = said
  const from = skipLeading(folded.text, reader.language.words.and, index + 1)
  // "25 cada | uno" is no one of anything.
  const isCut = phrasesIn(folded.text, reader.language.perUnit).some((unit) => unit.from < index && index < unit.to)
  if (from >= folded.text.length || isCut) return []
  const before = valuesIn(foldText(originalBetween(folded, 0, index)), said)
  // "3 | boxes at 450": the word behind the blank belongs to the number before it.
  const next = valuesIn(foldText(originalBetween(folded, 0, `${folded.text} `.indexOf(' ', index + 1))), said)
  if (before.length === 0 || next.some(({ parameter: { type } }) => type === 'integer' || type === 'decimal')) return []
  const behind = valuesIn(foldText(originalBetween(folded, from, folded.text.length)), said)
  return before.flatMap((one) =>
    behind.flatMap((other) => (one.parameter === other.parameter ? [] : [[one, other] as const])),
  )
}

/** All that a text may be of what is open: a choice also where none was made, a thing where people know its number. */
function valuesIn(folded: Folded, { expectation, reader, when }: OpenText): readonly Found[] {
  if (expectation.kind !== 'confirmation') return []
  const { catalogue, language } = reader
  const { command: token, values = [] } = expectation
  const named = foldText(folded.original.slice(folded.starts[skipLeading(folded.text, language.article)]))
  const led = new Map(
    [folded, named]
      .flatMap((words) => ledBy(words, token, reader))
      .map(({ parameter, value }) => [parameter.name, value]),
  )
  const isCounted = values.some(({ type }) => isNumber(type))
  const figures = figuresIn(folded, language)
  const isThing = ({ type, entity = '' }: WantedValue) => type === 'id' && !language.unnumbered.has(entity)
  const things = figures === null ? [] : values.filter(isThing)
  return (catalogue.commands.get(token ?? '')?.parameters ?? []).flatMap((parameter) => {
    const { name, type } = parameter
    const open = values.find((each) => each.parameter === name)
    const own = led.get(name)
    const isExact = isNumber(type) || isClockType(type)
    const mayBeThing = open !== undefined && isThing(open) && !isCounted
    if (!(mayBeThing || type === 'choice' || (isExact && (open !== undefined || own !== undefined)))) return []
    const around = type === 'choice' ? language.aroundExact : language.filler
    const words = own === undefined ? folded : behindBecoming(own, language)
    const exact = readExactValue(words, open ?? wantedOf(parameter), language, when, around)
    if (exact === null || (mayBeThing && !isDigits(exact.value))) return []
    const isBare = isNumber(type) && own === undefined && figures !== null
    const or = things.map(() => ({ correction: figures ?? '', as: 'id' as const }))
    return [{ parameter, exact, ...(isBare && { isBare, ...(or.length > 0 && { or: { or } }) }) }]
  })
}

/** The number that a text is in figures, and nothing but that. */
function figuresIn({ text }: Folded, { filler }: Language): string | null {
  const kept = trimPhrases(text, filler)
  const said = kept === null ? '' : text.slice(kept.from, kept.to)
  return isDigits(said) ? said : null
}

/** "87.50" of "to 87.50". */
function behindBecoming({ text, original, starts }: Folded, { becoming, being }: Language): Folded {
  const [end] = [becoming, being].flatMap((words) => words.endsAt(text, 0))
  const from = end === undefined ? 0 : afterWord(text, end)
  return foldText(from >= text.length ? original : original.slice(starts[from]))
}

/** What follows "no,", "change it to", "make"; `null` where nothing of it stands at the beginning. */
function behindChange({ folded, reader: { language } }: OpenText): Folded | null {
  const rest = withoutChange(folded, language) ?? folded
  const { text, original, starts } = rest
  // "Sim, e 50 no pix"
  const last = folded.text.lastIndexOf(' ', folded.text.length - text.length - 2) + 1
  if (rest !== folded && isJoinedAt(folded, last, language)) return null
  const [verb] = language.changing.endsAt(text, skipLeading(text, language.skipped))
  if (verb === undefined) return rest === folded ? null : rest
  if (isDenied(folded, rest, language)) return null
  const at = skipLeading(text, language.words.that_thing, afterWord(text, verb))
  const [become] = language.becoming.endsAt(text, at)
  const from = become === undefined ? at : afterWord(text, become)
  return from >= text.length ? null : foldText(original.slice(starts[from]))
}
