import type { JsonObject } from '../../json.ts'
import type { Parameter } from '../catalogue.ts'
import { type ArgumentProblem, kindProblems } from './check-kinds.ts'
import { nearestName } from '../did-you-mean.ts'
import type { ArgumentShape } from '../shapes/file-shapes.ts'
import type { Contract } from '../contract/merge-contract.ts'
import { isTimeBound, timeBoundProblems, withTimeBounds } from './parse-time-bounds.ts'
import type { Report } from '../source/problem.ts'
import type { YamlSource } from '../source/yaml-source.ts'

/** Names that texts use for something else: the number of rows, and their columns. */
const reservedName = /^(count$|out_)/u

const keywordTypes: Readonly<Record<string, readonly ArgumentShape['type'][]>> = {
  pattern: ['string'],
  enum: ['string'],
  maxLength: ['string'],
  minLength: ['string'],
  entity: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  multipleOf: ['integer', 'number'],
  extensions: ['string'],
  maxBytes: ['string'],
  properties: ['object'],
  required: ['object'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
}

type Arguments = Readonly<Record<string, ArgumentShape>>

/** Joins the parameters of the effective contract (UJG 10) with the JSON Schemas of their values, in the contract's order. */
export function parseParameters(
  input: { readonly source: YamlSource; readonly contract: Contract; readonly arguments: Arguments },
  report: Report,
): readonly Parameter[] {
  const declared = input.contract.parameters ?? []
  const empty = declared.map(({ name }) => name).filter((name) => input.arguments[name] === undefined)
  const foreign = Object.keys(input.arguments).filter((name) => !declared.some((each) => each.name === name))
  const meant = foreign.map((name) => nearestName(name, empty))
  for (const [name, argument] of Object.entries(input.arguments)) {
    const kind = declared.find((parameter) => parameter.name === name)?.kind
    const problems = [
      ...argumentProblems(name, argument),
      ...lastDayProblems(argument, input.arguments),
      ...(kind === undefined ? [] : kindProblems(kind, argument)),
    ]
    if (!declared.some((parameter) => parameter.name === name)) {
      const near = nearestName(name, empty)
      const cure = near === null ? 'add it to contract.parameters or remove it here' : `did you mean "${near}"?`
      problems.push([[], `the contract has no parameter "${name}"; ${cure}`])
    }
    for (const [path, message] of problems) {
      report(input.source.problemAt(['arguments', name, ...path], message, path.length === 0 ? 'key' : 'value'))
    }
  }
  const parameters = declared.flatMap((parameter): readonly Parameter[] => {
    const argument = input.arguments[parameter.name]
    if (argument === undefined) {
      const message = `parameter "${parameter.name}" has no entry; give its JSON Schema here`
      if (meant.includes(parameter.name)) return []
      report(input.source.problemAt(['arguments'], message, 'key'))
      return [{ ...standIn(parameter.name), required: parameter.required ?? false }]
    }
    // The format is ours and checked where values are normalised; a validator of JSON Schema does not know it.
    const { entity = null, format: _format, ...schema } = argument
    if (entity !== null && parameter.kind !== 'entity-ref') {
      const message = `names an entity, so the kind of "${parameter.name}" in the contract must be entity-ref`
      report(input.source.problemAt(['arguments', parameter.name, 'entity'], message))
    }
    const required = parameter.required ?? false
    const { name, kind } = parameter
    const type = asWritten.has(kind) ? 'text' : typeOf(argument)
    return [{ name, kind, required, type, schema: withTimeBounds(closedObject(schema)), entity }]
  })
  return [...parameters, ...foreign.map((name) => standIn(name, input.arguments[name]?.entity))]
}

/** For one of which half is missing, which was told; whatever else names it is right. */
function standIn(name: string, entity: string | null = null): Parameter {
  return { name, kind: 'scalar', required: false, type: 'text', schema: {}, entity }
}

/** What people write for these is taken as it stands, whatever its schema says. */
const asWritten: ReadonlySet<Parameter['kind']> = new Set(['secret', 'file', 'structured'])

/** A member that the schema does not name is a typing error. */
function closedObject(schema: Omit<ArgumentShape, 'entity' | 'format'>): JsonObject {
  // Parsed from YAML 1.2 without tags, which holds JSON alone.
  return (schema.type === 'object' ? { ...schema, additionalProperties: false } : schema) as JsonObject
}

function argumentProblems(name: string, argument: ArgumentShape): ArgumentProblem[] {
  const problems: ArgumentProblem[] = []
  if (reservedName.test(name)) problems.push([[], `"${name}" has another meaning in texts; choose another name`])
  for (const keyword of Object.keys(argument)) {
    const types = keywordTypes[keyword]
    if (isTimeBound(argument, keyword)) continue
    if (types !== undefined && !types.includes(argument.type)) {
      problems.push([[keyword], `"${keyword}" needs type ${types.join(' or ')}, not ${argument.type}`])
    }
  }
  problems.push(...rangeProblems(argument), ...timeBoundProblems(argument), ...formatProblems(argument))
  if (argument.pattern !== undefined) {
    try {
      void new RegExp(argument.pattern, 'u')
    } catch (error) {
      problems.push([
        ['pattern'],
        `is not a regular expression: ${error instanceof Error ? error.message : String(error)}`,
      ])
    }
  }
  return problems
}

/** Days that begin with a date end with a date. */
function lastDayProblems({ format, upTo }: ArgumentShape, all: Arguments): ArgumentProblem[] {
  if (upTo === undefined) return []
  if (format !== 'date') return [[['upTo'], 'means something for a date alone']]
  return all[upTo]?.format === 'date' ? [] : [[['upTo'], `"${upTo}" is no argument that is a date`]]
}

/** Keywords that no value keeps to at once, when the first is more than the second. */
const ranges = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const

function rangeProblems(argument: ArgumentShape): ArgumentProblem[] {
  return ranges.flatMap(([least, most]): ArgumentProblem[] => {
    const [from, to] = [argument[least], argument[most]]
    if (typeof from !== 'number' || typeof to !== 'number') return []
    const isEmpty = least === 'exclusiveMinimum' ? from >= to : from > to
    return isEmpty ? [[[most], `no value fits: "${least}" is ${from} and "${most}" is ${to}`]] : []
  })
}

/** What a value is, by its format, and the type of JSON that it is one of. */
const formats = {
  phone: ['phone', 'string'],
  email: ['email', 'string'],
  file: ['file', 'string'],
  date: ['date', 'string'],
  month: ['month', 'string'],
  time: ['time', 'string'],
  'date-time': ['datetime', 'string'],
  ordinal: ['ordinal', 'integer'],
  percent: ['percent', 'number'],
  money: ['money', 'number'],
} as const satisfies Readonly<
  Record<NonNullable<ArgumentShape['format']>, readonly [Parameter['type'], ArgumentShape['type']]>
>

function formatProblems({
  type,
  format,
  pattern,
  enum: choices,
  currency,
  whole,
  past,
  dayOf,
  role,
  personName,
}: ArgumentShape): ArgumentProblem[] {
  const problems: ArgumentProblem[] = []
  for (const [keyword, value] of Object.entries({ currency, whole })) {
    if (value !== undefined && format !== 'money') problems.push([[keyword], 'has a meaning only for money'])
  }
  if (past !== undefined && format !== 'date') problems.push([['past'], 'has a meaning only for a date'])
  if (dayOf !== undefined && format !== 'date-time') problems.push([['dayOf'], 'has a meaning only for a date-time'])
  if (role !== undefined && choices === undefined) problems.push([['role'], 'has a meaning only for a choice'])
  if (personName !== undefined && (type !== 'string' || (format ?? choices) !== undefined))
    problems.push([['personName'], 'has a meaning only for a text'])
  if (format === undefined) return problems
  const [, wanted] = formats[format]
  if (type !== wanted) problems.push([['format'], `"format" needs type ${wanted}, not ${type}`])
  if ((pattern ?? choices) !== undefined) {
    problems.push([['format'], 'says all there is to the value; leave pattern and enum out'])
  }
  return problems
}

/** A pattern of digits alone, such as `^[0-9]{1,10}$`. */
const digitsOnly = /^\^(\[0-9\]|\\d)([+]|\{[0-9]+(,[0-9]*)?\})?\$$/u

function typeOf(argument: ArgumentShape): Parameter['type'] {
  if (argument.format !== undefined) return formats[argument.format][0]
  if (argument.type === 'integer' || argument.type === 'boolean') return argument.type
  if (argument.type === 'number') return 'decimal'
  if (argument.enum !== undefined) return 'choice'
  if (argument.entity !== undefined || digitsOnly.test(argument.pattern ?? '')) return 'id'
  return 'text'
}
