/**
 * What has to be so for a command to succeed, as its file says it: a JSON Schema of `{ args, facts }`, with Ajv's `$data` for
 * what one value asks of another. It foretells and gates nothing: the world may be another one by the time the step runs,
 * which judges for itself.
 */
import { schemaCompiler } from '../../envelope/compile-schema.ts'
import { comparable, hasOneCurrency } from '../../envelope/money-amount.ts'
import { isJsonObject, type Json, type JsonObject } from '../../json.ts'
import type { Command, Entity } from '../catalogue.ts'
import type { ReadCommand } from './check-commands.ts'
import { withNumbers } from '../contract/compared-numbers.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { Report } from '../source/problem.ts'
import type { YamlPath } from '../source/yaml-source.ts'

/** What a command is about to do, and what is known of the world. */
export type Prospect = {
  /** Normalised arguments by parameter name. */
  readonly args: JsonObject
  /** Entity name → the row that was found for the argument that names it. */
  readonly facts: { readonly [entity: string]: Json }
}

// Strict, so that typing errors in the keywords are found without the schema of schemas, which takes long to load.
const compile = schemaCompiler({ $data: true, strict: true, strictTypes: false, strictRequired: false })

/** Whether, as far as its file can tell, the command would succeed now. Of money of which there is one currency the amount is compared. */
export function wouldSucceed(
  { succeedsIf, parameters }: Pick<Command, 'succeedsIf' | 'parameters'>,
  { args, facts }: Prospect,
): boolean {
  if (succeedsIf === null) return true
  const compared = Object.entries(args).map(([name, value]): readonly [string, Json] => [
    name,
    comparable(
      parameters.find((parameter) => parameter.name === name),
      value,
    ),
  ])
  return compile(succeedsIf)({ args: Object.fromEntries(compared), facts: withNumbers(succeedsIf, facts) })
}

/**
 * Reports a `succeedsIf` that is no schema, or that speaks of what nobody knows, each at its place.
 * @param entities what is known by name; `null` while not all are known
 */
export function checkSucceedsIf(
  { source, command }: ReadCommand,
  entities: ReadonlyMap<string, Entity> | null,
  report: Report,
): void {
  const { succeedsIf, safety, parameters, facts } = command
  if (succeedsIf === null) return
  const problem = (message: string, path: YamlPath = [], place: 'key' | 'value' = 'key'): void =>
    report(source.problemAt(['succeedsIf', ...path], message, place))
  if (safety === 'read') problem('a read has no preview that could say so; remove "succeedsIf"')
  const known = [
    ...parameters.map(({ name }) => `/args/${name}`),
    ...[...parameters, ...facts].flatMap(({ entity }) => (entity === null ? [] : [`/facts/${entity}`])),
  ]
  // Whose entity is misspelt, its facts cannot be judged either.
  const isOpen =
    entities !== null && [...parameters, ...facts].some(({ entity }) => entity !== null && !entities.has(entity))
  const told = new Set<string>()
  for (const { pointer, path, place } of placedMembers(succeedsIf)) {
    const about = pointer.split('/').slice(0, 3).join('/')
    const money = parameters.find(({ name, type }) => type === 'money' && about === `/args/${name}`)
    if (money !== undefined && !hasOneCurrency(money) && !told.has(about)) {
      told.add(about)
      const message = `"${money.name}" may be in any currency, so nothing can be compared with it; give it one, as in { format: money, currency: BRL }`
      problem(message, path, place)
      continue
    }
    if (known.includes(about) || told.has(about) || (isOpen && about.startsWith('/facts/'))) continue
    if (known.some((each) => each.startsWith(`${about}/`))) continue
    told.add(about)
    const there = known.join(', ') || 'nothing to compare'
    problem(`there is no ${about}${didYouMean(about, known)}; known: ${there}`, path, place)
  }
  checkIsSchema(succeedsIf, problem)
}

type Complain = (message: string, path?: YamlPath, place?: 'key' | 'value') => void

function checkIsSchema(schema: JsonObject, problem: Complain): void {
  try {
    compile(schema)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const [, keyword] = /unknown keyword: "([^"]*)"/u.exec(message) ?? []
    const path = keyword === undefined ? null : pathOfKey(schema, keyword)
    const hint = keyword === undefined ? '' : didYouMean(keyword, keywords)
    problem(`is not a JSON Schema: ${message}${hint}`, path ?? [])
  }
}

/** What people write in conditions, for those who mistype it. */
const keywords =
  'type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf pattern minLength maxLength properties required not allOf anyOf oneOf if then else items minItems maxItems contains'.split(
    ' ',
  )

function pathOfKey(value: Json, key: string): YamlPath | null {
  if (typeof value !== 'object' || value === null) return null
  if (!Array.isArray(value) && Object.hasOwn(value, key)) return [key]
  for (const [name, below] of Object.entries(value)) {
    const found = pathOfKey(below, key)
    if (found !== null) return [Array.isArray(value) ? Number(name) : name, ...found]
  }
  return null
}

/** What a schema of `{ args, facts }` is about, as far down as it names it, and where in it that stands. */
export type PlacedMember = {
  /** `/facts/order/status` */
  readonly pointer: string
  readonly path: YamlPath
  readonly place: 'key' | 'value'
}

/** All that a schema of `{ args, facts }` speaks of: its properties, and where `$data` looks. */
export function placedMembers(schema: JsonObject): readonly PlacedMember[] {
  return [...membersIn(schema, '', []), ...pointersIn(schema, [])]
}

function membersIn(schema: Json | undefined, above: string, path: YamlPath): readonly PlacedMember[] {
  const properties = Object.entries(propertiesOf(schema)).flatMap(([name, below]) => {
    const [pointer, at] = [`${above}/${name}`, [...path, 'properties', name]]
    const inner = pointer.split('/').length > 3 ? [] : membersIn(below, pointer, at)
    return inner.length > 0 ? inner : [{ pointer, path: at, place: 'key' as const }]
  })
  return [...properties, ...requiredIn(schema, above, path)]
}

/** What has to be there, or with `not` must not. */
function requiredIn(schema: Json | undefined, above: string, path: YamlPath): readonly PlacedMember[] {
  if (!isJsonObject(schema)) return []
  const { required, not } = schema
  const names = Array.isArray(required) ? required : []
  const own = names.flatMap((name, at) =>
    typeof name === 'string'
      ? [{ pointer: `${above}/${name}`, path: [...path, 'required', at], place: 'value' as const }]
      : [],
  )
  return [...own, ...(isJsonObject(not) ? membersIn(not, above, [...path, 'not']) : [])]
}

function propertiesOf(schema: Json | undefined): JsonObject {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined
  return isJsonObject(properties) ? properties : {}
}

function pointersIn(value: Json, path: YamlPath): readonly PlacedMember[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, below]): readonly PlacedMember[] => {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    if (key === '$data' && typeof below === 'string')
      return [{ pointer: below.split('/').slice(0, 4).join('/'), path: at, place: 'value' }]
    return pointersIn(below, at)
  })
}
