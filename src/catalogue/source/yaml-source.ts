import { isMap, isNode, isPair, isScalar, LineCounter, parseAllDocuments, parseDocument } from 'yaml'
import type { Document, Node, Pair } from 'yaml'
import type { Problem, Report } from './problem.ts'
import { findAliasProblems } from './yaml-aliases.ts'

/** How many values anchors within anchors may come to. */
const maxAliasCount = 10_000

/** Keys and indexes from the root of a document to one of its values. */
export type YamlPath = readonly (string | number)[]

/** A parsed YAML (or JSON) file that still knows where each of its values stands. */
export type YamlSource = {
  readonly file: string
  readonly value: unknown
  /** Whether it was found sound before, with everything that it is judged by (`openKeptCatalogue`). */
  readonly wasSound?: boolean
  /** A problem with the value at `path`; `key` points at its key instead. The nearest value around stands in for an absent one. */
  readonly problemAt: (path: YamlPath, message: string, place?: 'key' | 'value') => Problem
  /** Where a file of a catalogue of one's own stands over one that comes with Sayso (`layOver`): both, and how deep they are put together. */
  readonly layers?: { readonly own: YamlSource; readonly base: YamlSource; readonly depth: number }
}

/** Reads YAML 1.2; broken syntax, repeated keys, unresolved tags and aliases are reported, and the answer is then `null`. */
export function parseYamlSource(file: string, text: string, report: Report): YamlSource | null {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false, version: '1.2' })
  return sourceOf({ file, text, document, lineCounter }, report)
}

/** Reads a file of several documents, as `parseYamlSource` reads one; broken ones are reported and left out. */
export function parseYamlSources(file: string, text: string, report: Report): readonly YamlSource[] {
  const lineCounter = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter, prettyErrors: false, version: '1.2' })
  // Of an empty file there are no documents, but an empty list with what was said about it.
  return Array.from(documents).flatMap((document) => sourceOf({ file, text, document, lineCounter }, report) ?? [])
}

function sourceOf(
  input: {
    readonly file: string
    readonly text: string
    readonly document: Document.Parsed
    readonly lineCounter: LineCounter
  },
  report: Report,
): YamlSource | null {
  const { file, text, document, lineCounter } = input
  const lines = text.split(/\r?\n/u)
  const problemAtOffset = (offset: number, message: string): Problem => {
    const { line, col } = lineCounter.linePos(offset)
    const at = Math.max(line, 1)
    return { file, line: at, column: Math.max(col, 1), message, excerpt: lines[at - 1] ?? '' }
  }
  const complaints = [...document.errors, ...document.warnings]
  for (const { pos, code, message } of tellable(complaints)) {
    const problem = problemAtOffset(pos[0], told(code, message))
    const indent = /^[ \t]*/u.exec(problem.excerpt)?.[0].length ?? 0
    report({ ...problem, column: Math.max(problem.column, indent + 1) })
  }
  if (complaints.length > 0) return null
  const aliases = findAliasProblems(document)
  for (const { offset, message } of aliases) report(problemAtOffset(offset, message))
  if (aliases.length > 0) return null
  const made = valueOf(document)
  if (made === null) {
    report(problemAtOffset(0, 'refers to its anchors (&name) too often; write some of it out'))
    return null
  }
  return {
    file,
    value: made.value,
    problemAt: (path, message, place = 'value') => problemAtOffset(offsetOf(document, path, place), message),
  }
}

/** `null`: anchors within anchors make too much of a short text. */
function valueOf(document: Document.Parsed): { readonly value: unknown } | null {
  try {
    return { value: document.toJS({ maxAliasCount }) }
  } catch (error) {
    if (error instanceof ReferenceError) return null
    throw error
  }
}

/** What is about a value alone; all else makes the parser lose its way, and what it says after that is about nothing. */
const lasting: ReadonlySet<string> = new Set(['DUPLICATE_KEY', 'TAG_RESOLVE_FAILED'])

function tellable<Complaint extends { readonly code: string }>(complaints: readonly Complaint[]): readonly Complaint[] {
  const lost = complaints.findIndex(({ code }) => !lasting.has(code))
  return lost < 0 ? complaints : complaints.slice(0, lost + 1)
}

function told(code: string, message: string): string {
  if (code === 'MULTIPLE_DOCS') return 'begins a second document; a file of these holds one, so remove this line'
  return `${message}${hintFor(code, message)}`
}

function hintFor(code: string, message: string): string {
  if (message.startsWith('Alias cannot be')) return '; a text that begins with * stands in quotes'
  if (code === 'TAB_AS_INDENT') return '; put blanks in front of this line, as in front of the one above it'
  if (message.includes('compact mappings')) return '; a text that holds ": " stands in quotes'
  const isMoved = code === 'BAD_INDENT' || message.includes('without - indicator') || message.includes('same column')
  return isMoved ? '; move this line so that it begins under the key above it that it belongs beside' : ''
}

/** A block of several lines is pointed at by its key, which is where a reader looks for it. */
function offsetOf(document: Document, path: YamlPath, place: 'key' | 'value'): number {
  for (let length = path.length; length > 0; length -= 1) {
    const found = findIn(document, path.slice(0, length))
    if (found === null) continue
    const wantsKey = (place === 'key' && length === path.length) || !isScalar(found.value)
    const node = wantsKey ? (found.key ?? found.value) : found.value
    if (node?.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

type Found = { readonly key: Node | null; readonly value: Node | null }

function findIn(document: Document, path: YamlPath): Found | null {
  const name = path.at(-1)
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
  if (isMap(parent)) {
    const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === name)
    return pair === undefined ? null : nodesOf(pair)
  }
  const value = document.getIn(path, true)
  return isNode(value) ? { key: null, value } : null
}

function nodesOf(pair: Pair): Found {
  return { key: isNode(pair.key) ? pair.key : null, value: isNode(pair.value) ? pair.value : null }
}
