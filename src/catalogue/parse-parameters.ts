import type { Parameter } from './catalogue.ts'
import type { ArgumentShape } from './file-shapes.ts'
import type { Contract } from './merge-contract.ts'
import type { Report } from './problem.ts'
import type { YamlSource } from './yaml-source.ts'

/** Names that texts use for something else: the number of rows, and their columns. */
const reservedName = /^(count$|out_)/u

const keywordTypes: Readonly<Record<string, readonly ArgumentShape['type'][]>> = {
  pattern: ['string'],
  enum: ['string'],
  maxLength: ['string'],
  minLength: ['string'],
  format: ['string'],
  entity: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  multipleOf: ['integer', 'number'],
}

type Arguments = Readonly<Record<string, ArgumentShape>>

/** Joins the parameters of the effective contract (UJG 10) with the JSON Schemas of their values, in the contract's order. */
export function parseParameters(
  input: { readonly source: YamlSource; readonly contract: Contract; readonly arguments: Arguments },
  report: Report,
): readonly Parameter[] {
  const declared = input.contract.parameters ?? []
  for (const [name, argument] of Object.entries(input.arguments)) {
    const problems = argumentProblems(name, argument)
    if (!declared.some((parameter) => parameter.name === name)) {
      problems.push([[], `the contract has no parameter "${name}"; add it to contract.parameters or remove it here`])
    }
    for (const [path, message] of problems) {
      report(input.source.problemAt(['arguments', name, ...path], message, path.length === 0 ? 'key' : 'value'))
    }
  }
  return declared.flatMap((parameter) => {
    const argument = input.arguments[parameter.name]
    if (argument === undefined) {
      report(
        input.source.problemAt(
          ['arguments'],
          `parameter "${parameter.name}" has no entry; give its JSON Schema here`,
          'key',
        ),
      )
      return []
    }
    // The format is ours and checked where values are normalised; a validator of JSON Schema does not know it.
    const { entity = null, format: _format, ...schema } = argument
    if (entity !== null && parameter.kind !== 'entity-ref') {
      const message = `names an entity, so the kind of "${parameter.name}" in the contract must be entity-ref`
      report(input.source.problemAt(['arguments', parameter.name, 'entity'], message))
    }
    const required = parameter.required ?? false
    return [{ name: parameter.name, kind: parameter.kind, required, type: typeOf(argument), schema, entity }]
  })
}

type ArgumentProblem = [path: readonly string[], message: string]

function argumentProblems(name: string, argument: ArgumentShape): ArgumentProblem[] {
  const problems: ArgumentProblem[] = []
  if (reservedName.test(name)) problems.push([[], `"${name}" means something else in texts; choose another name`])
  for (const keyword of Object.keys(argument)) {
    const types = keywordTypes[keyword]
    if (types !== undefined && !types.includes(argument.type)) {
      problems.push([[keyword], `"${keyword}" needs type ${types.join(' or ')}, not ${argument.type}`])
    }
  }
  if (argument.format !== undefined && (argument.pattern ?? argument.enum) !== undefined) {
    problems.push([['format'], 'says all there is to a phone number; leave pattern and enum out'])
  }
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

/** A pattern of digits alone, such as `^[0-9]{1,10}$`. */
const digitsOnly = /^\^(\[0-9\]|\\d)([+]|\{[0-9]+(,[0-9]*)?\})?\$$/u

function typeOf(argument: ArgumentShape): Parameter['type'] {
  if (argument.type === 'integer' || argument.type === 'boolean') return argument.type
  if (argument.type === 'number') return 'decimal'
  if (argument.format === 'phone') return 'phone'
  if (argument.enum !== undefined) return 'choice'
  if (argument.entity !== undefined || digitsOnly.test(argument.pattern ?? '')) return 'id'
  return 'text'
}
