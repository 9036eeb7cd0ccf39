/**
 * The effective UJG contract of a command, at run time (UJG 10): who may trigger it, what follows it, what it emits. Pure;
 * preconditions are in contract-preconditions.ts, the showing of results in contract-presentation.ts.
 */
import type { Outcome } from '../../execution/run/outcome.ts'
import type { Json } from '../../json.ts'
import type { Command, Parameter } from '../catalogue.ts'

/** UJG 10 `triggerKinds`, in the order of the published schema. */
export const triggerKinds = [
  'submit',
  'tap',
  'shortcut',
  'deep-link',
  'timer',
  'webhook',
  'cli-argv',
  'stdin-line',
  'background',
  'job',
  'auto',
] as const

/** What set a command off. */
export type TriggerKind = (typeof triggerKinds)[number]

/** What a contract that lists no triggers admits: those behind which a person sits. */
export const attendedTriggers = [
  'submit',
  'tap',
  'shortcut',
  'deep-link',
  'stdin-line',
  'cli-argv',
] as const satisfies readonly TriggerKind[]

/** UJG 10 `preconditions[].kind`. */
export const preconditionKinds = [
  'selection-required',
  'non-empty',
  'confirmed',
  'validated',
  'reachable',
  'custom',
] as const

export type PreconditionKind = (typeof preconditionKinds)[number]

/** UJG 10 modes: those of `result`, then those of `error`; the published schema admits all of them for both. */
export const resultModes = ['none', 'replace', 'append', 'emit', 'download', 'preview'] as const
export const errorModes = ['inline', 'summary', 'global', 'retry', 'fallback'] as const

export type ContractMode = (typeof resultModes)[number] | (typeof errorModes)[number]

/** UJG 10 destinations, `download` among them as the published schema has it. */
export const destinations = ['current-node', 'next-node', 'stdout', 'stderr', 'artifact', 'event', 'download'] as const

export type Destination = (typeof destinations)[number]

/** How a result or a failure shows (UJG 10 `result`, `error`). */
export type ResultLike = { readonly mode?: ContractMode; readonly destination?: Destination }

/** UJG 10 `preconditions[]`. */
export type Precondition = {
  readonly kind: PreconditionKind
  readonly ref?: string
  readonly value?: string | number | boolean
}

/** A command's payload as the published schema admits it (UJG 14). */
export type UjgContract = {
  readonly commandRef?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly kind: Parameter['kind']
    readonly required?: boolean
    readonly source?: string
    readonly defaultValueHint?: Json
  }[]
  readonly preconditions?: readonly Precondition[]
  readonly result?: ResultLike
  readonly error?: ResultLike
  readonly retry?: 'none' | 'manual' | 'automatic'
  readonly idempotency?: 'unknown' | 'idempotent' | 'non-idempotent'
  readonly triggerKinds?: readonly TriggerKind[]
  readonly outputDestinations?: readonly Destination[]
  readonly outcomes?: {
    readonly successNodeRef?: string
    readonly errorNodeRef?: string
    readonly emitEvents?: readonly string[]
  }
}

/** The contract after inheritance (UJG 8 and 9). */
export function effectiveContract({ contract }: Pick<Command, 'contract'>): UjgContract {
  // Every level was checked against the published schema when it was read, and merging makes nothing new.
  return contract
}

/**
 * Whether a trigger may set the command off (UJG 10 `triggerKinds`). It says nothing about rights or confirmation: what is
 * not attended needs a standing confirmation besides.
 */
export function mayTrigger(command: Pick<Command, 'contract'>, triggerKind: TriggerKind): boolean {
  const listed: readonly TriggerKind[] = effectiveContract(command).triggerKinds ?? attendedTriggers
  return listed.includes(triggerKind)
}

/** The id of the node that is shown next (UJG 10 `outcomes`), or `null`: then nothing but the outcome is. */
export function followUp(command: Pick<Command, 'contract'>, outcome: Pick<Outcome, 'kind'>): string | null {
  const { outcomes } = effectiveContract(command)
  return (outcome.kind === 'executed' ? outcomes?.successNodeRef : outcomes?.errorNodeRef) ?? null
}

/** The events that the command emits: those of `outcomes.emitEvents` after a success, none after anything else. */
export function eventsOf(command: Pick<Command, 'contract'>, outcome: Pick<Outcome, 'kind'>): readonly string[] {
  return outcome.kind === 'executed' ? (effectiveContract(command).outcomes?.emitEvents ?? []) : []
}
