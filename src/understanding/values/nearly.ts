/** Numbers that are only near: "around 20", "20 or so", "~20". They are read as the number that they are near, with all of their words. */
import type { Folded } from '../text/fold-text.ts'
import { foldText } from '../text/fold-text.ts'
import { afterWord } from '../text/phrases.ts'
import { isWordEnd } from '../text/match-literal.ts'
import type { Capture } from '../sentences/slot.ts'
import { numberTable } from './number-table.ts'

/** More words that say so stand before no number: "más o menos unos 20". */
const mostLeads = 2

/** The numbers that `read` finds, with what says around them that they are only near, and as they are. */
export function nearlyAt(
  { text }: Pick<Folded, 'text'>,
  at: number,
  code: string,
  read: (start: number) => readonly Capture[],
): readonly Capture[] {
  const { about = [], orSo = [] } = numberTable(code) ?? {}
  return [at, ...startsBehind(text, at, about)].flatMap(read).flatMap((found) => {
    const next = afterWord(text, found.end)
    const ends = text[found.end] === ' ' ? endsOf(text, next, orSo) : []
    return [...ends.map((end) => ({ ...found, end })), found]
  })
}

/** Where words that say that a number is only near end at a place. */
export function aboutsAt(text: string, at: number, code: string): readonly number[] {
  return endsOf(text, at, numberTable(code)?.about ?? []).filter((end) => end < text.length)
}

/** Whether the words for a number say that it is only near. */
export function isNearly(said: string, code: string): boolean {
  const { text } = foldText(said)
  const { about = [], orSo = [] } = numberTable(code) ?? {}
  return (
    /^\s*~[^~]*$/u.test(said) ||
    about.some((words) => text.startsWith(`${words} `)) ||
    orSo.some((words) => text.endsWith(` ${words}`))
  )
}

function startsBehind(text: string, at: number, about: readonly string[]): readonly number[] {
  let starts = [at]
  const found = new Set<number>()
  for (let count = 0; count < mostLeads; count++) {
    starts = starts.flatMap((start) => endsOf(text, start, about).map((end) => afterWord(text, end)))
    for (const start of starts) if (start < text.length) found.add(start)
  }
  return [...found]
}

function endsOf(text: string, at: number, phrases: readonly string[]): readonly number[] {
  return phrases
    .filter((phrase) => text.startsWith(phrase, at) && isWordEnd(text, at + phrase.length))
    .map((phrase) => at + phrase.length)
}
