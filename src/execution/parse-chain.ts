import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { Type } from 'typebox'
import { TerminalError } from '../errors.ts'
import type { Chain, Step } from './chain.ts'

const StepSchema = Type.Object(
  {
    stepName: Type.String({ minLength: 1 }),
    stepDescription: Type.String(),
    stepMsg: Type.String(),
    actionDomain: Type.Optional(Type.String()),
    observationDomain: Type.Optional(Type.String()),
    observe: Type.Optional(Type.String()),
    actionType: Type.String({ minLength: 1 }),
    actionMeta: Type.Record(Type.String(), Type.Unknown()),
    yield: Type.Array(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
)

type WrittenStep = Omit<Step, OptionalField> & Partial<Pick<Step, OptionalField>>
type OptionalField = 'actionDomain' | 'observationDomain' | 'observe'

const isChain = new Ajv2020({ allErrors: false, validateSchema: false }).compile<readonly WrittenStep[]>(
  Type.Array(StepSchema, { minItems: 1 }),
)

/**
 * Turns what came from a file or over a wire into a chain (WUCE 2, 6): the bare array, or a JSON-RPC 2.0 request
 * `execute_commands` whose `params` are the array or `{ "steps": [...] }`. All nine fields are checked; absent
 * domains and an absent `observe` become ''.
 * @throws TerminalError `chain_invalid` that names the step and the field
 */
export function parseChain(value: unknown): Chain {
  const steps = unwrapTransport(value)
  if (!isChain(steps)) throw new TerminalError('chain_invalid', describeError(steps, isChain.errors?.[0]))
  return steps.map((step) => ({ ...step, ...withDefaults(step) }))
}

function withDefaults(step: WrittenStep): Pick<Step, OptionalField> {
  return {
    actionDomain: step.actionDomain ?? '',
    observationDomain: step.observationDomain ?? '',
    observe: step.observe ?? '',
  }
}

function unwrapTransport(value: unknown): unknown {
  if (!isRecord(value)) return value
  if (value['jsonrpc'] !== '2.0' || value['method'] !== 'execute_commands') {
    throw new TerminalError(
      'chain_invalid',
      'A chain is an array of steps, or a JSON-RPC 2.0 request with the method "execute_commands"',
    )
  }
  const params = value['params']
  return isRecord(params) ? params['steps'] : params
}

function describeError(steps: unknown, error: ErrorObject | undefined): string {
  const [, index, field, ...rest] = error?.instancePath.split('/') ?? []
  if (index === undefined) return `A chain ${error?.message ?? 'is not valid'}`
  const step = labelOf(steps, Number(index))
  if (error?.keyword === 'required') return `${step} has no "${String(error.params['missingProperty'])}"`
  if (error?.keyword === 'additionalProperties') {
    return `${step} has an unknown field "${String(error.params['additionalProperty'])}"`
  }
  if (field === undefined) return `${step} ${error?.message ?? 'is not valid'}`
  return `${step}: "${[field, ...rest].join('/')}" ${error?.message ?? 'is not valid'}`
}

function labelOf(steps: unknown, index: number): string {
  const step: unknown = Array.isArray(steps) ? steps[index] : undefined
  const name = isRecord(step) ? step['stepName'] : undefined
  return typeof name === 'string' && name !== '' ? labelStep(index, name) : `step ${index + 1}`
}

/** How messages about a chain name one of its steps: `step 2 ("Rename File")`. */
export function labelStep(index: number, name: string): string {
  return `step ${index + 1} ("${name}")`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
