/**
 * Puts lines into a YAML file that people write by hand: everything that is there already stays as it is, byte for byte. Where a
 * file is written in another way than usual, so that this cannot be, it is written anew with all its comments.
 */
import { isCollection, isMap, isNode, isPair, isScalar, isSeq, parse, parseDocument } from 'yaml'
import type { Document, Node, Pair } from 'yaml'
import { inFlow } from './yaml-text.ts'

/**
 * Adds an entry to the map below `key`, after the last one whose name begins with `beside`, else at its end.
 * @param entry its lines, not indented; the first one that is no comment begins with `name:`
 */
export function insertIntoMap(
  text: string,
  { key, beside, name, entry }: { key: string; beside: string; name: string; entry: readonly string[] },
): string {
  const document = parseDocument(text)
  const map = document.get(key, true)
  const pairs = isMap(map) && map.flow !== true ? map.items.filter(hasPlace) : []
  const last = pairs.findLast((pair) => beside !== '' && nameOf(pair).startsWith(beside)) ?? pairs.at(-1)
  if (isMap(map) && last !== undefined) {
    const indent = columnOf(text, last.key.range[0])
    return spliced(text, endOfLine(text, deepestEnd(last)), lines(entry, indent))
  }
  const empty = emptyPlace(document, key, text)
  if (empty !== null)
    return `${text.slice(0, empty.from)}\n${lines(entry, 2)}${text.slice(empty.to).replace(/^\r?\n/u, '')}`
  // A map with the one entry that its first line names.
  document.setIn([key, name], (parse(entry.join('\n')) as Readonly<Record<string, unknown>>)[name])
  return document.toString({ lineWidth: 0 })
}

/** Adds a text to the list below `key`. */
export function appendToList(text: string, key: string, value: string): string {
  const document = parseDocument(text)
  const list = document.get(key, true)
  const last = isSeq(list) ? list.items.at(-1) : undefined
  if (isSeq(list) && isNode(last) && last.range) {
    if (list.flow === true) return spliced(text, deepestEnd(last), `, ${inFlow(value)}`)
    const dash = text.lastIndexOf('-', last.range[0])
    return spliced(text, endOfLine(text, deepestEnd(last)), `${' '.repeat(columnOf(text, dash))}- ${inFlow(value)}\n`)
  }
  document.addIn([key], value)
  return document.toString({ lineWidth: 0 })
}

type Placed = Pair<Node & { readonly range: readonly [number, number, number] }, Node>

function hasPlace(pair: unknown): pair is Placed {
  return isPair(pair) && isScalar(pair.key) && pair.key.range != null
}

function nameOf({ key }: Placed): string {
  return isScalar(key) ? String(key.value) : ''
}

/** Where the last thing in a node ends: the end of a collection is beyond the comments that follow it. */
function deepestEnd(node: unknown): number {
  if (isPair(node)) return deepestEnd(node.value ?? node.key)
  if (isCollection(node) && node.flow !== true && node.items.length > 0) return deepestEnd(node.items.at(-1))
  return isNode(node) ? (node.range?.[1] ?? 0) : 0
}

/** `commands: {}` or `commands:`, which has no place for an entry yet. */
function emptyPlace(document: Document, key: string, text: string): { from: number; to: number } | null {
  const root = document.contents
  const pair = isMap(root)
    ? root.items.find((each) => isPair(each) && isScalar(each.key) && each.key.value === key)
    : undefined
  if (pair === undefined || !isScalar(pair.key) || !pair.key.range) return null
  const value = pair.value
  const isEmpty =
    value === null || (isMap(value) && value.items.length === 0) || (isScalar(value) && value.value === null)
  if (!isEmpty) return null
  const from = text.indexOf(':', pair.key.range[1]) + 1
  const written = isNode(value) && value.range ? value.range[1] : from
  return { from, to: Math.max(from, written) }
}

function spliced(text: string, at: number, piece: string): string {
  const before = text.slice(0, at)
  const glue = piece.endsWith('\n') && before !== '' && !before.endsWith('\n') ? '\n' : ''
  return `${before}${glue}${piece}${text.slice(at)}`
}

/** The place after the line break that ends a line. */
function endOfLine(text: string, at: number): number {
  if (text.charAt(at - 1) === '\n') return at
  const found = text.indexOf('\n', at)
  return found < 0 ? text.length : found + 1
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1)
}

function lines(entry: readonly string[], indent: number): string {
  return entry.map((line) => `${' '.repeat(indent)}${line}\n`).join('')
}
