import type { Person } from '../../access/person.ts'
import { localeOf } from '../../conversation/render/locale-of.ts'
import type { Reply } from '../../channel/reply.ts'
import { renderPlainOutcome } from '../../conversation/render/render-outcome.ts'
import { say } from '../../conversation/render/say.ts'
import { rejectPreview } from '../../conversation/previews/reject-preview.ts'
import { openPreview } from '../../conversation/session.ts'
import type { Executor } from '../../ledger/database.ts'
import { findRecords } from '../../ledger/commands/envelopes.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import { findRemoved } from '../../ledger/people/people.ts'
import { loadSession, saveSession } from '../../ledger/talk/sessions.ts'
import { sendReplies } from '../sending/send-replies.ts'
import type { TurnDeps } from '../turn-deps.ts'
import { reject } from '../write-decisions.ts'

/**
 * Somebody who was removed still hears what became of what they asked for when they could: how it ended, and that what is open
 * will not be done, with nothing that they had not seen before. Nothing is said to whoever never could; false then.
 */
export async function tellRemoved(deps: TurnDeps, db: Executor, row: LaneRow): Promise<boolean> {
  if (row.kind !== 'message' && row.kind !== 'outcome') return false
  const person = await findRemoved(db, deps.secrets, row)
  if (person === null) return false
  return row.kind === 'outcome' ? tellEnd(deps, db, row, person) : closeOpen(deps, db, row, person)
}

async function tellEnd(deps: TurnDeps, db: Executor, row: LaneRow, person: Person): Promise<boolean> {
  const [record] = await findRecords(db, { commandId: row.messageId })
  if (record === undefined) return false
  const { catalogue } = deps
  const locale = localeOf(catalogue, person)
  const { text, ...reply } = renderPlainOutcome({ catalogue, locale }, record)
  const replies: readonly Reply[] = [{ ...reply, text: `${text}\n${say(locale, 'removed_from_here')}` }]
  await sendReplies(deps, db, row, { cause: 'turn', replies, answers: record.messageIds[0] ?? null })
  return true
}

async function closeOpen(deps: TurnDeps, db: Executor, row: LaneRow, person: Person): Promise<boolean> {
  const { chatId, senderId: identityId, messageId } = row
  const session = await loadSession(db, deps, { chatId, identityId })
  const preview = openPreview(session)
  if (preview === null) return false
  const locale = localeOf(deps.catalogue, person)
  const { summary, ref, commandId } = preview
  const text = say(locale, 'outcome_rejected_unauthorised', { summary, ref })
  const { command } = rejectPreview(preview, 'unauthorised')
  const replies: readonly Reply[] = [
    { about: 'refusal', text: `${text}\n${say(locale, 'removed_from_here')}`, command },
  ]
  await reject(deps, db, { chatId, personId: person.id, messageId }, commandId, 'accepted', 'unauthorised')
  await saveSession(db, deps.secrets, { chatId, identityId }, { ...session, pending: null }, deps.clock())
  await sendReplies(deps, db, row, { cause: 'turn', replies })
  return true
}
