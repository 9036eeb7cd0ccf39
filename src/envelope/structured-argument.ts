/**
 * Structured values (UJG 10, kind `structured`): an object or a list, given as JSON, as `name=value, name=value`, or member by
 * member. Members are normalised as arguments are (CCP VII.C), the whole is checked against its JSON Schema, and what is
 * wrong is said of the member that it is wrong with.
 */
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Parameter } from '../catalogue/catalogue.ts'
import { isDeeperThan, isJsonObject, jsonText, type Json, type JsonObject } from '../json.ts'
import { compileSchema } from './compile-schema.ts'
import { type ArgumentProblem, foldSpace, normaliseArgument, problemOfKeyword } from './normalise-argument.ts'

export type StructuredValue =
  | { readonly kind: 'value'; readonly value: Json }
  /** A member that has to be asked for. `soFar` is what is known, as raw text; `null` when that is nothing. */
  | { readonly kind: 'missing'; readonly member: string; readonly soFar: string | null }
  | {
      readonly kind: 'invalid'
      readonly problem: ArgumentProblem
      readonly limit: string
      /** What it is about, `items.0.name`; '' for the whole. */
      readonly member: string
      /** The member that is to be asked for again; `null` for the whole. */
      readonly ask: string | null
      readonly soFar: string | null
    }

/** More single values than that could not be shown before they are confirmed. */
const maxLeaves = 50
/** Nobody types a value that is deeper. */
const maxDepth = 20

/** Reads what was said for a structured parameter; `null`: nothing yet. */
export function readStructured(parameter: Parameter, raw: string | null): StructuredValue | null {
  const first = firstMember(parameter)
  if (raw === null) return first === null ? null : { kind: 'missing', member: first, soFar: null }
  const parsed = parse(parameter, raw)
  if (parsed === undefined) return invalid('structure', { limit: example(parameter) })
  if (!isJsonObject(parsed)) return check(parameter, foldTexts(parsed))
  return readMembers(parameter, parsed)
}

/** The raw text of what is known so far and one more member; an answer that names members itself is taken as such. */
export function addMember(parameter: Parameter, soFar: string | undefined, member: string, said: string): string {
  const known = soFar === undefined ? {} : (parse(parameter, soFar) ?? {})
  const named = parse(parameter, said)
  const added =
    isJsonObject(named) && Object.keys(named).every((name) => memberNames(parameter).includes(name))
      ? named
      : { [member]: said }
  return JSON.stringify({ ...(isJsonObject(known) ? known : {}), ...added })
}

/** A member of an object as a parameter of its own, where it is a single value; `null` where it is not. */
export function memberParameter({ schema: whole }: Parameter, name: string): Parameter | null {
  const schema = propertiesOf({ schema: whole })[name]
  if (!isJsonObject(schema)) return null
  const type = typeOfMember(schema)
  return type === null ? null : { name, kind: 'scalar', required: true, type, schema, entity: null }
}

/** The names of the members of an object that its schema knows. */
export function memberNames(parameter: Pick<Parameter, 'schema'>): readonly string[] {
  return Object.keys(propertiesOf(parameter))
}

/** Every single value in it with where it is, `items.0.name`. */
export function leavesOf(value: Json, path: readonly string[] = []): readonly (readonly [path: string, value: Json])[] {
  if (!isCompound(value) || Object.keys(value).length === 0) return [[path.join('.'), value]]
  return Object.entries(value as JsonObject).flatMap(([key, child]) => leavesOf(child, [...path, key]))
}

function readMembers(parameter: Parameter, parsed: JsonObject): StructuredValue {
  const known: Record<string, Json> = {}
  for (const [name, said] of Object.entries(parsed)) {
    if (!memberNames(parameter).includes(name))
      return invalid('unknown_member', { member: name, limit: memberNames(parameter).join(', ') })
    const single = memberParameter(parameter, name)
    const read = single === null || isCompound(said) ? null : normaliseArgument(single, jsonText(said))
    if (read?.kind === 'invalid') {
      const { [name]: _wrong, ...others } = parsed
      const soFar = JSON.stringify(others)
      return invalid(read.problem, { member: name, ask: name, limit: read.limit ?? '', soFar })
    }
    known[name] = read === null ? foldTexts(said) : read.value
  }
  const missing = requiredMembers(parameter).find((name) => known[name] === undefined)
  if (missing === undefined) return check(parameter, known)
  if (memberParameter(parameter, missing) === null) return invalid('missing_member', { member: missing })
  return { kind: 'missing', member: missing, soFar: Object.keys(known).length === 0 ? null : JSON.stringify(known) }
}

function check({ schema }: Parameter, value: Json): StructuredValue {
  if (leavesOf(value).length > maxLeaves) return invalid('too_many_members', { limit: String(maxLeaves) })
  const validate = compileSchema(schema)
  if (validate(value)) return { kind: 'value', value }
  const [error] = validate.errors ?? []
  return error === undefined ? invalid('structure', {}) : problemOf(error)
}

function problemOf({ keyword, params, instancePath }: ErrorObject): StructuredValue {
  const at = instancePath.split('/').slice(1)
  const named: unknown = params['missingProperty'] ?? params['additionalProperty']
  const member = [...at, ...(typeof named === 'string' ? [named] : [])].join('.')
  if (keyword === 'required') return invalid('missing_member', { member })
  if (keyword === 'additionalProperties') return invalid('unknown_member', { member })
  const limit = Object.values(params).find((each) => typeof each === 'number')
  return invalid(problemOfKeyword[keyword] ?? 'format', { member, limit: limit === undefined ? '' : String(limit) })
}

function invalid(
  problem: ArgumentProblem,
  about: { readonly limit?: string; readonly member?: string; readonly ask?: string; readonly soFar?: string },
): StructuredValue {
  const { limit = '', member = '', ask = null, soFar = null } = about
  return { kind: 'invalid', problem, limit, member, ask, soFar }
}

/** The first member that has to be asked for when nothing was said yet; `null` where the whole has to be. */
function firstMember(parameter: Parameter): string | null {
  const required = requiredMembers(parameter)
  return required.every((name) => memberParameter(parameter, name) !== null) ? (required[0] ?? null) : null
}

function requiredMembers({ schema }: Pick<Parameter, 'schema'>): readonly string[] {
  const required = schema['required']
  return Array.isArray(required) ? required.map(String) : []
}

function propertiesOf({ schema }: Pick<Parameter, 'schema'>): JsonObject {
  const properties = schema['properties']
  return isJsonObject(properties) ? properties : {}
}

const memberTypes: Readonly<Record<string, Parameter['type']>> = {
  string: 'text',
  integer: 'integer',
  number: 'decimal',
  boolean: 'boolean',
}

function typeOfMember(schema: JsonObject): Parameter['type'] | null {
  if (Array.isArray(schema['enum'])) return 'choice'
  return memberTypes[jsonText(schema['type'] ?? null)] ?? null
}

/** JSON, or `name=value` pairs for an object and single values for a list; `undefined` when it is neither. */
function parse(parameter: Parameter, raw: string): Json | undefined {
  const text = raw.trim()
  if (/^[[{]/u.test(text)) return parseJson(text)
  const pieces = text.match(/(?:"(?:[^"\\]|\\.)*"|[^,;\n"]|")+/gu)?.map((each) => each.trim()) ?? []
  const filled = pieces.filter((each) => each !== '')
  if (parameter.schema['type'] === 'array') return filled.map(withoutQuotes)
  const pairs = filled.map((piece) => /^([\p{L}_][\p{L}\p{N}_]*)\s*[=:]\s*(.*)$/su.exec(piece))
  if (pairs.length === 0 || pairs.some((pair) => pair === null)) return undefined
  return Object.fromEntries(
    pairs.map((pair) => [memberNamed(parameter, pair?.[1] ?? ''), withoutQuotes(pair?.[2] ?? '')]),
  )
}

/** Names are typed on phones, which begin them with a capital letter. */
function memberNamed(parameter: Parameter, typed: string): string {
  const wanted = typed.toLowerCase()
  return memberNames(parameter).find((name) => name.toLowerCase() === wanted) ?? typed
}

function parseJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json
    return isCompound(value) && !isDeeperThan(value, maxDepth) ? value : undefined
  } catch {
    return undefined
  }
}

function withoutQuotes(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/su.exec(text)?.[1]
  return quoted === undefined ? text : quoted.replaceAll(/\\(.)/gsu, '$1')
}

/** How it can be written, for whoever wrote it otherwise. */
function example(parameter: Parameter): string {
  const names = memberNames(parameter)
  return names.length === 0 ? '…, …' : names.map((name) => `${name}=…`).join(', ')
}

function foldTexts(value: Json): Json {
  if (typeof value === 'string') return foldSpace(value)
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, foldTexts(child)]))
  return Array.isArray(value) ? value.map((each: Json) => foldTexts(each)) : value
}

function isCompound(value: Json): value is JsonObject | readonly Json[] {
  return typeof value === 'object' && value !== null
}
