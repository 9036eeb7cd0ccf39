/**
 * "change the amount to 60", "the note should be: call first", "reason: she gave up": a value with the name of the parameter that it is
 * for, said of what is open.
 */
import type { Catalogue, Parameter } from '../../catalogue/catalogue.ts'
import { readBareNumber, readExactValue, stripFiller } from '../bare-value.ts'
import { readCorrectedValue } from './corrected-value.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordEnd, matchLiteral } from '../text/match-literal.ts'
import { afterWord, isMadeOf, skipLeading } from '../text/phrases.ts'
import type { Expectation } from '../expectation.ts'
import type { FreeCorrection, ValueCorrection } from '../correction-reading.ts'
import { readStated } from './stated-value.ts'
import { isClockType } from '../values/clock-values.ts'
import { isNumber } from '../values/is-number.ts'
import { wantedOf, type WantedValue } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'

type Confirmation = Extract<Expectation, { kind: 'confirmation' }>
/** The value, or words that may be a name. */
type Put = ValueCorrection | FreeCorrection
/** All that is said of the value is that it is wrong. */
type Refused = { readonly kind: 'no' }

type Reader = { readonly catalogue: Catalogue; readonly language: Language }

/** `null` when the text names no parameter of what is open, or says no value of it. */
export function readNamedValue(
  folded: Folded,
  expectation: Confirmation,
  reader: Reader,
  when: When,
): Put | Refused | null {
  return (
    readOfParameter(folded, expectation, { ...reader, isLed: false }, when) ??
    readChanged(folded, expectation, reader.language, when)
  )
}

/**
 * The same, and nothing that is only changed: "change it to 60" names no parameter.
 * @param isLed a no, a yes or a word of correcting stood before it
 */
export function readOfParameter(
  folded: Folded,
  expectation: Confirmation,
  { catalogue, language, isLed }: Reader & { readonly isLed: boolean },
  when: When,
): Put | Refused | null {
  const command = catalogue.commands.get(expectation.command ?? '')
  const locale = catalogue.locales.get(language.code)
  if (command === undefined) return null
  const { labels = {}, sentences = [] } = locale?.commands[command.path] ?? {}
  for (const parameter of command.parameters) {
    const value = valueBehind(folded, namesOf(parameter, labels, language), language)
    if (value === null) continue
    const found =
      readAs(value, parameter, expectation, language, when) ??
      (value.how === 'is'
        ? readStated({ parameter, said: value.said, isLed }, { sentences, rules: locale?.rules ?? {} }, language)
        : null)
    if (found !== null) return found.kind === 'no' ? found : { ...found, of: parameter.name }
  }
  return null
}

/** "change it to 60", "aumenta pra 35", "ponlo el lunes": a value that is wanted, and no name. */
export function readChanged(
  { text, original, starts }: Folded,
  { values = [] }: Pick<Confirmation, 'values'>,
  language: Language,
  when: When,
): ValueCorrection | null {
  const first = skipLeading(text, language.skipped)
  const [verb] = language.changing.endsAt(text, first)
  if (verb === undefined) return null
  const at = skipLeading(text, language.words.that_thing, afterWord(text, verb))
  const [become] = language.becoming.endsAt(text, at)
  const from = become === undefined ? text.length : afterWord(text, become)
  // Nobody raises an order.
  const isSize = language.resizing.endsAt(text, first).includes(verb)
  const wanted = isSize ? values.filter(({ type }) => isNumber(type)) : values
  const read = (start: number, of: readonly WantedValue[]) =>
    start >= text.length ? null : readCorrectedValue(foldText(original.slice(starts[start])), of, language, when)
  // "Al 15" is a day, which "15" is not, and "por la mañana" no tomorrow. "Push it 10" says by how much.
  const isNumberAlone = readBareNumber(foldText(original.slice(starts[at])), language.skipped, language) !== null
  const times = isNumberAlone ? [] : wanted.filter(({ type }) => isClockType(type))
  return read(at, become === undefined ? times : wanted) ?? read(from, wanted)
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

/** What is said of one of these names: that it is to be so, that it is so, or only that it changes. */
type Said = { readonly said: Folded; readonly how: 'becomes' | 'is' | 'changes' }

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
    const from = Math.max(behind, ...[become, be].map((place) => (place === undefined ? 0 : afterWord(text, place))))
    const isToBe = become !== undefined || original.slice(ends[end - 1], starts[from]).includes(':')
    const isSo = be !== undefined || isMadeOf(text.slice(behind), language.words.no, language.skipped)
    if (from >= text.length || (!isToBe && !isSo && verb === undefined)) continue
    const value = foldText(original.slice(starts[from]))
    return { said: value, how: isToBe ? 'becomes' : isSo ? 'is' : 'changes' }
  }
  return null
}

/** "The note is wrong" says no note, and "change the note on 205" none either. */
function readAs(
  { said, how }: Said,
  parameter: Parameter,
  { values = [] }: Confirmation,
  language: Language,
  when: When,
): Put | null {
  const { type, entity } = parameter
  const open: WantedValue = values.find((each) => each.parameter === parameter.name) ?? wantedOf(parameter)
  if (type === 'text' && entity === null)
    return how === 'becomes' ? { kind: 'free-correction', correction: said.original.trim() } : null
  const exact = readExactValue(said, open, language, when)
  if (exact !== null) {
    const { value: correction, ...words } = exact
    return { kind: 'correction', correction, ...words, as: type }
  }
  return entity !== null && how === 'becomes'
    ? { kind: 'free-correction', correction: stripFiller(said, language) }
    : null
}
