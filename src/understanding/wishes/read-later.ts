/**
 * "cancel order 204 tomorrow at 8", "pausa por uma hora", "every Monday send the report": something that is to be done at another time,
 * or for a while. Nobody waits: it is neither done at once nor taken for something else, and whoever asks is told so.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Catalogue, Command, Parameter } from '../../catalogue/catalogue.ts'
import { type ExactValue, readExactValue } from '../bare-value.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { lastWords } from '../text/match-literal.ts'
import { afterWord, holdsPhrase, skipLeading } from '../text/phrases.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import type { AnswerReader } from './references.ts'
import { wordsAround } from '../sentences/words-around.ts'
import { numberTable } from '../values/number-table.ts'
import { parseAmountWords } from '../values/number-words.ts'
import { clockReadings, isClockType } from '../values/clock-values.ts'
import { isDayAlone, withoutPart } from '../values/day-alone.ts'
import { settleValue, valueReader } from '../values/read-values.ts'
import { wantedOf } from '../values/wanted-value.ts'
import { dateWords } from '../values/dates/date-words.ts'
import { todayOf } from '../values/dates/resolve-date.ts'
import type { When } from '../values/when.ts'
import { soleWish } from './sole-wish.ts'

type Wishes = Extract<Reading, { kind: 'wishes' }>
type Range = { readonly from: number; readonly to: number }
type Later = Extract<Reading, { kind: 'later' }>
type LaterReader = { readonly catalogue: Catalogue; readonly commands: AnswerReader; readonly language: Language }

/** More words say no time. */
const maxWords = 8

/** A day that nobody says. */
const someDay = '2099-01-01'

const clockTypes = ['datetime', 'date', 'time'] as const

/**
 * `null` when the text asks for nothing, or says no time before it or behind it that is still to come. A time in front of what takes one
 * is read as if it stood behind: "tomorrow at 3 pm book Ana with Eva".
 */
export function readLater(
  folded: Folded,
  { catalogue, commands, language }: LaterReader,
  when: When,
): Later | Wishes | null {
  const { text, original, starts, ends } = folded
  const asked = (from: number, to: number): Reading | null => {
    const rest = original.slice(starts[from], to >= text.length ? original.length : starts[to])
    return rest.trim() === '' ? null : commands.read(rest, when)
  }
  const first = skipLeading(text, language.skipped)
  for (const end of timesAt(folded, first, language, when).toSorted((a, b) => b - a)) {
    if (end >= text.length) continue
    const reading = asked(afterWord(text, end), text.length)
    const timed = inFront(reading, { from: first, to: end })
    if (timed !== null || reading !== null) return timed ?? { kind: 'later' }
  }
  for (const at of lastWords(text, maxWords)) {
    const isTime = timesAt(folded, at, language, when).includes(text.length)
    const reading = isTime ? asked(0, at) : null
    const needing = isTime ? needingTime(at) : null
    if (needing !== null && (reading === null || soleWish(reading)?.command === needing.command))
      return { kind: 'later', asks: needing }
    if (reading !== null) return behindLongest(reading, at)
  }
  return saidBetween()

  /** "Cancela amanhã o 204"; "cancela el 20 4" may be one number. */
  function saidBetween(): Later | null {
    const places = lastWords(text, maxWords).filter((at) => timesAt(folded, at, language, when).length > 0)
    const isBetween = places.some((at) =>
      timesAt(folded, at, language, when).some((end) => {
        const rest = `${original.slice(0, ends[at - 2])} ${original.slice(ends[end - 1])}`
        return (
          end < text.length &&
          !/\d \d/u.test(text.slice(end - 1, end + 2)) &&
          commands.read(rest, when)?.kind === 'wishes'
        )
      }),
    )
    if (!isBetween) return null
    return places.map(askedFrom).findLast((each) => each !== null) ?? { kind: 'later' }
  }

  /** "Move Ana's visit of Monday to Friday", "book Ana tomorrow at 12 at night": the wish before it, with what cannot be read as a time. */
  function askedFrom(at: number): Later | null {
    const before = wordBefore(text, at)
    const isLed = language.article.endsAt(text, before).includes(at - 1)
    const isOfDay = dateWords(language.code)?.ofDay.includes(text.slice(before, at - 1)) === true
    const asks = [...(isLed || isOfDay ? [] : [at]), before].map((from) => lackingTime(from) ?? needingTime(from))
    const found = asks.find((wish) => wish !== null)
    return found === undefined ? null : { kind: 'later', asks: found }
  }

  /** What is asked for before a place, where it lacks a time alone, with what was said from there on. */
  function lackingTime(at: number): Wish | null {
    const wish = soleWish(asked(0, at))
    const [missing, ...lacking] = wish === null ? [] : timesLacked(wish)
    if (wish === null || missing === undefined || lacking.length > 0 || !isClearOfTime(wish)) return null
    return withTime(wish, missing, original.slice(starts[at]).trim())
  }

  /** "Tomorrow" may be the end of "the day after tomorrow", and the rest of that is no name. */
  function behindLongest(reading: Reading, at: number): Later | Wishes {
    for (const from of lastWords(text, maxWords).toReversed()) {
      if (from >= at) break
      const isMoment = momentsAt(folded, from, language, when).includes(text.length)
      const longer = isMoment ? asked(0, from) : null
      if (longer !== null) return behind(longer, original.slice(starts[from]).trim(), from)
    }
    return behind(reading, original.slice(starts[at]).trim(), at)
  }

  /** What is asked for behind words of time, where it takes one; `null` where it does not. */
  function inFront(reading: Reading | null, { from, to }: Range): Later | Wishes | null {
    const said = original.slice(starts[from], ends[to - 1])
    // "Every Monday book Ana with Eva" is no booking on one of them.
    if (holdsPhrase(foldText(said).text, language.words.all_of)) return null
    const wish = soleWish(reading)
    if (reading !== null && wish === null) return null
    const rest = original.slice(starts[afterWord(text, to)]).replace(/[\s.!?]+$/u, '')
    const moved = commands.read(`${rest} ${said}`, when)
    const timed = soleWish(moved)
    if (moved?.kind === 'wishes' && timed !== null && isTimed(timed, wish, said)) return moved
    const later = reading === null ? null : behind(reading, said, from)
    return later?.kind !== 'later' || later.asks === undefined ? null : later
  }

  /** Whether a wish has the time that was said, and is the same but for that; `null` where without it there is none. */
  function isTimed(timed: Wish, wish: Wish | null, said: string): boolean {
    const { parameters = [] } = catalogue.commands.get(timed.command) ?? {}
    const clocks = parameters.filter(({ type }) => isClockType(type)).map(({ name }) => name)
    const others = ({ args }: Wish) => Object.entries(args).filter(([name]) => !clocks.includes(name))
    const hasTime = clocks.some((name) => timed.args[name] !== undefined && timed.args[name] !== wish?.args[name])
    if (!hasTime || wish === null)
      return hasTime && others(timed).every(([, value]) => !foldText(value).text.includes(foldText(said).text))
    return (
      wish.command === timed.command &&
      isDeepStrictEqual(Object.fromEntries(others(wish)), Object.fromEntries(others(timed))) &&
      isDeepStrictEqual(wish.refers, timed.refers)
    )
  }

  /**
   * "Book room 3 from Friday", where the end of the days is still to be asked for: the wish without the word that leads to such a
   * beginning; `null` where another word does.
   */
  function beginningAt({ token, path }: Command, { name, schema }: Parameter, at: number): Wish | null {
    const { commands: told = {}, rules = {} } = catalogue.locales.get(language.code) ?? {}
    const leads = wordsAround(told[path]?.sentences ?? [], rules).get(name)?.before
    const before = wordBefore(text, at)
    const from = language.article.endsAt(text, before).includes(at - 1) ? wordBefore(text, before) : before
    const day = readExactValue(foldText(original.slice(starts[at])), { type: 'date' }, language, when)
    const isLed = schema['upTo'] !== undefined && leads?.has(text.slice(from).split(' ')[0] ?? '') === true
    const reading = isLed && day !== null && isDayAlone(day.value) ? asked(0, from) : null
    const wish = soleWish(reading)
    if (day === null || wish?.command !== token || wish.args[name] !== undefined) return null
    const { value, said = value } = day
    return { ...wish, args: { ...wish.args, [name]: value }, said: { ...wish.said, [name]: said } }
  }

  /**
   * "Book Ana next week", where no sentence has the name alone, "move Ana to next week", where "to" would be of the name: the wish that it
   * would be with a day in place of those words, with them, which are asked about.
   */
  function needingTime(at: number): Wish | null {
    const said = original.slice(starts[at]).trim()
    const wish = soleWish(commands.read(`${original.slice(0, starts[at])}${someDay}`, when))
    const { parameters = [] } = catalogue.commands.get(wish?.command ?? '') ?? {}
    const [timed, ...others] = parameters.filter(({ name }) => foldText(wish?.args[name] ?? '').text === someDay)
    if (wish === null || timed?.type !== 'datetime' || others.length > 0) return null
    const { said: _words, ...unsaid } = wish
    const { [timed.name]: _day, ...args } = wish.args
    return isClearOfTime({ ...unsaid, args }) ? withTime({ ...unsaid, args }, timed, said) : null
  }

  /** The wish with the time that it lacks, as it was said where that cannot be read as one. */
  function withTime(wish: Wish, missing: Parameter, said: string): Wish {
    const time: ExactValue = readExactValue(foldText(said), wantedOf(missing), language, when) ?? { value: said }
    const timed = { ...wish, args: { ...wish.args, [missing.name]: time.value } }
    return time.said === undefined ? timed : { ...timed, said: { ...wish.said, [missing.name]: time.said } }
  }

  /** "Send 12 rolls and 6 loaves tomorrow": several wishes, each with the one time that all of them lack; `null` where they do not. */
  function ofAll(reading: Reading, said: string): Wishes | null {
    const wishes = reading.kind === 'wishes' && reading.denied === undefined ? reading.wishes : []
    const timed = wishes.flatMap((wish) => {
      const [missing, ...lacking] = timesLacked(wish)
      return missing === undefined || lacking.length > 0 || !isClearOfTime(wish) ? [] : [withTime(wish, missing, said)]
    })
    return wishes.length > 1 && timed.length === wishes.length ? { kind: 'wishes', wishes: timed } : null
  }

  function timesLacked({ command, args }: Wish): readonly Parameter[] {
    const { parameters = [] } = catalogue.commands.get(command) ?? {}
    return parameters.filter(({ name, type, required }) => required && isClockType(type) && !Object.hasOwn(args, name))
  }

  /** "Book Ana with Eva tomorrow at 4 and Rui at 5": a name has swallowed what is asked for besides. */
  function isClearOfTime({ args }: Wish): boolean {
    return !Object.values(args).some((value) => holdsTime(foldText(value), language, when))
  }

  /** What is asked for with words of time behind it. */
  function behind(reading: Reading, said: string, at: number): Later | Wishes {
    const several = ofAll(reading, said)
    if (several !== null) return several
    const wish = soleWish(reading)
    const command = wish === null ? undefined : catalogue.commands.get(wish.command)
    if (wish === null || command === undefined) return { kind: 'later' }
    const [missing, ...lacking] = timesLacked(wish)
    const [dated, ...others] = command.parameters.filter(
      ({ name, type }) => type === 'date' && Object.hasOwn(wish.args, name),
    )
    const time = timeOfDay(folded, at, language, when)
    if (missing === undefined && dated !== undefined && others.length === 0 && time !== null) {
      const day = (wish.args[dated.name] ?? '').slice(0, 'yyyy-mm-dd'.length)
      return { kind: 'later', asks: { ...wish, args: { ...wish.args, [dated.name]: `${day}T${time}` } } }
    }
    // "Tomorrow, later": the hour is asked for.
    const isOnDay = command.parameters.some(
      ({ name, type }) => type === 'datetime' && isDayAlone(wish.args[name] ?? ''),
    )
    if (isOnDay && missing === undefined) return { kind: 'later', asks: wish }
    const isClear = isClearOfTime(wish)
    if (missing !== undefined && lacking.length === 0 && isClear)
      return { kind: 'later', asks: withTime(wish, missing, said) }
    const begun = missing !== undefined && lacking.length === 1 && isClear ? beginningAt(command, missing, at) : null
    if (begun !== null) return { kind: 'later', asks: begun }
    const isNamed = command.parameters.some(
      ({ name, entity }) => entity !== null && /^\P{N}+$/u.test(wish.args[name] ?? ''),
    )
    // Nobody puts off a look: the words say of when it is to be (“orders next week”).
    const isOfWhen = isNamed || missing !== undefined || command.safety === 'read'
    return isOfWhen ? { kind: 'later', said } : { kind: 'later' }
  }
}

/** The time of day that a text ends with, from a place on; `null` where that is something else, or may be several. */
function timeOfDay(folded: Folded, at: number, language: Language, when: When): string | null {
  const found = valueReader({ type: 'time' }, language)(folded, at).find(({ end }) => end === folded.text.length)
  const value = found === undefined ? null : settleValue({ type: 'time' }, found.value, language, when)
  return value !== null && /^\d\d:\d\d$/u.test(value) ? value : null
}

function holdsTime(folded: Folded, language: Language, when: When): boolean {
  const places = [0, ...[...folded.text.matchAll(/ /gu)].map(({ index }) => index + 1)]
  return places.some((at) => timesAt(folded, at, language, when).length > 0)
}

/** Where the word begins that stands before a place at which another does. */
function wordBefore(text: string, at: number): number {
  return text.lastIndexOf(' ', at - 2) + 1
}

/** Where a time ends that begins at a place and is still to come, and what lasts until then or recurs. */
function timesAt(folded: Folded, at: number, language: Language, when: When): readonly number[] {
  const { text } = folded
  const lasting = language.lasting
    .endsAt(text, at)
    .flatMap((end) => lastsFrom(folded, afterWord(text, end), language, when))
  return [...language.later.endsAt(text, at), ...lasting, ...momentsAt(folded, at, language, when)]
}

/** "until tomorrow", and "for two hours", which ends where "in two hours" does. */
function lastsFrom(folded: Folded, at: number, language: Language, when: When): readonly number[] {
  const { text } = folded
  const ahead = `${language.ahead} `
  const inThat = momentsAt(foldText(`${ahead}${text.slice(at)}`), 0, language, when)
  return [...momentsAt(folded, at, language, when), ...inThat.map((end) => end - ahead.length + at)]
}

function momentsAt(folded: Folded, at: number, language: Language, when: When): readonly number[] {
  // Numbers alone are no time here, in figures or in words: "ten fifty" is a sum as well, and so is "20 con 5".
  const { beforeCents = [], centsBehind = [] } = numberTable(language.code) ?? {}
  const joins = [...beforeCents, ...centsBehind]
  const isNumber = (end: number): boolean => {
    const words = folded.text.slice(at, end).split(' ')
    return words.every((word) => joins.includes(word) || parseAmountWords([word], language.code) !== null)
  }
  return clockTypes.flatMap((type) =>
    valueReader({ type }, language)(folded, at)
      .filter(({ end }) => !isNumber(end))
      .filter(({ value }) =>
        clockReadings(settleValue({ type }, value, language, when)).some((each) => isToCome(withoutPart(each), when)),
      )
      .map(({ end }) => end),
  )
}

/** Whether a day is later than today, or a moment later than now; a time of day comes again. */
function isToCome(value: string, when: When): boolean {
  if (/^\d{4}-\d\d-\d\d$/u.test(value)) return value > todayOf(when)
  return /^\d\d:\d\d$/u.test(value) || new Date(value) > when.now
}
