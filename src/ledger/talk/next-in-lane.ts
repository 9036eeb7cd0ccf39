/**
 * What comes next in a chat: turns of one chat run in inbox order. Rows that nothing vouches for are set aside so that they
 * hold nothing up: nothing is done for them, and nobody is told anything, since the supposed sender may never have said it.
 */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Executor } from '../database.ts'
import type { LaneRow } from './inbox.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isOfNobody, isVouchedRow, storedColumns, storedIn, type StoredRow } from './vouched-inbox.ts'

/** How many are set aside at a time, and reported in one line of the log. */
const mostSetAside = 500
/** Beyond this many, they are only counted. */
const mostNamed = 10

/** What tells which rows are vouched for, and where the others are reported. */
type Vouching = {
  readonly secrets: Secrets
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error'>
}

/** The next thing to do in a chat. */
export async function nextInLane(db: Executor, vouching: Vouching, chatId: string): Promise<LaneRow | null> {
  for (;;) {
    const first = await firstInLane(db, vouching.secrets, chatId)
    if (first === null || first.isVouched) return first?.row ?? null
    await setAside(db, vouching, chatId)
  }
}

/** The first row of a chat, whether anything is to be done for it or not; changes nothing. */
export async function firstInLane(
  db: Executor,
  secrets: Secrets,
  chatId: string,
): Promise<{ readonly row: LaneRow; readonly isVouched: boolean } | null> {
  const [stored] = await waitingIn(db, chatId, 1)
  if (stored === undefined) return null
  const { code: _code, isOver: _over, chatAccount: _account, senderKind: _kind, ...row } = stored
  return { row, isVouched: isVouchedRow(secrets, stored) }
}

type WaitingRow = StoredRow & LaneRow

async function waitingIn(db: Executor, chatId: string, most: number): Promise<readonly WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select ${sql.raw(storedColumns)}, i.attempts, i.taken_at as "takenAt" from ${sql.raw(storedIn((name) => name))}
    where i.chat_id = ${chatId} and i.done_at is null order by i.seq limit ${most}`.execute(db)
  return rows
}

async function setAside(db: Executor, { secrets, clock, log }: Vouching, chatId: string): Promise<void> {
  const waiting = await waitingIn(db, chatId, mostSetAside)
  const unvouched = waiting.filter((row) => !isVouchedRow(secrets, row))
  const [orphaned, forged] = [unvouched.filter(isOfNobody), unvouched.filter((row) => !isOfNobody(row))]
  await end(db, orphaned, { done_at: clock() })
  await end(db, forged, { done_at: clock(), set_aside_at: clock() })
  if (forged.length === 0) return
  const rows = forged.slice(0, mostNamed).map(({ seq }) => seq)
  log.error(
    { event: 'inbox.unvouched', chat: chatId, rows, count: forged.length },
    'rows of the inbox were not stored by Sayso, and nothing is done for them: find out who can write to its tables (sayso doctor)',
  )
}

async function end(
  db: Executor,
  rows: readonly WaitingRow[],
  ended: { readonly done_at: Date; readonly set_aside_at?: Date },
): Promise<void> {
  if (rows.length === 0) return
  const seqs = rows.map(({ seq }) => seq)
  await db.updateTable('inbox').set(ended).where('seq', 'in', seqs).where('done_at', 'is', null).execute()
}
