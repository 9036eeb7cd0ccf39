import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { didYouMean, nearestName } from '../did-you-mean.ts'
import type { Report } from '../source/problem.ts'
import { isObject } from '../../json.ts'
import { entriesOf } from '../source/yaml-map.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

/** Checks the value at `path` of a source; `null` when anything was reported. */
export type ShapeCheck<T> = (source: YamlSource, report: Report, path?: YamlPath) => T | null

// Shapes are ours or were published; that they are schemas is nothing to find out at every start.
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, verbose: true, validateSchema: false })

/** Compiles a TypeBox schema into a check whose problems name the place and what is wanted there. */
export function createShapeCheck<T extends TSchema>(schema: T): ShapeCheck<Static<T>> {
  return compileCheck<Static<T>>(schema)
}

/** The same for a schema that was published elsewhere; the caller knows the type that it describes. */
export function createPublishedShapeCheck<T>(schema: object): ShapeCheck<T> {
  return compileCheck<T>(schema)
}

function compileCheck<T>(schema: object): ShapeCheck<T> {
  // Compiled when it is first asked for: most subcommands read no catalogue.
  let validate: ValidateFunction<T> | undefined
  return (source, report, path = []) => {
    const value = valueAt(source.value, path)
    // It has this shape then.
    if (source.wasSound === true) return value as T
    validate ??= ajv.compile<T>(schema)
    if (validate(value)) return value
    const errors = validate.errors ?? []
    for (const error of errors) {
      // A failed branch of a oneOf says nothing that the oneOf itself does not say better.
      if (error.schemaPath.includes('/oneOf/') || isMisspelt(error, errors)) continue
      const { path: inner, place, message } = describe(error, value)
      report(source.problemAt([...path, ...inner], message, place))
    }
    return null
  }
}

/** A key that is missing is not told where a misspelt one stands for it. */
function isMisspelt(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (error.keyword !== 'required') return false
  const { instancePath, params } = error
  return errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === instancePath &&
      nearestName(String(other.params['additionalProperty']), keysOf(other.parentSchema)) === params['missingProperty'],
  )
}

function keysOf(schema: ErrorObject['parentSchema']): readonly string[] {
  const known: unknown = schema?.properties
  return typeof known === 'object' && known !== null ? Object.keys(known) : []
}

type Description = { readonly path: YamlPath; readonly place: 'key' | 'value'; readonly message: string }

function describe(error: ErrorObject, root: unknown): Description {
  const path = pathOf(error.instancePath, root)
  const details: Readonly<Record<string, unknown>> = error.params
  if (error.keyword === 'additionalProperties') {
    const name = String(details.additionalProperty)
    return { path: [...path, name], place: 'key', message: unknownKey(name, error.parentSchema) }
  }
  return { path, place: 'value', message: describeValue(error, details) }
}

function describeValue(error: ErrorObject, details: Readonly<Record<string, unknown>>): string {
  const wanted: unknown = error.parentSchema?.description
  switch (error.keyword) {
    case 'required':
      return `"${String(details.missingProperty)}" is missing`
    case 'enum':
      return `must be one of ${listOf(details.allowedValues)}${meant(error.data, details.allowedValues)}`
    case 'minItems':
      return details.limit === 1
        ? 'must have at least one entry'
        : `must have at least ${String(details.limit)} entries`
    case 'type':
      if (details.type === 'boolean') return `must be true or false; ${truthOf(error.data)}`
      if (error.data === null) return 'is empty'
      if (details.type === 'array' && typeof wanted === 'string') return `must be ${wanted}`
      if (details.type === 'string' && isObject(error.data)) return `must be of type string${inItself(error)}`
      if (details.type !== 'string' || typeof error.data === 'object') return `must be of type ${String(details.type)}`
      return fits(error.data, error.parentSchema) || typeof wanted !== 'string'
        ? 'must be a string; put it in quotes'
        : `must be ${wanted}`
    case 'pattern':
      return typeof wanted === 'string' ? `must be ${wanted}` : `must match ${String(details.pattern)}`
    case 'oneOf':
      return Number.isInteger(error.data)
        ? 'must not be a whole number: the published UJG schema refuses integers here; write it as a string'
        : 'must be a string, a number or a boolean'
    default:
      return error.message ?? `breaks the rule "${error.keyword}"`
  }
}

/** `pizza: { title: Pizzas }` where `pizza: Pizzas` is wanted, as beside it where things do have titles. */
function inItself({ instancePath, data }: ErrorObject): string {
  const key = unescaped(instancePath.split('/').at(-1) ?? '')
  const texts = Object.entries(entriesOf(data, (_name, each) => typeof each === 'string'))
  const [name, text] = texts.find(([each]) => each === 'title') ?? (texts.length === 1 ? texts[0] : undefined) ?? []
  if (name === undefined || !/\D/u.test(key)) return ''
  const plain = String(text)
  return `; write the ${name} itself: ${key}: ${/^\p{L}[\p{L}\p{N} ]*$/u.test(plain) ? plain : JSON.stringify(plain)}`
}

/** Whether it is what is wanted once it stands in quotes. */
function fits(given: unknown, schema: ErrorObject['parentSchema']): boolean {
  const pattern: unknown = schema?.pattern
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(String(given))
}

function meant(given: unknown, allowed: unknown): string {
  return typeof given === 'string' && Array.isArray(allowed) ? didYouMean(given, allowed.map(String)) : ''
}

/** YAML 1.2 knows true and false alone; `yes` is a text there. */
function truthOf(given: unknown): string {
  const word = String(given).toLowerCase()
  if (['yes', 'y', 'on'].includes(word)) return 'write true'
  return ['no', 'n', 'off'].includes(word) ? 'write false' : 'without quotes'
}

function unknownKey(name: string, schema: ErrorObject['parentSchema']): string {
  const known = keysOf(schema)
  if (known.length > 0) return `unknown key "${name}"${didYouMean(name, known)}; known here: ${known.join(', ')}`
  const wanted: unknown = schema?.description
  return typeof wanted === 'string' ? `"${name}" cannot be a key here: ${wanted}` : `"${name}" cannot be a key here`
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : String(values)
}

/** A JSON pointer writes indexes and keys alike; the value that it points into tells them apart. */
function pathOf(pointer: string, root: unknown): YamlPath {
  const path: (string | number)[] = []
  let value = root
  for (const part of pointer.split('/').slice(1)) {
    const name = unescaped(part)
    const step = Array.isArray(value) ? Number(name) : name
    path.push(step)
    value = valueAt(value, [step])
  }
  return path
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function valueAt(root: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined
    return Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined
  }, root)
}
