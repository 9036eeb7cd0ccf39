/**
 * "I changed my mind", "that was the wrong one", "no, it was 12", where nothing is open: what is quoted or ended last is meant, and the answer is that to
 * "undo". `null` where that did nothing, or something else was spoken of since: then there is nothing that it could be about.
 */
import { changeByRef } from './change-by-ref.ts'
import type { MessageFacts } from '../event.ts'
import { factOf, type CommandRecord } from '../lookup.ts'
import { quotedCommandOf } from '../things/quoted.ts'
import type { Scene } from '../scene.ts'
import { isFree, type Session } from '../session.ts'
import { needs, type Step } from '../step.ts'

/** @param then what follows, from what was done and the answer to “undo”; `null` where it is not meant */
export function undoRegretted(
  scene: Scene,
  { regrets }: { readonly regrets?: true },
  message: MessageFacts,
  then: (record: CommandRecord, undo: () => Step) => Step | null = (_record, undo) => undo(),
): Step | null {
  const { session } = scene
  const isOpen = !isFree(session) || session.menu?.live === true || session.awaited !== null
  if (regrets !== true || isOpen) return null
  const quoted = quotedCommandOf(message)
  if (quoted?.safety === 'read') return null
  if (quoted !== null) return then(quoted, () => changeByRef(scene, { kind: 'undo', ref: null }, message))
  const { lastOver: ref } = session
  if (ref === null) return null
  const record = factOf(scene.facts, { kind: 'ref', ref })
  if (record === undefined) return needs({ kind: 'ref', ref })
  const effect = record === null ? 'none' : effectOf(record)
  if (record === null || effect === 'none' || isOtherSince(session, record)) return null
  // What ended in doubt is not passed over for what was done before it.
  const undone = { kind: 'undo', ref: effect === 'unknown' ? ref : null } as const
  return then(record, () => changeByRef(scene, undone, message))
}

function effectOf({ status, outcome }: CommandRecord): 'none' | 'some' | 'unknown' {
  if (status === 'executed') return 'some'
  return outcome?.kind === 'failed' ? outcome.effect : 'none'
}

/** Whether the newest thing that was spoken of is another, and came up after this had ended. */
function isOtherSince({ mentioned: [newest] }: Session, { intent, messageIds, settledAt }: CommandRecord): boolean {
  if (newest === undefined || newest.id === intent.target?.id) return false
  const isSame = newest.messageIds.some((id) => messageIds.includes(id))
  return !isSame && settledAt !== null && Date.parse(newest.at) >= Date.parse(settledAt)
}
