/**
 * "de 20 a 22 de novembro", "november 20 to 22", "20 de novembro a 22": two days of one month, which is said once; or of two, of which
 * one is said: "30 de outubro a 2"; or of a month that goes without saying: "del 3 al 8". A text is read with the month at both of them,
 * or with the other as the day of a month that only the first can tell, or with both as that, where it means nothing as it stands.
 */
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from './language.ts'
import { afterWord } from '../text/phrases.ts'
import { dateWords } from '../values/dates/date-words.ts'

/** Longer texts ask for more than some days. */
const maxWords = 30
/** A month has so many words before the number of its day, at most: "november the". */
const maxMonthWords = 2

/** The words of a text, and where each begins in it. */
type Words = { readonly words: readonly string[]; readonly at: readonly number[] }

/** The text with the month at both days, or with the word for a day at one; none where no two days share a month. */
export function spellOutMonths(text: string, language: Language): readonly string[] {
  const folded = foldText(text)
  const said = wordsOf(folded)
  if (said.words.length > maxWords) return []
  for (let first = 0; first < said.words.length; first++) {
    if (!isDayNumber(said.words[first])) continue
    const days = { folded, said, first, language }
    for (const second of daysBehind(folded, said, first, language)) {
      const spelled = monthBehind(days, second) ?? monthBefore(days, second)
      if (spelled !== null) return [spelled]
    }
    const spelled = monthBetween(days) ?? withoutMonth(days)
    if (spelled !== null) return [spelled]
  }
  return []
}

/**
 * Whether a day is told by its ending alone: "4th to 6th april". It is a day without its month as well, so that what is read of it may be of
 * another one.
 */
export function holdsOrdinalDay(text: string): boolean {
  return /\b\d\d?(?:st|nd|rd|th)\b/iu.test(text)
}

/** Whether a text is nothing but days and what stands between the first and the last of them: nobody is called so. */
export function isMadeOfDays(text: string, language: Language): boolean {
  const folded = foldText(text)
  const said = wordsOf(folded)
  const { words } = said
  let days = 0
  for (let n = 0; n < words.length;) {
    const date = Math.max(0, ...language.dates.date(words, n).map(({ to }) => to))
    const [joinedUpTo = 0] = language.through.endsAt(folded.text, said.at[n] ?? 0)
    const joined = said.at.filter((start) => start < joinedUpTo).length
    if (date > n) days++
    else if (!isDayNumber(words[n]) && joined <= n) return false
    n = Math.max(date, joined, n + 1)
  }
  return days > 0 || (isDayNumber(words[0]) && daysBehind(folded, said, 0, language).includes(words.length - 1))
}

/** A number that may be a day, in a text. */
type Days = {
  readonly folded: Folded
  readonly said: Words
  readonly first: number
  readonly language: Language
}

/** "20 … 22 de novembro"; "30 … 2 de novembro" began in the month before. */
function monthBehind({ folded, said, first, language }: Days, second: number): string | null {
  const to = dateEnd(said, second, language)
  if (to <= second + 1) return null
  if (!isInOrder(said, first, second)) return asDay(folded, said, first, language)
  return withMonthBehind(folded, said, first, [second + 1, to])
}

/** "november 20 … 22"; "october 30 … 2" goes on into the next month. */
function monthBefore({ folded, said, first, language }: Days, second: number): string | null {
  const { original, starts } = folded
  const { at } = said
  for (let from = first - 1; from >= Math.max(0, first - maxMonthWords); from--) {
    if (!language.dates.date(said.words, from).some(({ to }) => to === first + 1)) continue
    if (!isInOrder(said, first, second)) return asDay(folded, said, second, language)
    const month = original.slice(starts[at[from] ?? 0], starts[at[first] ?? 0])
    const secondStart = starts[at[second] ?? 0] ?? 0
    return `${original.slice(0, secondStart)}${month}${original.slice(secondStart)}`
  }
  return null
}

/** "20 de novembro … 22"; "30 de outubro … 2" goes on into the next month. */
function monthBetween({ folded, said, first, language }: Days): string | null {
  const to = dateEnd(said, first, language)
  if (to <= first + 1) return null
  const [second] = daysBehind(folded, said, to - 1, language)
  if (second === undefined || dateEnd(said, second, language) > second + 1) return null
  return isInOrder(said, first, second)
    ? withMonthBehind(folded, said, second, [first + 1, to])
    : asDay(folded, said, second, language)
}

/** "3 … 8", of which nobody says the month. */
function withoutMonth({ folded, said, first, language }: Days): string | null {
  const second = daysBehind(folded, said, first, language).findLast((each) => dateEnd(said, each, language) <= each + 1)
  if (second === undefined || dateEnd(said, first, language) > first + 1) return null
  const last = asDay(folded, said, second, language)
  return last === null ? null : asDay(foldText(last), said, first, language)
}

/** Where the longest date ends that begins with a word. */
function dateEnd({ words }: Words, from: number, { dates }: Language): number {
  return Math.max(0, ...dates.date(words, from).map(({ to }) => to))
}

function isInOrder({ words }: Words, first: number, second: number): boolean {
  return dayIn(words[first] ?? '') < dayIn(words[second] ?? '')
}

/** 20 of "20" and "20th"; 0 of any other word. */
function dayIn(word: string): number {
  return Number(/^(\d\d?)(?:st|nd|rd|th)?$/u.exec(word)?.[1] ?? 0)
}

/** The text with the words of a month behind a day as well. */
function withMonthBehind(
  { original, starts, ends }: Folded,
  { words, at }: Words,
  day: number,
  [from, to]: readonly [number, number],
): string {
  const end = ends[endOf(words, at, day) - 1] ?? 0
  const month = original.slice(starts[at[from] ?? 0], ends[endOf(words, at, to - 1) - 1])
  return `${original.slice(0, end)} ${month}${original.slice(end)}`
}

/** The text with the word before a number that makes it the day of a month. */
function asDay({ original, starts }: Folded, { at }: Words, day: number, { code }: Language): string | null {
  const words = dateWords(code)
  const start = starts[at[day] ?? 0] ?? 0
  return words === null ? null : `${original.slice(0, start)}${words.dayOf} ${original.slice(start)}`
}

/** The numbers that stand behind this one, and behind a word that leads from one day to another. */
function daysBehind({ text }: Folded, said: Words, first: number, { through, code }: Language): readonly number[] {
  const article = dateWords(code)?.dayOf
  return through
    .endsAt(text, said.at[first + 1] ?? text.length)
    .map((end) => wordAt(said, afterWord(text, end)))
    .map((second) => (said.words[second] === article ? second + 1 : second))
    .filter((second) => isDayNumber(said.words[second]))
}

function wordsOf({ text }: Folded): Words {
  const words = text.split(' ')
  let next = 0
  return { words, at: words.map((word) => (next += word.length + 1) - word.length - 1) }
}

function wordAt({ at }: Words, place: number): number {
  return at.findLastIndex((start) => start <= place)
}

function endOf(words: readonly string[], at: readonly number[], n: number): number {
  return (at[n] ?? 0) + (words[n]?.length ?? 0)
}

function isDayNumber(word: string | undefined): boolean {
  const day = dayIn(word ?? '')
  return day >= 1 && day <= 31
}
