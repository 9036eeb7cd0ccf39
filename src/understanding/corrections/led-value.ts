/**
 * "no until thursday", "by 3 days", "no, to lucia", "departure friday": a value of what is open, behind the word that stands before it in
 * the sentences of that command, or behind what it is called there, which tells what it is a value of.
 */
import type { Parameter } from '../../catalogue/catalogue.ts'
import { type ExactValue, readExactValue, stripFiller } from '../bare-value.ts'
import { isName } from './contrast.ts'
import { withoutLead } from './correction.ts'
import { readCorrectedValue } from './corrected-value.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordEnd, matchLiteral } from '../text/match-literal.ts'
import { readChanged, readOfParameter } from './named-value.ts'
import { type OpenText, wantedBy } from '../open-text.ts'
import { afterWord, compilePhrases, endsIn, holdsPhrase, skipLeading, trimPhrases } from '../text/phrases.ts'
import type { WrittenReader } from '../read-message.ts'
import type { Expectation } from '../expectation.ts'
import type { FreeCorrection, ValueCorrection } from '../correction-reading.ts'
import { wordsAround } from '../sentences/words-around.ts'
import { isClockType } from '../values/clock-values.ts'
import { isNumber } from '../values/is-number.ts'
import { type WantedValue, wantedOf } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'
import { isDigits } from '../text/is-digits.ts'

/** Longer texts say more than a value. */
const maxLength = 80

/** Behind a no, a yes or a word of correcting, where the value may be a name as well. */
export function readLedCorrection(said: OpenText): ReturnType<typeof readOfParameter> {
  const rest = behindLead(said)
  // What is a value as it stands needs no word before it.
  if (rest === null || readCorrectedValue(rest, wantedBy(said), said.reader.language, said.when) !== null) return null
  // "Não cancela o do João" is not "não, cancela o do João".
  if (said.reader.commands.read(said.text, said.when)?.kind === 'negated') return null
  return (
    readNamed({ ...said, folded: rest }) ??
    readChangedInstead({ ...said, folded: rest }, said.folded) ??
    readLedValue({ ...said, folded: rest }) ??
    readLedName({ ...said, folded: rest })
  )
}

/** "No, to 207", of a note: the number of what it is for, where the command takes no other number. */
export function readLedThing(
  folded: Folded,
  token: string | undefined,
  reader: WrittenReader,
  when: When,
): ValueCorrection | null {
  const rest = withoutChange(folded, reader.language)
  const { parameters = [] } = reader.catalogue.commands.get(token ?? '') ?? {}
  if (rest === null || parameters.some(({ type }) => isNumber(type))) return null
  // "Yes, cancel order 207" asks for something.
  if (reader.commands.read(rest.original, when) !== null) return null
  const [thing, ...others] = ledBy(rest, token, reader).filter(({ parameter }) => !isText(parameter))
  if (thing === undefined || others.length > 0 || thing.parameter.entity === null || !isDigits(thing.value.text))
    return null
  return correctionOf(thing.parameter.name, { type: 'id' }, { value: thing.value.text })
}

function isText({ type, entity }: Parameter): boolean {
  return type === 'text' && entity === null
}

/** "No, the arrival is Saturday". */
function readNamed({ folded, expectation, reader, when }: OpenText): ReturnType<typeof readOfParameter> {
  return expectation.kind === 'confirmation'
    ? readOfParameter(folded, expectation, { ...reader, isLed: true }, when)
    : null
}

/** "No, muévelo al 15". */
function readChangedInstead({ folded, expectation, reader, when }: OpenText, whole: Folded): ValueCorrection | null {
  return expectation.kind === 'confirmation' && !isDenied(whole, folded, reader.language)
    ? readChanged(folded, expectation, reader.language, when)
    : null
}

/** Whether a no stands before the rest without a pause: "não muda pro dia 15" may as well forbid it. "Yes but", "no pero" deny nothing of it. */
export function isDenied(
  { text, original, starts, ends }: Folded,
  rest: Folded,
  { words, however }: Language,
): boolean {
  const at = text.length - rest.text.length
  const isPaused = isPause(original.slice(ends[at - 2], starts[at]))
  const before = text.slice(0, at - 1)
  return !isPaused && endsIn(before, words.no) && !endsIn(before, however)
}

/** "yes 20", "ok thursday": an agreement to another value, or the one that is shown. "until thursday", "deposit 150": a value alone. */
export function readAgreedValue(said: OpenText): ValueCorrection | null {
  const rest = behindLead(said)
  const wanted = wantedBy(said).filter(({ type }) => type !== 'phone')
  const agreed = rest === null ? null : readCorrectedValue(rest, wanted, said.reader.language, said.when)
  return agreed ?? readLedValue(said)
}

/** "actually lucia", "make it lucia", "sorry, lucia": words of correcting around what may be a name. "Sorry for the delay" corrects nothing. */
export function readNameInstead({ folded, expectation, reader, when }: OpenText): FreeCorrection | null {
  const { commands, language } = reader
  const { text, original, starts, ends } = folded
  const at = skipLeading(text, language.skipped)
  const isPolite = at > 0 && !isPause(original.slice(ends[at - 2], starts[at]))
  const isCorrected = !isPolite || language.words.correcting.endsAt(text, at).length > 0
  const isMeant = expectation.kind === 'confirmation' && isCorrected
  const said = isMeant ? withoutLead(folded, language.corrective, language) : null
  const isNamed = said !== null && (isLettered(said) || isName(foldText(said), commands, language, when))
  return isNamed ? { kind: 'free-correction', correction: said, refuses: true, perhaps: true } : null
}

/** "301 A", "301 block A": a number that is called by a letter as well is no number. */
function isLettered(said: string): boolean {
  return /^\d+ (?:\p{L}+ )?\p{L}$/u.test(foldText(said).text)
}

/** "No, departure monday", "until monday", where that day is awaited. */
export function readLedAnswer(
  folded: Folded,
  wanted: Extract<Expectation, { kind: 'value' }>,
  reader: WrittenReader,
  when: When,
): ExactValue | null {
  const { language } = reader
  const rest = withoutChange(folded, language) ?? folded
  const { text, original, starts } = rest
  const named = foldText(original.slice(starts[skipLeading(text, language.article)]))
  const led = ledBy(named, wanted.command, reader).find(({ parameter }) => parameter.name === wanted.parameter)
  // "Refund 205" may as well be about another order.
  const isTime = led !== undefined && isClockType(led.parameter.type)
  return isTime ? readExactValue(led.value, wanted, language, when, language.aroundExact) : null
}

/** What is no name and no text. */
function readLedValue(said: OpenText): ValueCorrection | null {
  const { folded, reader, when } = said
  const values = wantedBy(said)
  // "El 207" is rather a thing.
  if (reader.language.article.endsAt(folded.text, 0).length > 0) return null
  const led = ledIn(said)
  const mayBeThing = led.some(({ parameter }) => parameter.entity !== null)
  for (const { parameter, value } of led) {
    const { type, entity, name } = parameter
    // "No, of 207", "to order 207": a sum or a thing, as without that word; "cancel order 207" asks for it.
    const isThing = mayBeThing && (isDigits(value.text) || reader.language.ofThing.endsAt(value.text, 0).length > 0)
    if (isThing && reader.commands.read(folded.original, when) === null)
      return readCorrectedValue(value, values, reader.language, when)
    if (entity !== null || type === 'text' || type === 'phone') continue
    const wanted = values.find((each) => each.parameter === name) ?? wantedOf(parameter)
    const exact = readExactValue(value, wanted, reader.language, when)
    if (exact === null) continue
    return correctionOf(name, wanted, exact)
  }
  return null
}

/** What stands before much else ("for") leads to no name by itself. */
function readLedName(said: OpenText): FreeCorrection | null {
  const { folded, reader, when } = said
  const { commands, language } = reader
  if (language.filler.endsAt(folded.text, 0).length > 0) return null
  const [first, ...others] = ledIn(said).filter(({ parameter }) => parameter.entity !== null)
  if (first === undefined || !isName(first.value, commands, language, when)) return null
  const correction = stripFiller(first.value, language)
  return { kind: 'free-correction', correction, ...(others.length === 0 && { of: first.parameter.name }) }
}

export function correctionOf(
  of: string,
  { type: as }: WantedValue,
  { value: correction, ...words }: ExactValue,
): ValueCorrection {
  return { kind: 'correction', correction, ...words, as, of }
}

/** What follows a no, a yes or a word of correcting; `null` where none of them stands at the beginning. */
export function behindLead({ folded, expectation, reader: { language } }: OpenText): Folded | null {
  return expectation.kind === 'confirmation' ? withoutChange(folded, language) : null
}

/** The same, whatever is open. */
export function withoutChange({ text, original, starts }: Folded, language: Language): Folded | null {
  const at = skipLeading(text, language.beforeChange)
  // "Sorry" is politeness as well.
  const isLed = at > skipLeading(text, language.skipped) || holdsPhrase(text.slice(0, at), language.words.correcting)
  return isLed && at < text.length ? foldText(original.slice(starts[at])) : null
}

type Led = { readonly parameter: Parameter; readonly value: Folded }

/** The parameters of what is open that may stand behind the first word, with what follows it. */
function ledIn({ folded, expectation, reader }: OpenText): readonly Led[] {
  return expectation.kind === 'confirmation' ? ledBy(folded, expectation.command, reader) : []
}

export function ledBy(
  { text, original, starts, ends }: Folded,
  token: string | undefined,
  { catalogue, language }: WrittenReader,
): readonly Led[] {
  const command = catalogue.commands.get(token ?? '')
  const locale = catalogue.locales.get(language.code)
  const end = text.indexOf(' ')
  if (command === undefined || locale === undefined || end < 0 || original.length > maxLength) return []
  const { sentences = [], labels = {} } = locale.commands[command.path] ?? {}
  const around = wordsAround(sentences, locale.rules)
  return command.parameters.flatMap((parameter) => {
    const { before, behind } = around.get(parameter.name) ?? { before: new Set(), behind: new Set<string>() }
    const label = foldText(labels[parameter.name] ?? '').text
    const named = label === '' ? 0 : matchLiteral(text, 0, label)
    const led = before.has(text.slice(0, end)) ? end : named > 0 && isWordEnd(text, named) ? named : text.length
    const from = afterWord(text, led)
    const kept = from >= text.length ? null : trimPhrases(text.slice(from), compilePhrases([...behind]))
    return kept === null ? [] : [{ parameter, value: foldText(original.slice(starts[from], ends[from + kept.to - 1])) }]
  })
}
