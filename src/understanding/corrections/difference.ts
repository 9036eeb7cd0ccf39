/**
 * "5 less", "mais 20", "raise it by 5": by how much a number of what is open is to be another. It is never that number itself, so where it
 * cannot be told what it would come to, that is said rather than a value taken from it.
 */
import { readExactValue } from '../bare-value.ts'
import { isCalledThing } from './corrected-value.ts'
import { ledBy } from './led-value.ts'
import { type Folded, foldText, isAccentedLetter, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordEnd, matchLiteral } from '../text/match-literal.ts'
import { type OpenText, wantedBy } from '../open-text.ts'
import { afterWord, endsIn, isMadeOf, phrasesIn, skipLeading } from '../text/phrases.ts'
import type { Difference, ValueBeside } from '../correction-reading.ts'
import { isNumber } from '../values/is-number.ts'
import { isNearly } from '../values/nearly.ts'
import { numberTable } from '../values/number-table.ts'
import { centsGoingOn } from '../values/read-amounts.ts'
import { readTwoAlone } from './two-of-kinds.ts'
import type { WantedValue } from '../values/wanted-value.ts'

/** Longer texts say more than a difference. */
const maxLength = 60

/** "+5", "no, -5": a sign that belongs to the number behind it. */
const signed = /^(?<lead>|.*\s)(?<sign>[+\u2212-])(?<amount>(?:R\$|\p{Sc}|\d).*)$/su

type Found = {
  readonly direction: Difference['direction']
  /** What it is by, as it was written. */
  readonly amount: Folded
  /** The parameter that was named with it. */
  readonly of?: string
  /** "Mais 206" may add a thing of that number. */
  readonly mayBeThing?: true
  /** The cents that go on with a sum. */
  readonly cents?: true
  /** "No más 5" refuses more, or says that five are enough; "mais o 206" adds a thing. */
  readonly isDoubtful?: true
}

/** `null` where no preview with a number waits, where the text says no difference, or where it asks for something of its own. */
export function readDifference(said: OpenText): Difference | null {
  const { folded, reader, when } = said
  const numbers = wantedBy(said).filter((each) => isNumber(each.type) && !isNegative(each, said))
  if (numbers.length === 0 || folded.original.length > maxLength) return null
  const all = [...withCents(said), ...aroundNumbers(said), ...behindVerb(said), ...withSign(said)]
  for (const found of all) {
    const both = readWithWay(found, said)
    const of = found.cents === true ? numbers.filter(({ type }) => type === 'money') : numbers
    const by = both?.by ?? readBy(found, of, said)
    if (by === null) continue
    if (reader.commands.read(behindLead(folded, reader.language).original, when) !== null) return null
    const { direction, mayBeThing, cents } = found
    const beside = both === null ? {} : { beside: both.beside }
    return { kind: 'difference', direction, by, ...(mayBeThing && { mayBeThing }), ...(cents && { cents }), ...beside }
  }
  return null
}

/** "50 by transfer": how much, and another value, which the words for the first one do not say. */
function readWithWay(
  { amount, of }: Found,
  said: OpenText,
): { readonly by: Difference['by']; readonly beside: ValueBeside } | null {
  const both = readTwoAlone({ ...said, text: amount.original, folded: amount })
  const { beside, as, correction } = both ?? {}
  const named = both?.of ?? wantedBy(said).find(({ type }) => type === as)?.parameter
  if (beside === undefined || correction === undefined || named === undefined || (of ?? named) !== named) return null
  return { by: { [named]: correction }, beside }
}

/** For each number that may be meant how much it is; `null` where it is no number at all. */
function readBy(
  { direction, amount, of, mayBeThing, isDoubtful }: Found,
  numbers: readonly WantedValue[],
  said: OpenText,
): Difference['by'] | null {
  const { language } = said.reader
  const around = isDoubtful === true ? language.filler : language.skipped
  const read = numbers.flatMap((wanted) => {
    const { parameter } = wanted
    const exact = readExactValue(amount, wanted, language, said.when, around)
    return exact === null || parameter === undefined ? [] : [{ ...wanted, parameter, value: exact.value }]
  })
  if (read.length === 0) return null
  // "Minus 5" may be five below zero.
  const mayBeNegative = (each: WantedValue) => direction === 'less' && mayBeThing === true && takesNegative(each, said)
  const isMeant = (each: (typeof read)[number]) =>
    isDoubtful !== true &&
    (of ?? each.parameter) === each.parameter &&
    !isVague(each, amount) &&
    !isNearly(amount.original, language.code) &&
    !mayBeNegative(each)
  return Object.fromEntries(read.filter(isMeant).map(({ parameter, value }) => [parameter, value]))
}

/** Whether the text is a number below zero, and the parameter takes such: "minus 5 percent" is what the change should be. */
function isNegative(wanted: WantedValue, said: OpenText): boolean {
  const { folded, reader, when } = said
  const exact = readExactValue(behindLead(folded, reader.language), wanted, reader.language, when)
  return exact?.value.startsWith('-') === true && takesNegative(wanted, said)
}

function takesNegative(
  { parameter: name, type }: WantedValue,
  { expectation, reader: { catalogue } }: OpenText,
): boolean {
  const token = expectation.kind === 'confirmation' ? expectation.command : undefined
  const parameter = catalogue.commands.get(token ?? '')?.parameters.find((each) => each.name === name)
  const { minimum, exclusiveMinimum } = parameter?.schema ?? {}
  return type !== 'money' && ![minimum, exclusiveMinimum].some((least) => typeof least === 'number' && least >= 0)
}

/** "One more" is rather one more of the things than a coin more, and "10% more" of ten percent are eleven or twenty. */
function isVague({ type, value }: WantedValue & { readonly value: string }, { text }: Folded): boolean {
  if (type === 'percent') return !/^\d+(?:[.,]\d+)?$/u.test(text)
  return type === 'money' && /^1(?:\.0*)?(?: |$)/u.test(value) && /^\p{L}+$/u.test(text)
}

/** "5 less", "mais 20", "2 more kilos". */
function aroundNumbers({ folded, reader: { language } }: OpenText): readonly Found[] {
  const { text, original, starts, ends } = folded
  const directions = ['more', 'less'] as const
  return directions.flatMap((direction) =>
    phrasesIn(text, language[direction]).map(({ from, to }) => {
      const rest = foldText(`${original.slice(0, starts[from])} ${original.slice(ends[to - 1])}`)
      const amount = behindLead(rest, language)
      const isParted = from === 0 || isPause(original.slice(ends[from - 2], starts[from]))
      const isDenied = !isParted && endsIn(` ${text.slice(0, from - 1)}`, language.words.no)
      const isThing = direction === 'more' && isCalledThing(amount, language)
      return {
        direction,
        amount,
        ...(behindLead(folded, language).text.startsWith(text.slice(from, to)) && { mayBeThing: true as const }),
        ...((isDenied || isThing) && { isDoubtful: true as const }),
      }
    }),
  )
}

/** "Raise it by 5", "aumenta o valor em 20". */
function behindVerb({ folded, expectation, reader: { catalogue, language } }: OpenText): readonly Found[] {
  const { text, original, starts } = behindLead(folded, language)
  const { resizing, lowering, by, article, words, skipped } = language
  const [verb] = resizing.endsAt(text, 0)
  const token = expectation.kind === 'confirmation' ? expectation.command : undefined
  const command = catalogue.commands.get(token ?? '')
  if (verb === undefined || command === undefined) return []
  const labels = catalogue.locales.get(language.code)?.commands[command.path]?.labels ?? {}
  const direction = lowering.endsAt(text, 0).includes(verb) ? 'less' : 'more'
  return phrasesIn(text, by).flatMap(({ from, to }) => {
    const between = text.slice(afterWord(text, verb), Math.max(afterWord(text, verb), from - 1))
    const name = between.slice(skipLeading(between, article))
    const named = command.parameters.find((each) =>
      [each.name, labels[each.name] ?? '', ...(each.type === 'money' ? language.calledSum : [])].some(
        (label) => name !== '' && isWhole(name, foldText(label).text),
      ),
    )
    const isIt = between === '' || isMadeOf(between, words.that_thing, skipped)
    if (named === undefined && !isIt) return []
    const amount = foldText(original.slice(starts[afterWord(text, to)] ?? original.length))
    return [{ direction, amount, ...(named !== undefined && { of: named.name }) }]
  })
}

function isWhole(text: string, literal: string): boolean {
  const end = literal === '' ? 0 : matchLiteral(text, 0, literal)
  return end === text.length && isWordEnd(text, end)
}

/** Where a number of somebody waits, "+55" begins one. */
function withSign(said: OpenText): readonly Found[] {
  const { lead = '', sign, amount = '' } = signed.exec(said.folded.original.trim())?.groups ?? {}
  const isLead = behindLead(foldText(lead), said.reader.language).text === ''
  if (sign === undefined || !isLead || wantedBy(said).some(({ type }) => type === 'phone')) return []
  return [{ direction: sign === '+' ? 'more' : 'less', amount: foldText(amount) }]
}

/** "And 50 cents", "con 50" where no number stands behind a "con". "É 50 centavos" says what all of it is. */
function withCents(said: OpenText): readonly Found[] {
  const { folded, expectation, reader } = said
  const { text, original, starts } = folded
  const { language } = reader
  const at = skipLeading(text, language.beforeChange)
  const cents = isAccentedLetter(folded, at, `${text} `.indexOf(' ', at)) ? null : centsGoingOn(text, at, language)
  if (cents === null || expectation.kind !== 'confirmation') return []
  const amount = original.slice(starts[cents.from])
  const rest = foldText(original.slice(starts[at]))
  const isLed = () => ledBy(rest, expectation.command, reader).some(({ parameter: { type } }) => isNumber(type))
  if (cents.bare === true && isLed()) return []
  const named = cents.bare === true ? `${amount} ${numberTable(language.code)?.cents[0] ?? ''}` : amount
  return [{ direction: 'more', amount: foldText(named), cents: true }]
}

function behindLead({ text, original, starts }: Folded, { beforeDifference }: Language): Folded {
  return foldText(original.slice(starts[skipLeading(text, beforeDifference)] ?? original.length))
}
