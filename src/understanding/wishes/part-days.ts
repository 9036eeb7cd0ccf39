/**
 * "Book mary jones for 3 nights from friday in unit 5": no sentence has the days there, and the name that stands before them would take
 * them for its own end. Behind a word that leads to them they are no part of it, where the command has none and cannot do without.
 */
import type { Command, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { readExactValue } from '../bare-value.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordStart } from '../text/match-literal.ts'
import { afterWord, compilePhrases, type Phrases, skipLeading } from '../text/phrases.ts'
import type { Wish } from '../wish.ts'
import { wordsAround } from '../sentences/words-around.ts'
import type { When } from '../values/when.ts'

/** A day that a command cannot do without; `begin` is the one that such days begin with. */
type Day = { readonly name: string; readonly leads: readonly Phrases[]; readonly begin: string | null }
/** The words of a day at the end of a text, and the text before them. */
type AtEnd = { readonly day: Day; readonly words: Folded; readonly rest: string }

/** Nights are counted from some day, also where it is not known yet from which. */
const someDay = '2000-01-01'

type Said = { readonly text: string; readonly when: When }

/** Takes the days out of the texts of a wish; the same wish where there are none in them. */
export type DayParter = (command: Command, wish: Wish, said: Said) => Wish

/** What the sentences have around the days of a command is looked up once. */
export function createDayParter(
  { commands, rules }: Pick<Locale, 'commands' | 'rules'>,
  language: Language,
): DayParter {
  const known = new WeakMap<Command, readonly Day[]>()
  return (command, wish, { text, when }) => {
    const texts = command.parameters.filter(mayTakeAny)
    return texts.reduce((before, { name }) => {
      const value = before.args[name]
      const days = value === undefined || isSetApart(value, text) ? [] : missingDays(command, before)
      return days.length === 0 ? before : parted(before, { name, days }, language, when)
    }, wish)
  }

  function missingDays(command: Command, { args }: Wish): readonly Day[] {
    const days =
      known.get(command) ?? daysOf(command.parameters, commands[command.path]?.sentences ?? [], rules, language)
    known.set(command, days)
    return days.filter(({ name }) => args[name] === undefined)
  }
}

/** Whether it takes any words: a text that must be said, or the name of a thing. */
function mayTakeAny({ type, entity, required }: Parameter): boolean {
  return entity !== null || (type === 'text' && required)
}

/** The wish without the days that the text of a parameter ends with, and with them as what they are. */
function parted(
  wish: Wish,
  { name, days }: { readonly name: string; readonly days: readonly Day[] },
  language: Language,
  when: When,
): Wish {
  const found = new Map<string, Folded>()
  let rest = wish.args[name] ?? ''
  const atEnd = () =>
    dayAtEnd(
      foldText(rest),
      days.filter((day) => !found.has(day.name)),
      language,
      when,
    )
  for (let last = atEnd(); last !== null; last = atEnd()) {
    found.set(last.day.name, last.words)
    rest = last.rest
  }
  // The last ones are counted from those that begin.
  const inOrder = days.toSorted((one, other) => Number(one.begin !== null) - Number(other.begin !== null))
  return inOrder.reduce(
    (before, day) => withDay(before, day, found.get(day.name), language, when),
    found.size === 0 ? wish : { ...wish, args: { ...wish.args, [name]: rest } },
  )
}

function withDay(wish: Wish, { name, begin }: Day, words: Folded | undefined, language: Language, when: When): Wish {
  const day = words === undefined ? null : readDay(words, wish.args[begin ?? ''], language, when)
  if (day === null) return wish
  const { value, said = value } = day
  return { ...wish, args: { ...wish.args, [name]: value }, said: { ...wish.said, [name]: said } }
}

function daysOf(
  parameters: readonly Parameter[],
  sentences: readonly string[],
  rules: Locale['rules'],
  { lasting, starting }: Language,
): readonly Day[] {
  const dates = parameters.filter(({ type, required }) => type === 'date' && required)
  if (dates.length === 0) return []
  const around = wordsAround(sentences, rules)
  return dates.map(({ name, schema }) => {
    const begin = parameters.find(({ schema: { upTo } }) => upTo === name)?.name ?? null
    const own = compilePhrases([...(around.get(name)?.before ?? [])])
    const others = begin === null ? (schema['upTo'] === undefined ? [] : [starting]) : [lasting]
    return { name, begin, leads: [own, ...others] }
  })
}

/** The longest words of a day at the end of a text, behind what leads to it; `null` where nothing of the text would be left. */
function dayAtEnd(folded: Folded, days: readonly Day[], language: Language, when: When): AtEnd | null {
  const { text, original, starts, ends } = folded
  for (let at = 1; at < text.length; at++) {
    if (!isWordStart(text, at)) continue
    for (const day of days) {
      const words = startsOf(text, at, day, language)
        .map((from) => foldText(original.slice(starts[from])))
        .find((each) => readDay(each, day.begin === null ? undefined : someDay, language, when) !== null)
      if (words !== undefined) return { day, words, rest: original.slice(0, ends[at - 2]) }
    }
    // "3 nights" need no word before them.
    const nights = foldText(original.slice(starts[at]))
    const last = days.find(({ begin }) => begin !== null)
    if (last !== undefined && isNights(nights, language, when))
      return { day: last, words: nights, rest: original.slice(0, ends[at - 2]) }
  }
  return null
}

/** Where the words of a day may begin, behind what leads to it at a place. */
function startsOf(text: string, at: number, { leads }: Day, { article }: Language): readonly number[] {
  return leads
    .flatMap((phrases) => phrases.endsAt(text, at))
    .toSorted((a, b) => b - a)
    .map((end) => skipLeading(text, article, afterWord(text, end)))
    .filter((from) => from < text.length)
}

function isNights(words: Folded, language: Language, when: When): boolean {
  return readDay(words, someDay, language, when) !== null && readDay(words, undefined, language, when) === null
}

function readDay(words: Folded, behind: string | undefined, language: Language, when: When) {
  return readExactValue(words, { type: 'date', ...(behind !== undefined && { behind }) }, language, when)
}

/** Whether it stands in quotes or behind a colon: it is all that it says. */
function isSetApart(value: string, text: string): boolean {
  return /["'“‘«:]\s*$/u.test(text.slice(0, Math.max(0, text.indexOf(value))))
}
