import { blank, isJoiner, sameUnits, skipBlanks } from './compare-units.ts'
import type { MatchText } from './prepared-text.ts'
import type { TextList } from './program.ts'
import type { TrieNode } from './trie.ts'

/** A value of a list that stands at a place. */
export type ListHit = {
  /** An index into the list's values. */
  readonly value: number
  readonly end: number
  /** Whether its accents are as in the list. */
  readonly exact: boolean
}

/** Every value that stands at `at`, in the order of the list. `atWordStart`: blanks before either do not count. */
export function listHits(list: TextList, text: MatchText, at: number, atWordStart: boolean): readonly ListHit[] {
  const { folded, accented } = text
  const found: ListHit[] = []
  const from = atWordStart ? skipBlanks(folded, at) : at
  const { root } = list.texts
  walk(root, from, 0)
  const afterBlank = atWordStart ? root.children.get(blank) : undefined
  if (afterBlank !== undefined) walk(afterBlank, from, 1)
  return found.length < 2 ? found : found.toSorted((a, b) => a.value - b.value || a.end - b.end)

  /** `skipped`: how much of the value was left out at its beginning. */
  function walk(start: TrieNode, place: number, skipped: number): void {
    let node: TrieNode | undefined = start
    for (let end = place; node !== undefined; end++) {
      for (const entry of node.entries) add(entry, end, skipped)
      const code = folded.charCodeAt(end)
      const joined: TrieNode | undefined = isJoiner(code) ? node.children.get(blank) : undefined
      if (joined !== undefined) walk(joined, end + 1, skipped)
      node = node.children.get(code)
    }
  }

  function add(entry: number, end: number, skipped: number): void {
    const spelling = list.spellings[entry]
    if (spelling === undefined || found.some((hit) => hit.value === spelling.value && hit.end === end)) return
    const compares = spelling.hasAccents || text.hasAccents
    const exact = !compares || sameUnits(accented, from, end, spelling.accented, skipped)
    found.push({ value: spelling.value, end, exact })
  }
}
