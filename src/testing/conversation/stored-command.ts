import { isDeepStrictEqual } from 'node:util'
import type { Asking } from '../../conversation/lookup.ts'
import type { keptUndoOf } from '../../conversation/things/undo-of.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import type { CommandStatus, ReasonCode } from '../../envelope/lifecycle.ts'
import type { Outcome } from '../../execution/run/outcome.ts'

/** A command as the ledger in memory keeps it. */
export type StoredCommand = {
  readonly envelope: Envelope
  readonly chatId: string
  readonly token: string | null
  readonly expiresAt: string | null
  status: CommandStatus
  reason: ReasonCode | null
  outcome: Outcome | null
  settledAt: string | null
  started: boolean
  asking?: Asking
  askingEndedBy?: string
  confirmedAt: string | null
  wrongTries: number
}

/** Whether two commands are about the same thing. */
export function isSameTarget(
  one: Omit<Envelope['intent'], 'action'>,
  other: Omit<Envelope['intent'], 'action'>,
): boolean {
  return one.entity === other.entity && one.target?.id === other.target?.id
}

/** Whether a command did what an undo would do, after a moment. */
export function isDoneSince(
  { envelope, settledAt, status }: Pick<StoredCommand, 'envelope' | 'settledAt' | 'status'>,
  undo: NonNullable<ReturnType<typeof keptUndoOf>>,
  since: string,
): boolean {
  return (
    isExecuted({ status }) &&
    undo.name === envelope.sayso.name &&
    isSameTarget(envelope.intent, undo.intent) &&
    Object.entries(undo.args).every(([name, value]) => isDeepStrictEqual(envelope.args[name], value)) &&
    (settledAt ?? '') > since
  )
}

/** Whether it did something, or may have: all that was asked for, or a part. */
export function isOfConsequence({ status, outcome }: Pick<StoredCommand, 'status' | 'outcome'>): boolean {
  return isExecuted({ status }) || (outcome?.kind === 'failed' && outcome.effect !== 'none')
}

/** Whether it did what was asked for. */
export function isExecuted({ status }: Pick<StoredCommand, 'status'>): boolean {
  return status === 'executed' || status === 'compensated'
}
