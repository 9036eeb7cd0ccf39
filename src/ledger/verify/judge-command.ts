import { digestOf } from '../../envelope/digest.ts'
import type { CommandStatus } from '../../envelope/lifecycle.ts'
import type { Json, JsonObject } from '../../json.ts'

/** A command together with what the evidence says about it. */
export type MadeRow = {
  /** Whether it was refused at once. */
  readonly refused: boolean
  readonly sealed_digest: string | null
  readonly ref: string | null
  readonly document: JsonObject
  readonly status: CommandStatus
  readonly reason: string | null
  readonly outcome: Json
  readonly created_at: Date
  readonly confirmed_at: Date | null
  readonly settled_at: Date | null
  /** Whether its columns say what its document and the evidence say. */
  readonly filed_as_made: boolean
  readonly erased: boolean
  /** Whether it is as an erasure leaves it. */
  readonly emptied: boolean
  readonly erasure_told: boolean
  /** Whether words were struck out of it, and the digests of what the evidence says was left. */
  readonly struck: boolean
  readonly strike: JsonObject | null
  /** When it was confirmed, according to the evidence. */
  readonly confirmation_told: Date | null
  /** Whether the evidence records how it came to be in that state, and with which facts. */
  readonly told: boolean
  readonly ending: JsonObject | null
}

/**
 * What about a command differs from what was recorded, as the rest of a sentence that begins with the command; `null` when
 * nothing does. What older versions did not record is not judged.
 * @param circumstances.erasedUnsaid whether commands were erased here that no evidence names
 */
export function whatIsWrong(row: MadeRow, { erasedUnsaid }: { readonly erasedUnsaid: boolean }): string | null {
  if (!row.told) return `is stored as ${row.status}, but there is no evidence of that.`
  if (row.erased && !row.erasure_told && !erasedUnsaid) return 'is stored as erased, but there is no evidence of that.'
  if (!row.erased && row.struck && row.strike === null)
    return 'is stored with words struck out, but there is no evidence of that.'
  if (row.erased ? !row.emptied : !isAsShown(row))
    return 'is not the one that was shown and recorded: somebody has changed it.'
  if (!row.filed_as_made) return 'is filed as something else than what was shown and recorded: somebody has changed it.'
  if (!hasItsReason(row)) return 'has another reason than the one that was recorded: somebody has changed it.'
  if (!hasItsTimes(row)) return 'has other times than those that were recorded: somebody has changed them.'
  return isOutcomeKept(row) ? null : 'has another outcome than the one that was recorded: somebody has changed it.'
}

/** Early versions kept no digest of what was refused at once. */
function isAsShown({ sealed_digest: sealed, struck, strike, document }: MadeRow): boolean {
  const digest = struck ? strike?.['digest'] : sealed
  return digest === null || digestOf(document) === digest
}

/** What was done, or is not over yet, has none. */
function hasItsReason({ status, reason, ending }: MadeRow): boolean {
  if (status === 'compensated') return true
  if (status !== 'failed' && status !== 'rejected') return reason === null
  const told = ending?.['reason']
  return told === undefined || told === reason
}

/** The document states when it was made too, and an erasure leaves that in place. */
function hasItsTimes(row: MadeRow): boolean {
  const { document, created_at: createdAt, confirmed_at: confirmedAt, settled_at: settledAt, ending } = row
  const settled = row.refused ? createdAt.toISOString() : ending?.['settledAt']
  return (
    document['timestamp'] === createdAt.toISOString() &&
    confirmedAt?.getTime() === row.confirmation_told?.getTime() &&
    (settled === undefined || settled === settledAt?.toISOString())
  )
}

/** Of what an erasure leaves of an outcome, only what the evidence states as well is compared. */
function isOutcomeKept({ erased, struck, strike, ending, status, outcome }: MadeRow): boolean {
  const digest = struck && !erased ? strike?.['outcome'] : ending?.['outcome']
  if (digest === undefined || (digest === null && outcome === null)) return true
  if (!erased) return digestOf(outcome) === digest
  // Written by `recordOutcome`, or by somebody who has tampered with it.
  const left = (outcome ?? {}) as JsonObject
  if (status !== 'failed') return left['kind'] === status
  const { reason: told, effect } = ending ?? {}
  return left['kind'] === status && left['reason'] === told && left['effect'] === effect
}
