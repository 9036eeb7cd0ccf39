import type { Catalogue } from '../../catalogue/catalogue.ts'
import { howFarItCame } from '../../conversation/how-far-it-came.ts'
import type { CommandRecord, FactOf, Lookup } from '../../conversation/lookup.ts'
import { isInDoubt } from '../../conversation/settle-doubt.ts'
import { keptUndoOf } from '../../conversation/things/undo-of.ts'
import type { Issuance } from '../../envelope/envelope.ts'
import { baseKeyOf } from '../../envelope/idempotency-key.ts'
import { isDoneSince, isExecuted, isOfConsequence, isSameTarget, type StoredCommand } from './stored-command.ts'

type Kept = {
  readonly catalogue: Catalogue
  /** In the order in which they were asked for. */
  readonly commands: ReadonlyMap<string, StoredCommand>
  readonly recordOf: (commandId: string) => CommandRecord
  readonly wasUndone: (record: CommandRecord) => boolean
  readonly now: Date
}

/** What is known in memory of a wish that is said anew, by the rules of ledger/issuance.ts and turns/lookups/find-same-before.ts. */
export function repeatIn(
  kept: Kept,
  lookup: Extract<Lookup, { kind: 'repeat' }>,
): Pick<FactOf['repeat'], 'issuance' | 'before'> {
  const baseKey = baseKeyOf(lookup)
  const same = [...kept.commands.values()].filter(
    ({ envelope, confirmedAt, status }) =>
      envelope.sayso.base_key === baseKey && confirmedAt !== null && status !== 'rejected',
  )
  return { issuance: issuanceIn(kept, lookup, same), before: beforeIn(kept, lookup, same) }
}

function issuanceIn(
  { catalogue, commands, recordOf }: Kept,
  { intent, again, alike }: Extract<Lookup, { kind: 'repeat' }>,
  same: readonly StoredCommand[],
): Issuance {
  const known = Math.max(0, ...same.map(({ envelope }) => envelope.sayso.issuance.again))
  const others = Math.max(0, ...same.map(({ envelope }) => envelope.sayso.issuance.others))
  const last = same.at(-1)
  const all = [...commands.values()]
  const since = all.filter(
    (each) =>
      last !== undefined &&
      !same.includes(each) &&
      isOfConsequence(each) &&
      each.envelope.sayso.safety !== 'read' &&
      isAfter(each, last, all),
  )
  const undoings = same.filter(isExecuted).flatMap(({ envelope, settledAt }) => {
    const undo = keptUndoOf({ catalogue }, recordOf(envelope.command_id))
    return undo === null ? [] : [{ ...undo, since: settledAt ?? '' }]
  })
  const hasMoved =
    !same.some(({ status }) => status === 'confirmed') &&
    since.some(
      (each) =>
        isSameTarget(each.envelope.intent, intent) ||
        (each.envelope.intent.entity === intent.entity && alike.includes(each.envelope.intent.target?.id ?? '')) ||
        undoings.some(
          (undo) =>
            isDoneSince(each, undo, undo.since) ||
            (undo.made && isSameTarget(each.envelope.intent, undo.intent) && (each.settledAt ?? '') > undo.since),
        ),
    )
  return { again: again ? known + 1 : known, others: hasMoved ? others + 1 : others }
}

/** Whether it ended after another; the clock stands still unless it is told to go on. */
function isAfter(one: StoredCommand, other: StoredCommand, all: readonly StoredCommand[]): boolean {
  const [ended, before] = [one.settledAt ?? '', other.settledAt ?? '']
  return ended > before || (ended === before && all.indexOf(one) > all.indexOf(other))
}

function beforeIn(
  { recordOf, wasUndone, now }: Kept,
  { withinMs }: Extract<Lookup, { kind: 'repeat' }>,
  same: readonly StoredCommand[],
): FactOf['repeat']['before'] {
  const before = same
    .map(({ envelope, confirmedAt }) => ({ record: recordOf(envelope.command_id), confirmedAt: confirmedAt ?? '' }))
    .findLast(
      ({ record, confirmedAt }) =>
        (record.status === 'confirmed' || isOfConsequence(record)) &&
        (isInDoubt(record) || Date.parse(confirmedAt) > now.getTime() - withinMs) &&
        !wasUndone(record),
    )
  if (before === undefined) return null
  const { commandId, ref, settledAt } = before.record
  return { commandId, ref, at: settledAt ?? before.confirmedAt, state: howFarItCame(before.record) }
}
