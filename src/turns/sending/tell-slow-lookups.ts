import { say } from '../../conversation/render/say.ts'
import { localeOf } from '../../conversation/render/locale-of.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import { findSpeaker } from '../../ledger/people/people.ts'
import { sendReplies } from './send-replies.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** Beyond what a transaction waits, nobody waits in silence for longer than this, in milliseconds, for what the shop is asked. */
const silentForMs = 3000

/**
 * Waits for what was looked up; whoever waits long is told so, once. What cannot be told is not told.
 * @returns what was found, and whether anything was told before
 */
export async function tellSlowLookups<Found>(
  deps: TurnDeps,
  row: LaneRow,
  found: Promise<Found>,
): Promise<{ readonly found: Found; readonly told: boolean }> {
  const telling: Promise<void>[] = []
  const timer = setTimeout(() => {
    const told = tell(deps, row).catch((error: unknown) =>
      deps.log.warn({ event: 'progress.failed', seq: row.seq, err: error }, 'the progress could not be told'),
    )
    telling.push(told)
  }, silentForMs)
  try {
    return { found: await found, told: telling.length > 0 }
  } finally {
    clearTimeout(timer)
    await Promise.all(telling)
  }
}

/** Once, since the reply has the id of its row. */
async function tell(deps: TurnDeps, row: LaneRow): Promise<void> {
  const person = row.kind === 'message' ? await findSpeaker(deps.db, deps, row) : null
  if (person === null) return
  const text = say(localeOf(deps.catalogue, person), 'lookup_waits')
  await sendReplies(deps, deps.db, row, { cause: 'lookup-waits', replies: [{ about: 'progress', text }] })
  deps.onSaid()
}
