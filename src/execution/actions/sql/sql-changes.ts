/** What a statement does to the rows of the tables, read off its text: wherever in it that stands, as in `with done as (update … returning …)`. */
import { codeOf } from './sql-parameters.ts'

/** What changes rows, and the word after it where there is only one. */
const verbs: ReadonlyMap<string, string | null> = new Map([
  ['insert', 'into'],
  ['update', null],
  ['delete', 'from'],
  ['merge', 'into'],
])
const name = /^["\p{L}_]/u
/** What follows `for` where rows are locked. */
const locks: ReadonlyMap<string, string> = new Map([
  ['update', 'for update'],
  ['no', 'for update'],
  ['share', 'for share'],
  ['key', 'for share'],
])

/** The verbs by which a statement changes rows, in their order. */
export function changesOf(statement: string): readonly string[] {
  const words = wordsOf(statement)
  return words.filter((word, at) => {
    if (!verbs.has(word) || ![undefined, '(', ')'].includes(words[at - 1])) return false
    const [wanted, next = ''] = [verbs.get(word), words[at + 1]]
    return wanted === null ? name.test(next) : next === wanted
  })
}

/** What in a statement a transaction that only reads refuses; `null`: nothing that its text tells. */
export function writeIn(statement: string): string | null {
  const [change] = changesOf(statement)
  if (change !== undefined) return change
  const words = wordsOf(statement)
  return words.map((word, at) => (word === 'for' ? locks.get(words[at + 1] ?? '') : undefined)).find(Boolean) ?? null
}

function wordsOf(statement: string): readonly string[] {
  return [...codeOf(statement)].map((word) => word.toLowerCase())
}
