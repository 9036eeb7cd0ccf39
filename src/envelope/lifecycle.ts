/** CCP IX.C: the six states and no others. */
export const commandStatuses = ['accepted', 'confirmed', 'executed', 'rejected', 'failed', 'compensated'] as const

export type CommandStatus = (typeof commandStatuses)[number]

/** Whether a command has done what was asked for, whatever happened to it later. */
export function isDone({ status }: { readonly status: CommandStatus }): boolean {
  return status === 'executed' || status === 'compensated'
}

/** Why a command was rejected or failed: a code for programs; people read a sentence in their language. */
export const reasonCodes = [
  'declined',
  'expired',
  'superseded',
  'duplicate',
  'unauthorised',
  'approval_asked',
  'token_exhausted',
  'cancelled',
  'changed',
  'withdrawn',
  'precondition_failed',
  'queue_unavailable',
  'paused',
  'trigger_refused',
  'effect_unknown',
  'action_failed',
  'timed_out',
  'digest_mismatch',
] as const

export type ReasonCode = (typeof reasonCodes)[number]

/** What a person found out about a command that may or may not have happened (`effect_unknown`). Its status stays what it was. */
export const verdicts = ['happened', 'not_happened'] as const

export type Verdict = (typeof verdicts)[number]

/** What follows from it: `in_part` where the command was done halfway, whatever became of the part that was in doubt. */
export type Finding = Verdict | 'in_part'

/** Whether a command reads, changes something, or may lose data (CCP IV, VIII.B). */
export const safeties = ['read', 'mutation', 'destructive'] as const

export type Safety = (typeof safeties)[number]

const mutationMoves: Readonly<Record<CommandStatus | 'none', readonly CommandStatus[]>> = {
  none: ['accepted', 'rejected'],
  accepted: ['confirmed', 'rejected'],
  confirmed: ['executed', 'failed', 'rejected'],
  executed: ['compensated'],
  failed: ['compensated'],
  rejected: [],
  compensated: [],
}

/** Whether a command may go from one state to another; reads go from `accepted` straight to their outcome. */
export function mayMove(safety: Safety, from: CommandStatus | 'none', to: CommandStatus): boolean {
  if (safety === 'read' && from === 'accepted') return to === 'executed' || to === 'failed' || to === 'rejected'
  return mutationMoves[from].includes(to)
}

/** The kinds of command for which a move is legal. */
export function safetiesThatMove(from: CommandStatus, to: CommandStatus): readonly Safety[] {
  return safeties.filter((safety) => mayMove(safety, from, to))
}
