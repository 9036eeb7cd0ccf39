import { foldText } from './fold-text.ts'
import { isWordEnd, matchLiteral } from './match-literal.ts'

/** A list of words and short phrases, ready to be looked for in folded text. */
export type Phrases = {
  /** Where the phrases that stand at a word's start end, longest first. */
  readonly endsAt: (text: string, at: number) => readonly number[]
  /** How many words the longest of them has: as many as it has where it stands in a text. */
  readonly mostWords: number
  /** Whether the untouched text is one of those that folding leaves nothing of: "?", "👍". */
  readonly lists: (original: string) => boolean
}

/** Compiles the words of a locale. */
export function compilePhrases(list: readonly string[]): Phrases {
  const folded = list.map((phrase) => foldText(phrase).text)
  const symbols = new Set(list.filter((_, at) => folded[at] === '').map(plainSymbol))
  const beginning = byBeginning(new Set(folded.filter((phrase) => phrase !== '')))
  return {
    mostWords: Math.max(0, ...folded.filter((phrase) => phrase !== '').map((phrase) => phrase.split(' ').length)),
    endsAt: (text, at) => {
      const ends: number[] = []
      for (const phrase of beginning(text, at)) {
        const end = matchLiteral(text, at, phrase)
        if (end > at && isWordEnd(text, end) && !ends.includes(end)) ends.push(end)
      }
      return ends.length > 1 ? ends.toSorted((a, b) => b - a) : ends
    },
    lists: (original) => symbols.has(plainSymbol(original)),
  }
}

/** The phrases that may stand at a place, told by their first two characters. */
function byBeginning(phrases: ReadonlySet<string>): (text: string, at: number) => readonly string[] {
  const byFirst = Map.groupBy(phrases, (phrase) => phrase[0] ?? '')
  const byTwo = new Map([...byFirst].map(([first, all]) => [first, bySecond(all)]))
  return (text, at) => {
    const first = text[at] ?? ''
    const second = text[at + 1] ?? ''
    if (second === "'") return byFirst.get(first) ?? none
    const found = byTwo.get(first)
    return found?.get(second) ?? found?.get('') ?? none
  }
}

/** Those of any second character besides, which are all that there are for one that is not in it: ''. */
function bySecond(phrases: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const always = phrases.filter(fitsAnySecond)
  const others = Map.groupBy(
    phrases.filter((phrase) => !fitsAnySecond(phrase)),
    (phrase) => phrase[1] ?? '',
  )
  return new Map([['', always], ...[...others].map(([second, each]) => [second, [...always, ...each]] as const)])
}

/** An apostrophe may be missing in the text. */
function fitsAnySecond(phrase: string): boolean {
  return phrase.length === 1 || phrase[1] === "'"
}

const none: readonly never[] = []

/** Without its colour: 👍🏽 is 👍. */
function plainSymbol(text: string): string {
  return text.trim().replaceAll(/[\u{1F3FB}-\u{1F3FF}]|\uFE0F/gu, '')
}

/** The place after the blank that follows a word which ends at `end`. */
export function afterWord(text: string, end: number): number {
  return Math.min(end + 1, text.length)
}

/** Whether one of the phrases stands anywhere in folded text, as words of their own. */
export function holdsPhrase(text: string, phrases: Phrases): boolean {
  for (let at = 0; at >= 0 && at < text.length; at = text.indexOf(' ', at) + 1 || text.length) {
    if (phrases.endsAt(text, at).length > 0) return true
  }
  return false
}

/** Where the phrases stand in folded text, as words of their own. */
export function phrasesIn(text: string, phrases: Phrases): readonly { readonly from: number; readonly to: number }[] {
  const starts = [0, ...[...text.matchAll(/ /g)].map(({ index }) => index + 1)]
  return starts.flatMap((from) => phrases.endsAt(text, from).map((to) => ({ from, to })))
}

/** Whether one of the phrases stands at the end of folded text, as words of its own. */
export function endsIn(text: string, phrases: Phrases): boolean {
  const starts = [0, ...[...text.matchAll(/ /g)].map(({ index }) => index + 1)]
  return starts.some((at) => phrases.endsAt(text, at).includes(text.length))
}

/** Whether the text is nothing but phrases of `wanted` (one at least) and of `ignored`. */
export function isMadeOf(text: string, wanted: Phrases, ignored: Phrases): boolean {
  // Places that can be reached, below zero (-1 for 0) behind one that is wanted.
  const open = [0]
  const seen = new Set(open)
  const reach = (end: number, found: boolean) => {
    const place = found ? -afterWord(text, end) - 1 : afterWord(text, end)
    if (seen.has(place)) return
    seen.add(place)
    open.push(place)
  }
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const found = place < 0
    const at = found ? -place - 1 : place
    if (found && at >= text.length) return true
    for (const end of wanted.endsAt(text, at)) reach(end, true)
    for (const end of ignored.endsAt(text, at)) reach(end, found)
  }
  return false
}

/** Longer ends of a text, in characters, are more than a word in parting. */
const longestEnd = 40

/** Where the longest end of the text begins that is as asked for, not all of it; `null` when none is. */
export function lastPlace(text: string, isWanted: (rest: string) => boolean): number | null {
  let found: number | null = null
  for (let at = text.lastIndexOf(' '); at > 0 && text.length - at <= longestEnd; at = text.lastIndexOf(' ', at - 1)) {
    if (isWanted(text.slice(at + 1))) found = at + 1
  }
  return found
}

/** The first word that is not in a phrase of `ignored`. */
export function skipLeading(text: string, ignored: Phrases, from = 0): number {
  let at = from
  for (let end = ignored.endsAt(text, at)[0]; end !== undefined; end = ignored.endsAt(text, at)[0]) {
    at = afterWord(text, end)
  }
  return at
}

/** What is left of the text without phrases of `ignored` at both ends; `null` when nothing is. */
export function trimPhrases(text: string, ignored: Phrases): { readonly from: number; readonly to: number } | null {
  const from = skipLeading(text, ignored)
  let to = text.length
  for (
    let start = trailingStart(text, from, to, ignored);
    start !== null;
    start = trailingStart(text, from, to, ignored)
  ) {
    to = start - 1
  }
  return from < to ? { from, to } : null
}

/** Where the longest phrase begins that ends at `to`, behind `from`. */
function trailingStart(text: string, from: number, to: number, ignored: Phrases): number | null {
  let longest: number | null = null
  let start = to
  for (let words = 0; words < ignored.mostWords; words++) {
    start = text.lastIndexOf(' ', start - 2) + 1
    if (start <= from) break
    if (ignored.endsAt(text, start).includes(to)) longest = start
  }
  return longest
}
