import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { assertNever } from '../../errors.ts'
import { jsonText } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Command, Parameter } from '../catalogue.ts'
import { effectiveContract } from './contract.ts'
import type { Precondition, PreconditionKind } from './contract.ts'

/** What is known when a command is judged. */
export type Circumstances = {
  /** Normalised arguments by parameter name. */
  readonly args: JsonObject
  /** Entity name → the row that was found for the argument that names it. */
  readonly facts: { readonly [entity: string]: Json }
  /** Whether a person has confirmed it. Before a preview pass `true`: the preview is what asks for it. */
  readonly confirmed: boolean
}

/** A precondition that keeps the command from running (UJG 10 `preconditions`; reason code `precondition_failed`). */
export type UnmetPrecondition = {
  readonly kind: PreconditionKind
  /** The message that says so: `precondition_selection_required`, `precondition_custom`, … */
  readonly key: string
  /** What the message fills in. */
  readonly params: {
    /** The parameter or the column that it is about; empty for `confirmed`. */
    readonly name: string
    /** What there is; empty when there is nothing. */
    readonly value: string
    /** What `custom` asks for; empty for every other kind. */
    readonly wanted: string
  }
}

/**
 * The preconditions of the effective contract that do not hold, in its order; empty when the command may run.
 *
 * - `selection-required`: the parameter `ref` was chosen; without `ref`, every one of kind selection or entity-ref.
 * - `non-empty`: the parameter `ref` is given and not blank; without `ref`, every required one.
 * - `validated`: the parameter `ref`, else every parameter, is as its schema wants it; one that may be absent may be.
 * - `confirmed`: a person has confirmed the command.
 * - `reachable`: what the parameter `ref` names, else the target, was found.
 * - `custom`: `ref` is `<entity>.<column>`; the column of the row that was found equals `value`.
 */
export function unmetPreconditions(
  command: Pick<Command, 'contract' | 'intent' | 'parameters'>,
  circumstances: Circumstances,
): readonly UnmetPrecondition[] {
  const preconditions = effectiveContract(command).preconditions ?? []
  return preconditions.flatMap((precondition) => judge(command, precondition, circumstances))
}

type Judged = Pick<Command, 'intent' | 'parameters'>

function judge(
  command: Judged,
  precondition: Precondition,
  circumstances: Circumstances,
): readonly UnmetPrecondition[] {
  const { args, facts } = circumstances
  const { kind, ref } = precondition
  const isAboutNothing = ref !== undefined && !command.parameters.some(({ name }) => name === ref)
  if (isAboutNothing && kind !== 'custom' && kind !== 'confirmed') return [unmet(kind, ref, undefined)]
  switch (kind) {
    case 'selection-required':
      return meant(command, ref, isSelection)
        .filter(({ name }) => isBlank(args[name]))
        .map((parameter) => unmet(kind, parameter.name, args[parameter.name]))
    case 'non-empty':
      return meant(command, ref, ({ required }) => required)
        .filter(({ name }) => isBlank(args[name]))
        .map((parameter) => unmet(kind, parameter.name, args[parameter.name]))
    case 'validated':
      return meant(command, ref, () => true)
        .filter((parameter) => !isValid(parameter, args[parameter.name]))
        .map((parameter) => unmet(kind, parameter.name, args[parameter.name]))
    case 'confirmed':
      return circumstances.confirmed ? [] : [unmet(kind, '', undefined)]
    case 'reachable':
      return meant(command, ref, ({ name, entity }) => entity !== null && name === command.intent.target)
        .filter(({ entity }) => rowOf(facts, entity ?? '') === null)
        .map((parameter) => unmet(kind, parameter.name, args[parameter.name]))
    case 'custom':
      return judgeColumn(precondition, facts)
    default:
      return assertNever(kind)
  }
}

/** CCP VI: the world is compared as it was read; a column that is not there equals nothing. */
function judgeColumn({ ref, value }: Precondition, facts: Circumstances['facts']): readonly UnmetPrecondition[] {
  const [entity = '', column = ''] = (ref ?? '').split('.')
  const row = rowOf(facts, entity)
  const found = row !== null && Object.hasOwn(row, column) ? row[column] : undefined
  if (value !== undefined && found !== undefined && found !== null && isSame(found, value)) return []
  return [unmet('custom', column, found, value === undefined ? '' : String(value))]
}

/** Databases give numbers and booleans as text as well. */
function isSame(found: Json, wanted: string | number | boolean): boolean {
  const text = jsonText(found)
  return typeof wanted === 'number' ? text.trim() !== '' && Number(text) === wanted : text === String(wanted)
}

/** The parameter that `ref` names, or without one those that are meant anyway. */
function meant(
  { parameters }: Judged,
  ref: string | undefined,
  otherwise: (parameter: Parameter) => boolean,
): readonly Parameter[] {
  return parameters.filter((parameter) => (ref === undefined ? otherwise(parameter) : parameter.name === ref))
}

function isSelection({ kind }: Parameter): boolean {
  return kind === 'selection' || kind === 'entity-ref'
}

function isBlank(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}

/** A secret, a file and structured data were judged where they came in; here only whether they are there. */
function isValid(parameter: Parameter, value: Json | undefined): boolean {
  if (value === undefined || value === null) return !parameter.required
  return typeof value === 'object' || normaliseArgument(parameter, jsonText(value)).kind === 'value'
}

function rowOf(facts: Circumstances['facts'], entity: string): JsonObject | null {
  const row = Object.hasOwn(facts, entity) ? facts[entity] : null
  // An array is no row; TypeScript cannot tell a readonly one from an object.
  return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as JsonObject) : null
}

function unmet(kind: PreconditionKind, name: string, value: Json | undefined, wanted = ''): UnmetPrecondition {
  const shown = value === undefined || value === null ? '' : jsonText(value)
  return { kind, key: `precondition_${kind.replaceAll('-', '_')}`, params: { name, value: shown, wanted } }
}
