/** What the kind of a parameter (UJG 10) asks of the schema beside it: secrets, files and structured values are each read in a way of their own. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Parameter } from '../catalogue.ts'
import type { ArgumentShape } from '../shapes/file-shapes.ts'

/** A problem of one argument: where, below its name, and what. */
export type ArgumentProblem = readonly [path: readonly string[], message: string]

/** A shorter secret would also be found where it is not meant, and could not be masked. */
const leastSecretLength = 4

const plainKeywords: ReadonlySet<string> = new Set(['type', 'pattern', 'minLength', 'maxLength'])
const fileKeywords: ReadonlySet<string> = new Set(['type', 'extensions', 'maxBytes'])
const structuredTypes: ReadonlySet<string> = new Set(['object', 'array'])

/** What is wrong between the kind of a parameter and its schema. */
export function kindProblems(kind: Parameter['kind'], argument: ArgumentShape): readonly ArgumentProblem[] {
  const isStructured = structuredTypes.has(argument.type)
  if (isStructured !== (kind === 'structured')) {
    const message =
      kind === 'structured'
        ? 'a structured value has type object or array'
        : `type ${argument.type} needs the kind structured in the contract`
    return [[['type'], message]]
  }
  const isFile = argument.extensions !== undefined || argument.maxBytes !== undefined
  if (isFile && kind !== 'file')
    return [[[argument.extensions === undefined ? 'maxBytes' : 'extensions'], 'needs the kind file in the contract']]
  if (kind === 'secret') return secretProblems(argument)
  if (kind === 'file') return onlyKeywords(argument, fileKeywords, 'file')
  return kind === 'structured' ? structureProblems(argument) : []
}

function secretProblems(argument: ArgumentShape): readonly ArgumentProblem[] {
  const problems = [...onlyKeywords(argument, plainKeywords, 'secret')]
  if ((argument.minLength ?? 0) < leastSecretLength)
    problems.push([[], `a secret needs a "minLength" of ${leastSecretLength} or more, so that it can be masked`])
  return problems
}

function onlyKeywords(argument: ArgumentShape, known: ReadonlySet<string>, kind: string): readonly ArgumentProblem[] {
  if (argument.type !== 'string') return [[['type'], `a ${kind} has type string`]]
  const others = Object.keys(argument).filter((keyword) => !known.has(keyword))
  return others.map((keyword) => [[keyword], `has no meaning for a ${kind}; remove it`] as const)
}

/** Ajv itself says what is wrong with a schema that people wrote, typing errors in its keywords included. */
function structureProblems(argument: ArgumentShape): readonly ArgumentProblem[] {
  const names = Object.keys(argument.properties ?? {})
  if (argument.type === 'object' && names.length === 0)
    return [[[], 'an object needs "properties", so that it can be asked for and shown']]
  if (argument.type === 'array' && argument.items === undefined)
    return [[[], 'an array needs "items", so that it can be asked for and shown']]
  const unknown = (argument.required ?? []).filter((name) => !names.includes(name))
  if (unknown.length > 0) return [[['required'], `"properties" has no "${unknown.join('", "')}"`]]
  try {
    new Ajv2020({ strict: true, allowUnionTypes: true }).compile(argument)
    return []
  } catch (error) {
    return [[[], `is not a JSON Schema: ${error instanceof Error ? error.message : String(error)}`]]
  }
}
