/**
 * The columns that a statement gives, read off its text, so that a text that names another one is found before anybody asks.
 * Only what is certain counts: a `*`, or an expression whose name Postgres would choose, makes the whole list unknown.
 */
import { codeOf } from './sql-parameters.ts'

/** The columns of the rows of a statement, in their order; `null` when its text does not tell. */
export function statementColumns(statement: string): readonly string[] | null {
  const words = [...codeOf(statement)]
  const depths = depthsOf(words)
  const isTop = (index: number, ...wanted: readonly string[]): boolean =>
    depths[index] === 0 && wanted.includes(words[index]?.toLowerCase() ?? '')
  const verb = words.findIndex((_word, index) => isTop(index, 'select', 'insert', 'update', 'delete', 'merge'))
  if (verb < 0) return null
  const isSelect = isTop(verb, 'select')
  const start = isSelect ? verb + 1 : words.findIndex((_word, index) => index > verb && isTop(index, 'returning')) + 1
  if (start === 0) return []
  const from = isSelect ? afterDistinct(words, depths, start) : start
  const end = words.findIndex(
    (_word, index) => index >= from && isTop(index, ...ends) && words[index - 1]?.toLowerCase() !== 'distinct',
  )
  return columnsOf(words.slice(from, end < 0 ? words.length : end))
}

const ends = 'from where group having window order limit offset fetch for into union intersect except ;'.split(' ')

function columnsOf(words: readonly string[]): readonly string[] | null {
  const depths = depthsOf(words)
  const items: string[][] = [[]]
  for (const [index, word] of words.entries()) {
    if (word === ',' && depths[index] === 0) items.push([])
    else items.at(-1)?.push(word)
  }
  const names = items.map(nameOf)
  return names.some((name) => name === null) ? null : names.flatMap((name) => name ?? [])
}

/** `select distinct on (customer) id` */
function afterDistinct(words: readonly string[], depths: readonly number[], start: number): number {
  const first = words[start]?.toLowerCase()
  if (first === 'all') return start + 1
  if (first !== 'distinct') return start
  if (words[start + 1]?.toLowerCase() !== 'on') return start + 1
  return words.findIndex((word, index) => index > start && word === ')' && depths[index] === 0) + 1
}

/** How many brackets stand around each word; a closing one counts as outside. */
function depthsOf(words: readonly string[]): readonly number[] {
  let depth = 0
  return words.map((word) => {
    if (word === ')' || word === ']') depth -= 1
    const here = depth
    if (word === '(' || word === '[') depth += 1
    return here
  })
}

/** `total` for `price * 2 as total`; `id` for `o.id` and `o.id::text`; `null` for whatever is not that clear. */
function nameOf(item: readonly string[]): string | null {
  const last = item.at(-1)
  const named = item.at(-2)?.toLowerCase() === 'as' ? last : withoutCasts(item)
  if (named === undefined || named === null) return null
  if (named.startsWith('"')) return named.slice(1, -1).replaceAll('""', '"')
  return /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(named) ? named.toLowerCase() : null
}

/** The column of `o.id` or `o.id::text`. */
function withoutCasts(item: readonly string[]): string | null {
  const cast = item.indexOf('::')
  const plain = cast < 0 ? item : item.slice(0, cast)
  if (cast >= 0 && !item.slice(cast).every((word) => /^(?:::|[\p{L}\p{N}_]+|\[|\])$/u.test(word))) return null
  const isPath = plain.every((word, index) => (index % 2 === 0 ? /^["\p{L}_]/u.test(word) : word === '.'))
  return isPath && plain.length % 2 === 1 ? (plain.at(-1) ?? null) : null
}
