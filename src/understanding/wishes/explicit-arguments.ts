import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { opensQuote, readQuoted } from '../text/quotes.ts'
import type { TokenProblem } from '../reading.ts'
import { unseen } from '../text/unseen.ts'

/** The arguments of an explicit token, by declared name, or why there are none. */
export type ExplicitArguments =
  | { readonly kind: 'args'; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: 'problem'; readonly problem: TokenProblem; readonly detail: string }

const separators = new RegExp(`^[\\s,;${unseen}]*(?:[.!?]+[\\s${unseen}]*$)?`, 'u')
const unseenAhead = new RegExp(`^[${unseen}]*`, 'u')
const unseenAnywhere = new RegExp(`[${unseen}]+`, 'gu')
const parted = new RegExp(`^$|[\\s,;.!?${unseen}]`, 'u')
/** A mark behind a value that ends the sentence. */
const endMarks = new RegExp(`[,;.!?${unseen}]+$`, 'u')

type Value = { readonly value: string; readonly end: number }

/**
 * Reads `id=204 reason="too late"`; one value without a name is the command's target (CCP VI.B). `ignorable` tells
 * politeness at the end from text that must not be guessed about.
 */
export function readExplicitArguments(
  command: Command,
  text: string,
  ignorable: (rest: string) => boolean,
): ExplicitArguments {
  const args: Record<string, string> = {}
  let at = skipSeparators(text, 0)
  while (at < text.length) {
    const named = nameAt(text, at)
    const parameter = named === null ? positional(command, args) : parameterNamed(command, named.name)
    if (named === null && parameter !== null && ignorable(text.slice(at))) break
    if (parameter === null) {
      if (named !== null) return problem('unknown-parameter', named.name)
      return ignorable(text.slice(at)) ? { kind: 'args', args } : problem('stray-text', text.slice(at))
    }
    if (Object.hasOwn(args, parameter.name)) return problem('repeated-parameter', parameter.name)
    const value = valueAt(text, named?.end ?? at, command, parameter)
    if (value === null) return problem('unclosed-quote', text.slice(named?.end ?? at))
    if (value.value === '' && value.end === (named?.end ?? at)) return problem('stray-text', text.slice(at))
    if (!parted.test(text[value.end] ?? '')) return problem('stray-text', text.slice(value.end))
    args[parameter.name] = value.value
    at = skipSeparators(text, value.end)
  }
  return { kind: 'args', args }
}

function problem(kind: TokenProblem, detail: string): ExplicitArguments {
  return { kind: 'problem', problem: kind, detail: detail.trim() }
}

function skipSeparators(text: string, from: number): number {
  const rest = separators.exec(text.slice(from))?.[0] ?? ''
  return from + rest.length
}

/** A name and the place where its value begins. */
function nameAt(text: string, at: number): { readonly name: string; readonly end: number } | null {
  const found = new RegExp(`([\\p{L}_][\\p{L}\\p{N}_-]{0,63})[\\s${unseen}]*=\\s*`, 'uy')
  found.lastIndex = at
  const name = found.exec(text)?.[1]
  return name === undefined ? null : { name, end: found.lastIndex }
}

function parameterNamed(command: Command, name: string): Parameter | null {
  const wanted = foldName(name)
  return command.parameters.find((parameter) => foldName(parameter.name) === wanted) ?? null
}

function foldName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_')
}

function positional(command: Command, args: Readonly<Record<string, string>>): Parameter | null {
  const { target } = command.intent
  if (target === null || Object.hasOwn(args, target)) return null
  return command.parameters.find((parameter) => parameter.name === target) ?? null
}

function valueAt(text: string, from: number, command: Command, parameter: Parameter): Value | null {
  const at = parameter.kind === 'secret' ? from : from + (unseenAhead.exec(text.slice(from))?.[0].length ?? 0)
  if (opensQuote(text, at)) return readQuoted(text, at)
  if (parameter.kind === 'structured' && /[[{]/u.test(text[at] ?? '')) return readJson(text, at)
  const ahead = nameAt(text, at)
  if (ahead !== null && parameterNamed(command, ahead.name) !== null) return { value: '', end: at }
  const bare = /\S*/uy
  bare.lastIndex = at
  const typed = bare.exec(text)?.[0] ?? ''
  if (parameter.kind === 'secret') return secretAt(text, at, typed)
  // What has a pattern is a value, and a mark behind it ends the sentence; free text keeps its own.
  const isFree = parameter.type === 'text' && typeof parameter.schema['pattern'] !== 'string'
  const value = isFree ? typed.replace(/[,;]+$/u, '') : typed.replace(endMarks, '') || typed
  const seen = isFree ? value : value.replace(unseenAnywhere, '')
  if (seen === '') return { value: '', end: from }
  return { value: parameter.type === 'id' ? seen.replace(/^#/, '') : seen, end: at + value.length }
}

/** Every character of a secret counts, but for the comma that parts it from what follows. */
function secretAt(text: string, at: number, typed: string): Value {
  const isLast = text.slice(at + typed.length).trim() === ''
  const value = isLast ? typed : typed.replace(/[,;]$/u, '')
  return { value, end: at + value.length }
}

/** JSON may have blanks in it: it goes on until its brackets are closed; `null` when they never are. */
function readJson(text: string, at: number): Value | null {
  let depth = 0
  for (let place = at; place < text.length; place++) {
    const char = text.charAt(place)
    if (char === '"') {
      const string = /"(?:[^"\\]|\\.)*"/suy
      string.lastIndex = place
      if (!string.test(text)) return null
      place = string.lastIndex - 1
    } else if ('[{'.includes(char)) depth += 1
    else if (']}'.includes(char)) {
      depth -= 1
      if (depth === 0) return { value: text.slice(at, place + 1), end: place + 1 }
    }
  }
  return null
}
