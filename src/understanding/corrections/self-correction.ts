/**
 * "cancel 204, no sorry, I mean 205": what somebody corrects in the same breath. What they came to is meant, not what they began with;
 * and where they ended with a refusal ("… Actually, don't"), nothing is. A note may say what it likes.
 */
import type { Catalogue, Parameter } from '../../catalogue/catalogue.ts'
import { type ExactValue, readExactValue, readSureValue } from '../bare-value.ts'
import { nameIn } from './named-left-out.ts'
import { isCalledThing } from './corrected-value.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordStart } from '../text/match-literal.ts'
import { afterWord, isMadeOf, skipLeading } from '../text/phrases.ts'
import { quotedRanges } from '../text/quotes.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import type { AnswerReader } from '../wishes/references.ts'
import { saidInstead } from './said-instead.ts'
import { isClockType } from '../values/clock-values.ts'
import { isNumber } from '../values/is-number.ts'
import { type WantedValue, wantedOf } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'

type Reader = { readonly catalogue: Catalogue; readonly language: Language; readonly commands: AnswerReader }
/** So often nobody changes their mind in one message. */
const maxRuns = 3
/** More words refuse something else. */
const maxRefusal = 5

/** A longer word joins nothing, in characters. */
const maxJoin = 12

/** Words of correcting, one after the other. */
type Run = {
  readonly from: number
  readonly to: number
  /** Where what stands before it ends, a "but" aside. */
  readonly headEnd: number
  /** A "no" is among them. */
  readonly hasNo: boolean
  /** It owns up to a slip. */
  readonly isMistaken: boolean
}

/** `null` when the text corrects nothing that it asks for. */
export function readSelfCorrected(folded: Folded, reader: Reader, when: When): Reading | null {
  if (/\?[^\p{L}\p{N}]*$/u.test(folded.original)) return null
  for (const run of runsIn(folded, reader.language).slice(0, maxRuns)) {
    const found = readCorrectedBy(run, folded, reader, when)
    if (found !== null) return found
  }
  return null
}

/** "205, no, 207" where a thing, a number or a time is awaited: the second of them; `null` where the text corrects no such value. */
export function readSecondThought(
  folded: Folded,
  wanted: WantedValue,
  language: Language,
  when: When,
): ExactValue | null {
  const { text, original, starts, ends } = folded
  const read = (said: string) => readSureValue(foldText(said), wanted, language, when)
  for (const run of runsIn(folded, language).slice(0, maxRuns)) {
    if (run.to >= text.length || isRefusedBy(run, folded)) continue
    const meant = read(original.slice(starts[run.to]))
    if (meant !== null && read(original.slice(0, ends[run.headEnd - 1])) !== null) return meant
  }
  return null
}

/** Whether what follows is what is not wanted: "no 207", without a pause. */
function isRefusedBy(run: Run, { original, starts, ends }: Folded): boolean {
  return !run.isMistaken && !isPause(original.slice(ends[run.to - 2], starts[run.to]))
}

function readCorrectedBy(run: Run, folded: Folded, reader: Reader, when: When): Reading | null {
  const { text, original, starts, ends } = folded
  const head = reader.commands.read(original.slice(0, ends[run.headEnd - 1]), when)
  const before = wishesIn(head)
  const wish = before.at(-1)
  if (wish === undefined || isVerbatim(wish, original, reader, when)) return null
  const rest = run.to >= text.length ? '' : original.slice(starts[run.to])
  if (refuses(run, rest, reader.language)) return before.length === 1 ? { kind: 'negated', wish } : { kind: 'unknown' }
  if (rest === '') return null
  const isRefused = isRefusedBy(run, folded)
  const value = correctedIn(folded, wish, { rest, isRefused }, reader, when)
  const asked = reader.commands.read(rest, when)
  const saidOtherwise = () =>
    isPausedAt(run, folded) || run.headEnd < run.from - 1
      ? saidInstead(foldText(original.slice(0, ends[run.headEnd - 1])), wish, rest, reader, when)
      : null
  if (isRefused) {
    const denied = value === null ? wishesIn(asked) : [value]
    const keeps = isDenied(text, run, reader.language)
    if (denied.length === 0) {
      // "No oak street" may be that one instead, and "not yet" nothing at all.
      const named = saidOtherwise()
      if (named === null) return null
      // Nobody is called "yet" of "the order of Maria, not yet"; "not Pedro's" names somebody.
      const isName = nameIn(foldText(rest), reader.language)?.sure === true
      return keeps && isName ? { kind: 'wishes', wishes: before, denied: [named], keeps } : { kind: 'unknown' }
    }
    if (denied.some((each) => isOtherRole(wish, each, reader))) return { kind: 'unknown' }
    if (denied.every((each) => isOfSameThing(wish, each, reader)))
      return isOneOfSeveral(wish, reader) ? { kind: 'unknown' } : { kind: 'wishes', wishes: before }
    // "Cancel 204, not 205" keeps what it began with; "cancel 204, no 205" may be either.
    return keeps ? { kind: 'wishes', wishes: before, denied, keeps } : { kind: 'unknown' }
  }
  if (value !== null) return { kind: 'wishes', wishes: [...before.slice(0, -1), value] }
  const isOther = before.length === 1 && asked?.kind === 'wishes'
  if (isOther && asked.wishes.every(({ command }) => isChange(command, reader))) return { ...asked, insteadOf: before }
  const named = saidOtherwise()
  return named === null ? null : { kind: 'wishes', wishes: [...before.slice(0, -1), named] }
}

/** Whether they end with a refusal: "no wait, don't", "I mean, leave it". */
function refuses({ hasNo }: Run, rest: string, { words, skipped, becoming }: Language): boolean {
  const { text } = foldText(rest)
  if (text === '') return hasNo
  const isShort = text.split(' ').length <= maxRefusal && !/\d/u.test(text)
  const from = skipLeading(text, skipped)
  // "Para o João" leads to a name, and "para" and "para tudo" stop.
  const leads = becoming
    .endsAt(text, from)
    .some((end) => end < text.length && !isMadeOf(text.slice(afterWord(text, end)), words.everything, skipped))
  if (leads && !isMadeOf(text.slice(from), words.drop, skipped)) return false
  return isShort && [words.drop, words.negation].some((phrases) => phrases.endsAt(text, from).length > 0)
}

function isDenied(text: string, run: Run, { words }: Language): boolean {
  return words.negation.endsAt(text, run.from).some((end) => afterWord(text, end) === run.to)
}

/** Whether a pause stands around the words: "is actually" corrects nothing by itself. */
function isPausedAt({ from, to }: Run, { original, starts, ends }: Folded): boolean {
  return [from, to].some((at) => isPause(original.slice(ends[at - 2], starts[at])))
}

/** "Refund 20 to Maria, not 30" says of no thing that it is not meant. */
function isOfSameThing(wish: Wish, other: Wish, { catalogue }: Reader): boolean {
  const { parameters = [] } = catalogue.commands.get(wish.command) ?? {}
  const things = parameters.filter(({ entity, name }) => entity !== null && wish.args[name] !== undefined)
  const isSame = things.every(({ name }) => wish.args[name] === other.args[name])
  return wish.command === other.command && things.length > 0 && isSame
}

/** "From Monday to Friday, but not Wednesday" is neither of the two days. */
function isOneOfSeveral({ command, args }: Wish, { catalogue }: Reader): boolean {
  const { parameters = [] } = catalogue.commands.get(command) ?? {}
  return parameters.filter(({ type, name }) => isClockType(type) && args[name] !== undefined).length > 1
}

/** "Viewer, not operator" is to be the one instead of the other, and whoever is given a role keeps those that they have. */
function isOtherRole(wish: Wish, other: Wish, { catalogue }: Reader): boolean {
  const { parameters = [] } = catalogue.commands.get(wish.command) ?? {}
  const roles = parameters.filter(({ schema, name }) => schema['role'] === true && other.args[name] !== undefined)
  return wish.command === other.command && roles.some(({ name }) => other.args[name] !== wish.args[name])
}

/** Words of correcting behind the beginning of a text: a slip that is owned up to, or a "no" behind a pause or a "but". */
function runsIn(folded: Folded, language: Language): readonly Run[] {
  const { text, original, starts, ends } = folded
  const quoted = quotedRanges(original)
  const found: Run[] = []
  for (let at = 1; at < text.length; at++) {
    if (!isWordStart(text, at) || at < (found.at(-1)?.to ?? 0)) continue
    const run = runAt(folded, at, language)
    const headEnd = beforeBut(text, at, language)
    const isPaused = headEnd < at - 1 || isPause(original.slice(ends[at - 2], starts[at]))
    const isQuoted = quoted.some(({ from, to }) => (starts[at] ?? 0) >= from && (starts[at] ?? 0) < to)
    if (run !== null && headEnd > 0 && !isQuoted && (run.isMistaken || isPaused)) found.push({ ...run, headEnd })
  }
  return found
}

/** Where the words end before which a "but" or an "and" stands at this place; else where the word before it ends. */
function beforeBut(text: string, at: number, { words }: Language): number {
  for (let from = text.lastIndexOf(' ', at - 2); from > 0; from = text.lastIndexOf(' ', from - 1)) {
    const joins = [words.but, words.and].some((phrases) => phrases.endsAt(text, from + 1).includes(at - 1))
    if (joins) return from
    if (at - from > maxJoin) break
  }
  return at - 1
}

function runAt({ text }: Folded, from: number, { words, mistaken, skipped }: Language): Omit<Run, 'headEnd'> | null {
  let at = from
  let isMistaken = false
  let hasNo = false
  while (at < text.length) {
    const [slip = 0] = mistaken.endsAt(text, at)
    const no = Math.max(0, ...[words.no, words.negation].flatMap((phrases) => phrases.endsAt(text, at)))
    const [skip = 0] = at > from ? skipped.endsAt(text, at) : []
    const end = Math.max(slip, no, skip)
    if (end === 0) break
    isMistaken ||= slip > 0
    hasNo ||= no > 0
    at = afterWord(text, end)
  }
  return isMistaken || hasNo ? { from, to: at, hasNo, isMistaken } : null
}

/**
 * The wish with the value that was said instead: of the value that was said last, for that is what is corrected; of one before it
 * where the last cannot be said so. A number alone is a number again where the last was called by its name ("refund 50 to Maria, sorry, 60").
 */
function correctedIn(
  folded: Folded,
  wish: Wish,
  { rest, isRefused }: { readonly rest: string; readonly isRefused: boolean },
  { catalogue, language }: Reader,
  when: When,
): Wish | null {
  const said =
    catalogue.commands.get(wish.command)?.parameters.filter(({ name }) => wish.args[name] !== undefined) ?? []
  const instead = foldText(rest)
  const isThing = isCalledThing(instead, language)
  const found = lastSaid(folded, wish, said)
    .values()
    .flatMap((each) => {
      const exact = readExactValue(instead, wantedOf(each), language, when)
      return exact !== null && mayBe(each, exact.value) ? [{ last: each, exact }] : []
    })
    .toArray()
  // "Refund 10 to Pedro, not 207" tells which one of his is not meant.
  const isNumbered = found.some(({ last: { type } }) => isNumber(type)) && !isThing && !isRefused
  const { last, exact } = found.find(({ last: each }) => !isNumbered || !isNamed(each, wish)) ?? {}
  if (last === undefined || exact === undefined) return null
  const { [last.name]: _before, ...words } = wish.said ?? {}
  const all = exact.said === undefined ? words : { ...words, [last.name]: exact.said }
  const { said: _said, ...others } = wish
  return {
    ...others,
    args: { ...wish.args, [last.name]: exact.value },
    ...(Object.keys(all).length === 0 ? {} : { said: all }),
  }
}

/** Whether a thing was called by its name, and by no number. */
function isNamed({ type, name }: Parameter, { args }: Wish): boolean {
  return type === 'id' && !/\d/u.test(args[name] ?? '')
}

/** A number alone is no code of letters. */
function mayBe({ type, schema: { pattern } }: Parameter, value: string): boolean {
  return type !== 'id' || typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value)
}

/** The parameters in the order of their values in the text, from its end; none where that cannot be told. */
function lastSaid({ text }: Folded, { args, said = {} }: Wish, parameters: readonly Parameter[]): readonly Parameter[] {
  const values = parameters.filter(({ type, entity }) => type !== 'text' || entity !== null)
  if (values.length < 2) return values
  const placed = values.map((parameter) => {
    const words = foldText(said[parameter.name] ?? args[parameter.name] ?? '').text
    return { parameter, at: words === '' ? -1 : ` ${text} `.indexOf(` ${words} `) }
  })
  if (placed.some(({ at }) => at < 0)) return []
  return placed.toSorted((a, b) => b.at - a.at).map(({ parameter }) => parameter)
}

/** Whether all of it is text that the command wants: a note. */
function isVerbatim(wish: Wish, text: string, { catalogue, commands }: Reader, when: When): boolean {
  const { parameters = [] } = catalogue.commands.get(wish.command) ?? {}
  const whole = wishesIn(commands.read(text, when)).at(-1)
  return parameters.some(
    ({ name, type, entity, required }) =>
      required && type === 'text' && entity === null && (whole?.args[name] ?? wish.args[name]) !== undefined,
  )
}

function wishesIn(reading: Reading | null): readonly Wish[] {
  const wishes = reading?.kind === 'wishes' && reading.denied === undefined ? reading.wishes : []
  return wishes.every(({ source }) => source === 'sentence') ? wishes : []
}

function isChange(command: string, { catalogue }: Reader): boolean {
  return catalogue.commands.get(command)?.safety !== 'read'
}
