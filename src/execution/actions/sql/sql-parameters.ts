import { didYouMean, nearestName } from '../../../catalogue/did-you-mean.ts'
import { TerminalError } from '../../../errors.ts'
import type { Json, JsonObject } from '../../../json.ts'
import type { MetaProblem } from '../../plan/chain-problem.ts'

/**
 * Named parameters: `:name` in a statement becomes `$1`, and its value is bound, never put into the text. The tokenizer
 * knows what may hide a colon or a semicolon: strings, quoted names, comments, dollar quotes and casts. (`array[1:n]` is
 * read as a parameter; write `array[1 : n]`.)
 */

/** A statement cut into its text and its parameters. */
export type ParsedStatement = {
  /** With `$1`, `$2`, …. */
  readonly text: string
  /** The name of each, in the order of the numbers. */
  readonly names: readonly string[]
  /** The first word, lower case. */
  readonly verb: string
}

const quoted = [
  /[eE]'(?:[^'\\]|\\[^]|'')*'/y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /--[^\n]*/y,
  /\$([\p{L}_][\p{L}\p{N}_]*)?\$[^]*?\$\1\$/uy,
]
const word = /[\p{L}_][\p{L}\p{N}_$]*|\p{N}[\p{L}\p{N}_.]*/uy
const parameter = /:([A-Za-z_][A-Za-z0-9_]*)/y
const positional = /\$\d+/y

/**
 * Cuts a statement into text and parameters.
 * @throws TerminalError `action_invalid`: several statements, something unclosed, or positional parameters
 */
export function parseStatement(statement: string): ParsedStatement {
  const names: string[] = []
  let text = ''
  let verb = ''
  let ended = false
  for (let at = 0; at < statement.length;) {
    const hidden = hiddenLength(statement, at)
    const rest = hidden > 0 ? null : nextToken(statement, at)
    const length = hidden > 0 ? hidden : (rest?.text.length ?? 1)
    const source = statement.slice(at, at + length)
    if (ended && isCode(source)) throw invalid('A statement is one statement; this one goes on after its semicolon')
    if (rest?.kind === 'parameter') text += numbered(names, rest.text.slice(1))
    else if (rest?.kind === 'semicolon') ended = true
    else text += source
    if (rest?.kind === 'word' && verb === '') verb = source.toLowerCase()
    at += length
  }
  return { text, names, verb }
}

/** The words, names, signs and literals of a statement, one after the other, without blanks and comments; of `:name` the whole. */
export function* codeOf(statement: string): Generator<string> {
  for (let at = 0; at < statement.length;) {
    const hidden = hiddenLength(statement, at)
    const text = hidden > 0 ? statement.slice(at, at + hidden) : nextToken(statement, at).text
    if (isCode(text)) yield text
    at += text.length
  }
}

/**
 * The problems of a statement with its values: a name without value, a value without name; of one that is misspelt the name alone.
 * `values` may be a template, whose names are only known when it is rendered.
 */
export function parameterProblems(names: readonly string[], values: Json | undefined): readonly MetaProblem[] {
  if (typeof values === 'string') return []
  const given = typeof values === 'object' && values !== null ? Object.keys(values) : []
  const unused = given.filter((name) => !names.includes(name))
  const empty = names.filter((name) => !given.includes(name))
  const meant = empty.map((name) => nearestName(name, unused))
  return [
    ...empty.map((name) => ({ path: ['statement'], message: `:${name} has no value${didYouMean(name, unused)}` })),
    ...unused
      .filter((name) => !meant.includes(name))
      .map((name) => ({
        path: ['values', name],
        place: 'key' as const,
        message: `the statement has no :${name}`,
      })),
  ]
}

/** The values in the order of their numbers, as the driver takes them. */
export function bindValues(names: readonly string[], values: JsonObject): unknown[] {
  const [problem] = parameterProblems(names, values)
  if (problem !== undefined) throw invalid(`The values do not fit the statement: ${problem.message}`)
  return names.map((name) => values[name])
}

type Token = { readonly kind: 'parameter' | 'semicolon' | 'word' | 'other'; readonly text: string }

function nextToken(statement: string, at: number): Token {
  if (statement.startsWith('::', at) || statement.startsWith(':=', at)) {
    return { kind: 'other', text: statement.slice(at, at + 2) }
  }
  const named = matchAt(parameter, statement, at)
  if (named !== null) return { kind: 'parameter', text: named }
  if (matchAt(positional, statement, at) !== null) throw invalid('Parameters have names, as in :id, and no numbers')
  const found = matchAt(word, statement, at)
  if (found !== null) return { kind: 'word', text: found }
  const char = statement.charAt(at)
  return { kind: char === ';' ? 'semicolon' : 'other', text: char }
}

/** The length of what hides its content from the tokenizer, or 0. */
function hiddenLength(statement: string, at: number): number {
  if (statement.startsWith('/*', at)) return commentLength(statement, at)
  for (const pattern of quoted) {
    const found = matchAt(pattern, statement, at)
    if (found !== null) return found.length
  }
  const char = statement.charAt(at)
  if (char === "'" || char === '"') throw invalid(`A ${char} is never closed`)
  return 0
}

/** Comments nest in Postgres. */
function commentLength(statement: string, start: number): number {
  let depth = 0
  for (let at = start; at < statement.length; at += 1) {
    if (statement.startsWith('/*', at)) depth += 1
    else if (statement.startsWith('*/', at)) depth -= 1
    else continue
    at += 1
    if (depth === 0) return at + 1 - start
  }
  throw invalid('A comment is never closed')
}

function isCode(source: string): boolean {
  return source.trim() !== '' && !source.startsWith('--') && !source.startsWith('/*')
}

function numbered(names: string[], name: string): string {
  const known = names.indexOf(name)
  return `$${known >= 0 ? known + 1 : names.push(name)}`
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function invalid(message: string): TerminalError {
  return new TerminalError('action_invalid', message)
}
