import { assertNever, TerminalError } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'
import { compileExpression, refuseReservedNames, type Expression } from './jsonata-expression.ts'

/**
 * `{{ }}` templates in `actionMeta` and `stepMsg`. They are parsed once, from the catalogue's text alone; what is put
 * in is a value and is never looked at for templates again (invariant 7). Object keys are never templates.
 */

/** Whoever asked, as expressions read them: `{{actor.id}}`. */
export type TemplateActor = {
  readonly id: string
  /** The language in which they were answered when they asked: `pt-BR`; a lookup has none. */
  readonly language?: string
  /** Whose numbers, sums and dates they read, BCP 47: `es-MX`; a lookup has none. */
  readonly region?: string
  /** An IANA name: `America/Sao_Paulo`; a lookup has none. */
  readonly time_zone?: string
  /** As they were called when they asked; only of a chain that reads it. */
  readonly name?: string
  /** E.164; only of a chain that reads it. */
  readonly phone?: string
}

/** What expressions may read. */
export type TemplateScope = {
  readonly args: JsonObject
  /** By step name: the outputs of the steps that finished before. */
  readonly steps: { readonly [step: string]: { readonly output: Json } }
  readonly command: { readonly id: string; readonly ref: string }
  /** Who asked for it; absent when nobody did, and then it selects nothing. */
  readonly actor?: TemplateActor
}

/** A value whose templates have been parsed. */
export type CompiledTemplates =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'text'; readonly parts: readonly (string | Expression)[] }
  | { readonly kind: 'array'; readonly items: readonly CompiledTemplates[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, CompiledTemplates])[] }

/**
 * Parses every string in a value.
 * @throws TerminalError `template_failed`: an unclosed `{{`, a syntax error, or a refused function
 */
export function compileTemplates(value: Json): CompiledTemplates {
  if (typeof value === 'string') return compileText(value)
  if (typeof value !== 'object' || value === null) return { kind: 'literal', value }
  if (isArray(value)) return { kind: 'array', items: value.map(compileTemplates) }
  return { kind: 'object', entries: Object.entries(value).map(([key, child]) => [key, compileTemplates(child)]) }
}

/**
 * Evaluates the templates of a value. A template that is the whole string keeps its value's type (nothing selected
 * gives null); inside text it is put in as text (nothing selected and null give nothing).
 * @throws TerminalError `template_failed`
 */
export async function renderTemplates(compiled: CompiledTemplates, scope: TemplateScope): Promise<Json> {
  refuseReservedNames(scope)
  return render(compiled, scope)
}

/** The same, as one text. */
export async function renderMessage(compiled: CompiledTemplates, scope: TemplateScope): Promise<string> {
  return asText(await renderTemplates(compiled, scope))
}

/** Whether a string holds a template. */
export function hasTemplate(text: string): boolean {
  return text.includes('{{')
}

/** All expressions in a compiled value. */
export function expressionsOf(compiled: CompiledTemplates): readonly Expression[] {
  switch (compiled.kind) {
    case 'literal':
      return []
    case 'expression':
      return [compiled.expression]
    case 'text':
      return compiled.parts.filter((part) => typeof part !== 'string')
    case 'array':
      return compiled.items.flatMap(expressionsOf)
    case 'object':
      return compiled.entries.flatMap(([, child]) => expressionsOf(child))
    default:
      return assertNever(compiled)
  }
}

async function render(compiled: CompiledTemplates, scope: TemplateScope): Promise<Json> {
  switch (compiled.kind) {
    case 'literal':
      return compiled.value
    case 'expression':
      return (await compiled.expression.evaluate(scope)) ?? null
    case 'text':
      return renderText(compiled.parts, scope)
    case 'array':
      return inOrder(compiled.items, (item) => render(item, scope))
    case 'object':
      return Object.fromEntries(
        await inOrder(compiled.entries, async ([key, child]) => [key, await render(child, scope)] as const),
      )
    default:
      return assertNever(compiled)
  }
}

async function renderText(parts: readonly (string | Expression)[], scope: TemplateScope): Promise<string> {
  const texts = await inOrder(parts, async (part) =>
    typeof part === 'string' ? part : asText((await part.evaluate(scope)) ?? null),
  )
  return texts.join('')
}

/** One after the other, so that each evaluation's time is its own. */
async function inOrder<Item, Result>(items: readonly Item[], each: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await each(item))
  return results
}

function asText(value: Json): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function compileText(text: string): CompiledTemplates {
  const parts: (string | Expression)[] = []
  let rest = text
  for (let open = rest.indexOf('{{'); open >= 0; open = rest.indexOf('{{')) {
    const close = findClose(rest, open + 2)
    if (close < 0) throw new TerminalError('template_failed', `A template is never closed: ${rest.slice(open)}`)
    if (open > 0) parts.push(rest.slice(0, open))
    parts.push(compileExpression(rest.slice(open + 2, close).trim()))
    rest = rest.slice(close + 2)
  }
  const [first] = parts
  if (first === undefined) return { kind: 'literal', value: text }
  if (rest !== '') parts.push(rest)
  return parts.length === 1 && typeof first !== 'string'
    ? { kind: 'expression', expression: first }
    : { kind: 'text', parts }
}

/** The `}}` that ends an expression: braces inside it nest, and those in its strings and comments do not count. */
function findClose(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"' || char === "'" || char === '`') at = skipString(text, at)
    else if (text.startsWith('/*', at)) at = endOf(text, text.indexOf('*/', at + 2) + 1)
    else if (char === '{') depth += 1
    else if (char === '}' && depth > 0) depth -= 1
    else if (char === '}' && text.charAt(at + 1) === '}') return at
  }
  return -1
}

function skipString(text: string, start: number): number {
  const quote = text.charAt(start)
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\' && quote !== '`') at += 1
    else if (text.charAt(at) === quote) return at
  }
  return text.length
}

function endOf(text: string, found: number): number {
  return found <= 0 ? text.length : found
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
