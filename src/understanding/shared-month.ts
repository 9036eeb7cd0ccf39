/**
 * "de 20 a 22 de novembro", "november 20 to 22": two days of one month, which is said once. A text is read with the month at both of
 * them only where it means nothing as it stands.
 */
import { type Folded, foldText } from './fold-text.ts'
import type { Language } from './language.ts'
import { afterWord } from './phrases.ts'

/** Longer texts ask for more than some days. */
const maxWords = 30
/** A month has so many words before the number of its day, at most: "november the". */
const maxMonthWords = 2

/** The words of a text, and where each begins in it. */
type Words = { readonly words: readonly string[]; readonly at: readonly number[] }

/** The text with the month at both days; none where no two days share one. */
export function spellOutMonths(text: string, language: Language): readonly string[] {
  const folded = foldText(text)
  const said = wordsOf(folded)
  if (said.words.length > maxWords) return []
  for (let first = 0; first < said.words.length; first++) {
    if (!isDayNumber(said.words[first])) continue
    for (const second of daysBehind(folded, said, first, language)) {
      const spelled =
        monthBehind(folded, said, { first, second }, language) ?? monthBefore(folded, said, { first, second }, language)
      if (spelled !== null) return [spelled]
    }
  }
  return []
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
  return days > 0
}

/** "20 … 22 de novembro" */
function monthBehind(
  { original, starts, ends }: Folded,
  { words, at }: Words,
  { first, second }: { readonly first: number; readonly second: number },
  language: Language,
): string | null {
  const to = Math.max(0, ...language.dates.date(words, second).map((date) => date.to))
  if (to <= second + 1) return null
  const firstEnd = ends[endOf(words, at, first) - 1] ?? 0
  const month = original.slice(starts[at[second + 1] ?? 0], ends[endOf(words, at, to - 1) - 1])
  return `${original.slice(0, firstEnd)} ${month}${original.slice(firstEnd)}`
}

/** "november 20 … 22" */
function monthBefore(
  { original, starts }: Folded,
  { words, at }: Words,
  { first, second }: { readonly first: number; readonly second: number },
  language: Language,
): string | null {
  for (let from = first - 1; from >= Math.max(0, first - maxMonthWords); from--) {
    if (!language.dates.date(words, from).some(({ to }) => to === first + 1)) continue
    const month = original.slice(starts[at[from] ?? 0], starts[at[first] ?? 0])
    const secondStart = starts[at[second] ?? 0] ?? 0
    return `${original.slice(0, secondStart)}${month}${original.slice(secondStart)}`
  }
  return null
}

/** The numbers that stand behind this one, and behind a word that leads from one day to another. */
function daysBehind({ text }: Folded, said: Words, first: number, { through }: Language): readonly number[] {
  return through
    .endsAt(text, said.at[first + 1] ?? text.length)
    .map((end) => wordAt(said, afterWord(text, end)))
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
  return word !== undefined && /^\d\d?$/u.test(word) && Number(word) >= 1 && Number(word) <= 31
}
