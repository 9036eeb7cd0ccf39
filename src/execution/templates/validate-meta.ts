import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { didYouMean, nearestName } from '../../catalogue/did-you-mean.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Action } from '../action.ts'
import type { MetaProblem } from '../plan/chain-problem.ts'
import { hasTemplate } from './template.ts'

/**
 * `actionMeta` against its action's schema: as written, where a template may become any type, and once more when its
 * templates have been rendered. Schemas are compiled once.
 */

// What others wrote is looked at once, by `metaSchemaProblem`.
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, validateSchema: false })
ajv.addKeyword({
  keyword: 'literal',
  type: 'string',
  schemaType: 'boolean',
  error: { message: 'must be written out, without {{ }}' },
  validate: (literal: boolean, value: string) => !literal || !hasTemplate(value),
})

const validators = new WeakMap<TSchema, ValidateFunction>()

/** The problems of an `actionMeta` as the catalogue has it: `"path" must be string`. */
export function writtenMetaProblems(action: Action, meta: JsonObject): readonly MetaProblem[] {
  const errors = errorsOf(action.meta, meta)
  const open = errors.filter((error) => combining.has(error.keyword) && holdsTemplate(valueAt(meta, error)))
  const problems = errors
    .filter((error) => !isTemplate(valueAt(meta, error)) || error.keyword === 'literal')
    .filter((error) => !open.some((parent) => isWithin(error, parent)))
  if (problems.length > 0) return describeAll(problems, meta)
  return (action.check?.(meta) ?? []).map((found) => (typeof found === 'string' ? { path: [], message: found } : found))
}

/** The problems of an `actionMeta` whose templates have been rendered: what is in braces now is data. */
export function renderedMetaProblems(action: Action, meta: JsonObject): readonly string[] {
  const errors = errorsOf(action.meta, meta).filter((error) => error.keyword !== 'literal')
  return describeAll(errors, meta).map(({ message }) => message)
}

/** Why a schema cannot be used, a typing error in its keywords included; `null` when it can. */
export function metaSchemaProblem(schema: TSchema): string | null {
  try {
    void ajv.validateSchema(schema, true)
    compile(schema)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Keywords that judge a value as a whole, so that a template anywhere below leaves them open until it is rendered. */
const combining = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains', 'uniqueItems', 'const', 'enum'])

function errorsOf(schema: TSchema, meta: JsonObject): readonly ErrorObject[] {
  const validate = compile(schema)
  return validate(meta) ? [] : (validate.errors ?? [])
}

function compile(schema: TSchema): ValidateFunction {
  const known = validators.get(schema)
  const validate = known ?? ajv.compile(schema)
  if (known === undefined) validators.set(schema, validate)
  return validate
}

function isWithin(error: ErrorObject, parent: ErrorObject): boolean {
  return error === parent || error.schemaPath.startsWith(`${parent.schemaPath}/`)
}

function valueAt(meta: JsonObject, error: ErrorObject): Json | undefined {
  let value: Json | undefined = meta
  for (const key of error.instancePath.split('/').slice(1).map(unescapePointer)) {
    // JSON arrays are indexed by their positions, which are strings here.
    value = typeof value === 'object' && value !== null ? (value as JsonObject)[key] : undefined
  }
  return value
}

function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

function isTemplate(value: Json | undefined): boolean {
  return typeof value === 'string' && hasTemplate(value)
}

function holdsTemplate(value: Json | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsTemplate)
  return isTemplate(value)
}

/** A field that is missing is not told where a misspelt one stands for it. */
function describeAll(errors: readonly ErrorObject[], meta: JsonObject): readonly MetaProblem[] {
  return errors
    .filter((error) => !isMisspelt(error, errors))
    .map((error) => {
      const path = pathOf(error, meta)
      if (error.keyword !== 'additionalProperties') return { path, message: describe(error) }
      const unknown = String(error.params['additionalProperty'])
      const missing = missingBeside(error, errors)
      return { path: [...path, unknown], place: 'key', message: `${describe(error)}${didYouMean(unknown, missing)}` }
    })
}

function isMisspelt(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (error.keyword !== 'required') return false
  const missing = String(error.params['missingProperty'])
  return errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      nearestName(String(other.params['additionalProperty']), missingBeside(other, errors)) === missing,
  )
}

function missingBeside({ instancePath }: ErrorObject, errors: readonly ErrorObject[]): readonly string[] {
  return errors
    .filter((other) => other.keyword === 'required' && other.instancePath === instancePath)
    .map(({ params }) => String(params['missingProperty']))
}

function pathOf({ instancePath }: ErrorObject, meta: JsonObject): MetaProblem['path'] {
  let value: Json | undefined = meta
  return instancePath
    .split('/')
    .slice(1)
    .map((token) => {
      const key = unescapePointer(token)
      const isList = Array.isArray(value)
      value = typeof value === 'object' && value !== null ? (value as JsonObject)[key] : undefined
      return isList ? Number(key) : key
    })
}

function describe(error: ErrorObject): string {
  const field = error.instancePath.split('/').slice(1).map(unescapePointer).join('.')
  const subject = field === '' ? 'actionMeta' : `"${field}"`
  if (error.keyword === 'additionalProperties') {
    return `${subject} has an unknown field "${String(error.params['additionalProperty'])}"`
  }
  if (error.keyword === 'required') return `${subject} has no "${String(error.params['missingProperty'])}"`
  if (error.keyword === 'enum') {
    return `${subject} must be one of ${(error.params['allowedValues'] as readonly unknown[]).join(', ')}`
  }
  return `${subject} ${error.message ?? 'is not valid'}`
}
