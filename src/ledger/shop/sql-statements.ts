/**
 * The statements of a file of SQL, and where each begins. Postgres alone decides what a file means and runs it as a whole; this is for
 * telling people of a place in it.
 */

/** `start` counts characters of the file from 0, without what is blank or a comment before it. */
export type SqlStatement = { readonly start: number; readonly text: string }

const token =
  /(?<gap>\s+|--[^\n]*)|\/\*|e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|./isuy

export function sqlStatements(sql: string): readonly SqlStatement[] {
  const statements: SqlStatement[] = []
  let start: number | null = null
  let depth = 0
  let before = ''
  for (let at = 0; at < sql.length;) {
    token.lastIndex = at
    const found = token.exec(sql)
    const text = found?.[0] ?? sql.slice(at)
    const end = endOf(sql, at, text)
    const isGap = found?.groups?.['gap'] !== undefined || text === '/*'
    if (!isGap) {
      start ??= at
      const word = text.toLowerCase()
      depth = Math.max(depth + deeper(word, before, depth), 0)
      if (text === ';' && depth === 0) {
        if (start < at) statements.push({ start, text: sql.slice(start, end) })
        start = null
      }
      before = word
    }
    at = end
  }
  return start === null ? statements : [...statements, { start, text: sql.slice(start) }]
}

/** What is opened by one sign and closed by another one holds no statement of its own. */
function endOf(sql: string, at: number, text: string): number {
  const close = text === '/*' ? '*/' : /^\$.*\$$/su.test(text) ? text : null
  if (close === null) return at + text.length
  const found = sql.indexOf(close, at + text.length)
  return found < 0 ? sql.length : found + close.length
}

/** Within brackets, and within the body of a function that is written as statements, a semicolon ends no statement of the file. */
function deeper(word: string, before: string, depth: number): number {
  if (word === '(' || (word === 'atomic' && before === 'begin')) return 1
  if (word === ')') return -1
  if (depth === 0) return 0
  return word === 'case' ? 1 : word === 'end' ? -1 : 0
}
