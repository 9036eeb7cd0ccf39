import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterWord, holdsPhrase, skipLeading } from '../text/phrases.ts'

/** A longer list is taken to be something else. */
const maxListed = 50

/** A text with one of the numbers that it lists, and that number. */
export type ListedNumber = { readonly text: string; readonly value: string }

/** Numbers side by side; `pair` is the text with no more of them than the first two that nothing but a blank parts. */
type NumberRow = { readonly numbers: readonly ListedNumber[]; readonly pair: string }

/** What parts two numbers: a word of joining, a mark, or nothing but a blank. */
type Gap = 'and' | 'mark' | 'blank'
type List = { readonly values: readonly string[]; readonly gaps: readonly Gap[]; readonly end: number }
/** A list, and what stands around it. */
type Found = Pick<List, 'values' | 'gaps'> & { readonly before: string; readonly after: string }

/**
 * "cancel orders 204, 205 and order 206" as "cancel orders 204", "cancel orders 205" and "cancel orders 206": by the first list of
 * two numbers or more; none where nothing is listed. Whether that is what it means is for whoever reads them.
 */
export function readListed(written: string, language: Language): readonly ListedNumber[] {
  const found = firstList(written, language, (gap) => gap !== 'blank')
  return found === null ? [] : eachOf(found)
}

/** The same where a blank alone parts some of them: "cancel 204 205 and 207"; `null` where it parts none, or perhaps groups of one number. */
export function readNumberRow(written: string, language: Language): NumberRow | null {
  const found = firstList(written, language, () => true)
  const at = found?.gaps.indexOf('blank') ?? -1
  if (found === null || at === -1 || !areSeveral(found)) return null
  const { before, values, after } = found
  return { numbers: eachOf(found), pair: `${before}${values.slice(at, at + 2).join(' ')}${after}` }
}

function eachOf({ before, values, after }: Found): readonly ListedNumber[] {
  return values.map((value) => ({ text: `${before}${value}${after}`, value }))
}

/**
 * "1 000", "12 345" and "+55 11 98888 7777" are one number in groups. That there are several is said by an "and" before the last, or seen
 * from their being alike, as the numbers of things are.
 */
function areSeveral({ before, values, gaps }: Found): boolean {
  const isGrouped = gaps.some((gap, at) => gap === 'blank' && mayBeGroups(values[at] ?? '', values[at + 1] ?? ''))
  if (isGrouped || before.endsWith('+')) return false
  const [{ length } = ''] = values
  return gaps.at(-1) === 'and' || (length > 2 && values.every((value) => value.length === length))
}

function mayBeGroups(first: string, second: string): boolean {
  return second.startsWith('0') || (first.length < 3 && second.length === 3)
}

function firstList(written: string, language: Language, mayPart: (gap: Gap) => boolean): Found | null {
  const original = spacedOut(written)
  const folded = foldText(original)
  let searched = 0
  for (const found of folded.text.matchAll(/(?<![^ ])#?(\d+)(?![^ ])/gu)) {
    if (found.index < searched) continue
    const { values, gaps, end } = listFrom(folded, found.index, language, mayPart)
    // The end of a list that is too long is no list of its own.
    searched = end
    if (values.length > 1 && values.length <= maxListed) {
      const before = original.slice(0, folded.starts[found.index])
      return { before, values, gaps, after: original.slice(folded.ends[end - 1]) }
    }
  }
  return null
}

/** "3,4,9" and "204,205" as people write who leave out spaces; "204,50" may be a sum. */
function spacedOut(text: string): string {
  return text.replaceAll(/(?<![^\s#])\d+(?:,#?\d+)+(?![^\s.,;!?])/gu, (run) => {
    const parts = run.split(',')
    const isList = parts.length > 2 || (parts.at(-1) ?? '').length > 2
    return isList ? parts.join(', ') : run
  })
}

function listFrom(folded: Folded, from: number, language: Language, mayPart: (gap: Gap) => boolean): List {
  const values: string[] = []
  const gaps: Gap[] = []
  let end = from
  for (let next: Next | null = { at: from, gap: null }; next !== null; next = nextInList(folded, end, language)) {
    const { at, gap } = next
    const [number = ''] = /^#?\d+(?![^ ])/u.exec(folded.text.slice(at)) ?? []
    if (number === '' || (gap !== null && !mayPart(gap))) break
    values.push(number.replace('#', ''))
    if (gap !== null) gaps.push(gap)
    end = at + number.length
  }
  return { values, gaps, end }
}

/** Where another number may begin, and what parts it from the one before, if there is one. */
type Next = { readonly at: number; readonly gap: Gap | null }

/** The next number may begin after a comma, an "and", or both, and what may stand around a value; or after a blank alone. */
function nextInList(folded: Folded, end: number, { words, filler }: Language): Next | null {
  const { text, original, starts, ends } = folded
  const from = afterWord(text, end)
  if (from >= text.length) return null
  const [joined] = words.and.endsAt(text, from)
  const between = original.slice(ends[end - 1], starts[from])
  if (joined === undefined && !/[,;\n]/u.test(between))
    return /^\s+#?$/u.test(between) ? { at: from, gap: 'blank' } : null
  const next = skipLeading(text, filler, joined === undefined ? from : afterWord(text, joined))
  // "204, I meant 205" is one of them.
  const isCorrected = holdsPhrase(text.slice(from, next), words.correcting)
  return isCorrected ? null : { at: next, gap: joined === undefined ? 'mark' : 'and' }
}
