/**
 * "send 12 rolls and 6 loaves to Luna", "the rolls to 16 and the loaves to 5", "move Ana to Monday and Rui to Tuesday": the same wish for
 * each of the things that are told with a number or a day of their own. One name would take all of it, "rolls and 6 loaves", and the others be lost once somebody says which thing is meant.
 */
import type { Catalogue, Parameter } from '../../catalogue/catalogue.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordStart } from '../text/match-literal.ts'
import { afterWord } from '../text/phrases.ts'
import { placeOfName, type Range } from '../text/place-of-name.ts'
import type { Wish } from '../wish.ts'
import { maxWishes } from './split-wishes.ts'
import { isClockType } from '../values/clock-values.ts'
import { isNumber } from '../values/is-number.ts'
import { valueReader } from '../values/read-values.ts'
import { wantedOf } from '../values/wanted-value.ts'

type Reader = { readonly catalogue: Catalogue; readonly language: Language }
/** The things and their numbers or days: where the first begins and the last ends, and where each of them is. */
type Region = Range & { readonly parts: readonly Range[] }

/** So many words stand between a thing and its number at most: "12 boxes of the", "to 16 pesos"; and behind it with a day: "on the 5th at half past ten". */
const maxBefore = 4
const maxBehind = 3
const maxOfDay = 8

/**
 * The wishes, one more than can wait where they are too many; `null` where a name is one name, or not all of what it holds is such a wish.
 * @param read the one wish that a text is
 */
export function readPairs(
  text: string,
  wish: Wish,
  read: (part: string) => Wish | null,
  reader: Reader,
): readonly Wish[] | null {
  return readTold(text, wish, read, reader, ({ type, entity }) => entity === null && isNumber(type))
}

/** The same of days and times: "move Ana to Monday and Rui to Tuesday"; not where it could be another's place ("book Ana with Eva … and Rui …"). */
export function readDayPairs(...[text, wish, read, reader]: Parameters<typeof readPairs>): readonly Wish[] | null {
  const { parameters = [] } = reader.catalogue.commands.get(wish.command) ?? {}
  const things = parameters.filter(({ name, entity }) => entity !== null && wish.args[name] !== undefined)
  if (things.length > 1) return null
  return readTold(text, wish, read, reader, ({ type }) => isClockType(type))
}

/** The things that are told with a value of this kind each, of which the wish has one. */
function readTold(
  text: string,
  wish: Wish,
  read: (part: string) => Wish | null,
  { catalogue, language }: Reader,
  isKind: (parameter: Parameter) => boolean,
): readonly Wish[] | null {
  const { parameters = [] } = catalogue.commands.get(wish.command) ?? {}
  const told = parameters.filter(({ name }) => wish.args[name] !== undefined)
  const [count, ...counts] = told.filter(isKind)
  if (count === undefined || counts.length > 0) return null
  const folded = foldText(text)
  for (const { name } of told.filter(({ entity }) => entity !== null)) {
    const named = placeOfName(wish.args[name] ?? '', folded)
    for (const region of named === null ? [] : regionsAround(folded, named, count, language)) {
      const wishes = wishesIn(region, { folded, wish, count, read, language })
      if (wishes !== null) return wishes
    }
  }
  return null
}

/** Numbers in front of their things, then numbers behind them; the most words first. */
function regionsAround(folded: Folded, named: Range, count: Parameter, language: Language): readonly Region[] {
  const { text } = folded
  const startsNumber = (at: number) => valueReader(wantedOf(count), language)(folded, at).length > 0
  const borders = bordersIn(folded, named, language)
  if (borders.length === 0) return []
  const mostBehind = isClockType(count.type) ? maxOfDay : maxBehind
  const froms = [...wordStarts(text, 0, named.from).slice(-maxBefore), named.from]
  const tos = [...wordStarts(text, named.to, text.length).map((at) => at - 1), text.length].slice(1, mostBehind + 1)
  const numbered = borders.filter(({ to }) => startsNumber(to))
  const others = borders.filter(({ to }) => !startsNumber(to))
  return [
    ...froms.filter(startsNumber).map((from) => partsOf({ from, to: named.to }, numbered)),
    ...froms.flatMap((from) => tos.toReversed().map((to) => partsOf({ from, to }, others))),
  ].filter(({ parts }) => parts.length > 1)
}

function wordStarts(text: string, from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_word, at) => from + at).filter((at) => isWordStart(text, at))
}

/** Commas and words of joining inside a name, with where the word behind them begins. */
function bordersIn({ text, original, starts, ends }: Folded, { from, to }: Range, { words }: Language): Range[] {
  return wordStarts(text, from + 1, to).flatMap((at) => {
    const [joined] = words.and.endsAt(text, at)
    if (joined === undefined && !/[,;\n]/u.test(original.slice(ends[at - 2], starts[at]))) return []
    const next = joined === undefined ? at : afterWord(text, joined)
    return next < to ? [{ from: at - 1, to: next }] : []
  })
}

function partsOf({ from, to }: Range, borders: readonly Range[]): Region {
  const begins = [from, ...borders.map((border) => border.to)]
  const ends = [...borders.map((border) => border.from), to]
  return { from, to, parts: begins.map((begin, at) => ({ from: begin, to: ends[at] ?? to })) }
}

/** The wish that each part is in the place of all; `null` when one of them is another wish, or lacks what the others have. */
function wishesIn(
  { from, to, parts }: Region,
  {
    folded: { original, starts, ends },
    wish,
    count,
    read,
    language,
  }: {
    readonly folded: Folded
    readonly wish: Wish
    readonly count: Parameter
    readonly read: (part: string) => Wish | null
    readonly language: Language
  },
): readonly Wish[] | null {
  const wishes: Wish[] = []
  for (const part of parts.slice(0, maxWishes + 1)) {
    const said = original.slice(starts[part.from], ends[part.to - 1])
    const one = read(`${original.slice(0, starts[from])}${said}${original.slice(ends[to - 1])}`)
    if (one === null || !isAlike(one, wish, foldText(said), count, language)) return null
    wishes.push(one)
  }
  return wishes
}

/** Whether a part says the number, or the day, and whatever else of it is another than in the whole. */
function isAlike(one: Wish, whole: Wish, part: Folded, count: Parameter, language: Language): boolean {
  const names = Object.keys(one.args)
  if (one.command !== whole.command || names.length !== Object.keys(whole.args).length) return false
  const read = valueReader(wantedOf(count), language)
  const said = foldText(one.said?.[count.name] ?? '').text
  const isCounted = isClockType(count.type)
    ? said !== '' && part.text.includes(said)
    : [0, ...wordStarts(part.text, 1, part.text.length)].some((at) =>
        read(part, at).some(({ value }) => value === one.args[count.name]),
      )
  return (
    isCounted &&
    names.every((name) => {
      const value = one.args[name] ?? ''
      return name === count.name || value === whole.args[name] || part.text.includes(foldText(value).text)
    })
  )
}
