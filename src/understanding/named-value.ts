/**
 * "change the amount to 60", "the note should be: call first", "reason: she gave up": a value with the name of the parameter that it is
 * for, said of what is open.
 */
import type { Catalogue, Parameter } from '../catalogue/catalogue.ts'
import { readExactValue, stripFiller } from './bare-value.ts'
import { readCorrected } from './correction.ts'
import { type Folded, foldText } from './fold-text.ts'
import type { Language } from './language.ts'
import { isWordEnd, matchLiteral } from './match-literal.ts'
import { afterWord, skipLeading } from './phrases.ts'
import type { Expectation, FreeCorrection, ValueCorrection } from './reading.ts'
import { isClockType } from './values/clock-values.ts'
import { isNumber } from './values/is-number.ts'
import { wantedOf, type WantedValue } from './values/wanted-value.ts'
import type { When } from './values/when.ts'

type Confirmation = Extract<Expectation, { kind: 'confirmation' }>
/** The value, or words that may be a name. */
type Put = ValueCorrection | FreeCorrection

type Reader = { readonly catalogue: Catalogue; readonly language: Language }

/** `null` when the text names no parameter of what is open, or says no value of it. */
export function readNamedValue(folded: Folded, expectation: Confirmation, reader: Reader, when: When): Put | null {
  return readOfParameter(folded, expectation, reader, when) ?? readChanged(folded, expectation, reader.language, when)
}

/** The same, and nothing that is only changed: "change it to 60" names no parameter. */
export function readOfParameter(
  folded: Folded,
  expectation: Confirmation,
  { catalogue, language }: Reader,
  when: When,
): Put | null {
  const command = catalogue.commands.get(expectation.command ?? '')
  if (command === undefined) return null
  const labels = catalogue.locales.get(language.code)?.commands[command.path]?.labels ?? {}
  for (const parameter of command.parameters) {
    const said = valueBehind(folded, namesOf(parameter, labels, language), language)
    const found = said === null ? null : readAs(said, parameter, expectation, language, when)
    if (found !== null) return { ...found, of: parameter.name }
  }
  return null
}

/** "change it to 60", "aumenta pra 35": a value that is wanted, and no name. */
function readChanged(
  { text, original, starts }: Folded,
  { values = [] }: Confirmation,
  language: Language,
  when: When,
): Put | null {
  const [verb] = language.changing.endsAt(text, skipLeading(text, language.skipped))
  if (verb === undefined) return null
  const at = skipLeading(text, language.words.that_thing, afterWord(text, verb))
  const [become] = language.becoming.endsAt(text, at)
  const from = become === undefined ? text.length : afterWord(text, become)
  // Nobody raises an order.
  const isSize = language.resizing.endsAt(text, skipLeading(text, language.skipped)).includes(verb)
  const wanted = isSize ? values.filter(({ type }) => isNumber(type)) : values
  return from >= text.length ? null : readCorrected(foldText(original.slice(starts[from])), wanted, language, when)
}

/** What people call it: by its label and its name, and what it is by what such a thing is called. */
function namesOf(
  { name, type }: Parameter,
  labels: Readonly<Record<string, string>>,
  { calledSum, calledTime }: Language,
): readonly string[] {
  return [
    name,
    ...(labels[name] === undefined ? [] : [labels[name]]),
    ...(type === 'money' ? calledSum : []),
    ...(isClockType(type) ? calledTime : []),
  ].map((each) => foldText(each).text)
}

/** What is said of one of these names; `isStated` where it is not said that it is to be so. */
type Said = { readonly value: Folded; readonly isStated: boolean }

/** Behind a word of changing, or one that gives it a value, or a colon. */
function valueBehind(folded: Folded, names: readonly string[], language: Language): Said | null {
  const { text, original, starts, ends } = folded
  const { article, changing, being, becoming } = language
  const first = skipLeading(text, article)
  const [verb] = changing.endsAt(text, first)
  const at = verb === undefined ? first : skipLeading(text, article, afterWord(text, verb))
  for (const name of names) {
    const end = matchLiteral(text, at, name)
    if (end <= at || end >= text.length || !isWordEnd(text, end)) continue
    const behind = afterWord(text, end)
    const [become] = becoming.endsAt(text, behind)
    const [be] = being.endsAt(text, behind)
    const isToBe = become !== undefined || original.slice(ends[end - 1], starts[behind]).includes(':')
    if (!isToBe && verb === undefined && be === undefined) continue
    const from = Math.max(behind, ...[become, be].map((place) => (place === undefined ? 0 : afterWord(text, place))))
    if (from < text.length) return { value: foldText(original.slice(starts[from])), isStated: !isToBe }
  }
  return null
}

/** "The note is wrong" says no note, and "change the note on 205" none either. */
function readAs(
  { value: said, isStated }: Said,
  parameter: Parameter,
  { values = [] }: Confirmation,
  language: Language,
  when: When,
): Put | null {
  const { type, entity } = parameter
  const open: WantedValue = values.find((each) => each.parameter === parameter.name) ?? wantedOf(parameter)
  if (type === 'text' && entity === null)
    return isStated ? null : { kind: 'free-correction', correction: said.original.trim() }
  const exact = readExactValue(said, open, language, when)
  if (exact !== null) {
    const { value: correction, ...words } = exact
    return { kind: 'correction', correction, ...words, as: type }
  }
  return entity === null || isStated ? null : { kind: 'free-correction', correction: stripFiller(said, language) }
}
