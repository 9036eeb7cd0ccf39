/**
 * What is known in memory of commands on the same thing, of other people above all: who asked for the same, what is under way, what changed
 * since, and whether it was undone.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { howFarItCame } from '../../conversation/how-far-it-came.ts'
import type {
  AskedOfAnother,
  ChangeSince,
  CommandRecord,
  Lookup,
  SameByAnother,
  UnderWay,
} from '../../conversation/lookup.ts'
import { mostChangesTold, standingChanges } from '../../conversation/previews/standing-changes.ts'
import { keptUndoOf } from '../../conversation/things/undo-of.ts'
import { isDoneSince, isExecuted, isOfConsequence, isSameTarget, type StoredCommand } from './stored-command.ts'

/** Who asks the ledger something, and in which chat. */
export type Asker = { readonly personId: string; readonly chatId: string }

type Kept = {
  readonly catalogue: Catalogue
  readonly clock: () => Date
  readonly nameOf: (personId: string) => string
  /** In the order in which they were asked for. */
  readonly commands: ReadonlyMap<string, StoredCommand>
  readonly recordOf: (commandId: string) => CommandRecord
}

export type ConversationOthers = {
  readonly sameByAnother: (asker: Asker, same: Extract<Lookup, { kind: 'same-by-another' }>) => SameByAnother | null
  readonly underWay: (asker: Asker, thing: Extract<Lookup, { kind: 'under-way' }>) => readonly UnderWay[]
  readonly wasUndone: (record: CommandRecord) => boolean
  /** What stands of what was done to the thing after a command was done. */
  readonly changedSince: (asker: Asker, undone: CommandRecord) => readonly ChangeSince[]
  readonly askedOfAnother: (asker: Asker, ref: string) => AskedOfAnother | null
}

export function createConversationOthers({ catalogue, clock, nameOf, commands, recordOf }: Kept): ConversationOthers {
  function sameByAnother(
    { personId }: Asker,
    { name, target, args, withinMs }: Extract<Lookup, { kind: 'same-by-another' }>,
  ): SameByAnother | null {
    const since = clock().getTime() - withinMs
    const found = [...commands.values()].findLast(
      ({ envelope, status, confirmedAt, outcome }) =>
        envelope.sayso.name === name &&
        (envelope.intent.target?.id ?? null) === target &&
        envelope.actor.user_id !== personId &&
        isDeepStrictEqual(envelope.args, args) &&
        Date.parse(confirmedAt ?? '') > since &&
        (status === 'confirmed' || isOfConsequence({ status, outcome })),
    )
    if (found === undefined) return null
    const record = recordOf(found.envelope.command_id)
    if (wasUndone(record)) return null
    return {
      commandId: record.commandId,
      who: nameOf(found.envelope.actor.user_id),
      at: record.settledAt ?? found.confirmedAt ?? '',
      state: howFarItCame(record),
    }
  }

  function underWay(
    { personId }: Asker,
    { entity, target }: Extract<Lookup, { kind: 'under-way' }>,
  ): readonly UnderWay[] {
    return [...commands.values()]
      .filter(
        ({ status, envelope }) =>
          status === 'confirmed' && isSameTarget(envelope.intent, { entity, target: { id: target } }),
      )
      .map((command) => withWho(command, personId))
  }

  function wasUndone(record: CommandRecord): boolean {
    const undo = keptUndoOf({ catalogue }, record)
    if (undo === null) return false
    return [...commands.values()].some((command) => isDoneSince(command, undo, record.settledAt ?? ''))
  }

  function changedSince({ personId }: Asker, undone: CommandRecord): readonly ChangeSince[] {
    const undo = keptUndoOf({ catalogue }, undone)
    if (undo === null || undo.intent.target === null) return []
    const later = [...commands.values()]
      .filter(isExecuted)
      .filter(
        ({ envelope, settledAt }) => (settledAt ?? '') > (undone.settledAt ?? '') && envelope.sayso.safety !== 'read',
      )
      .filter(({ envelope }) => isSameTarget(envelope.intent, undo.intent))
      .map((command) => withWho(command, personId))
    return standingChanges({ catalogue }, later)
      .filter(({ record }) => !wasUndone(record))
      .slice(-mostChangesTold)
      .toReversed()
  }

  function askedOfAnother({ personId }: Asker, ref: string): AskedOfAnother | null {
    const found = [...commands.values()].find(({ envelope }) => envelope.sayso.ref === ref)
    if (found?.asking === undefined || found.envelope.actor.user_id === personId) return null
    const { envelope, asking } = found
    return { record: recordOf(envelope.command_id), asking, who: nameOf(envelope.actor.user_id) }
  }

  function withWho({ envelope }: StoredCommand, personId: string): UnderWay {
    const { user_id: by } = envelope.actor
    return { record: recordOf(envelope.command_id), who: nameOf(by), isOwn: by === personId }
  }

  return { sameByAnother, underWay, wasUndone, changedSince, askedOfAnother }
}
