/**
 * A file that is wanted is brought here before its turn begins, in no transaction and outside of the lane, just as voice
 * notes are transcribed. What became of it is stored with the row at once. A file that nobody wants is not fetched.
 */
import { may } from '../access/may.ts'
import type { Parameter } from '../catalogue/catalogue.ts'
import type { MessageContent, ReceivedFile } from '../channel/message.ts'
import type { LaneRow, MessageBody } from '../ledger/inbox.ts'
import { storeReceived } from '../ledger/message-contents.ts'
import { standingOf } from '../ledger/lockouts.ts'
import { findSpeaker } from '../ledger/people.ts'
import { loadSession } from '../ledger/sessions.ts'
import { expectationOf } from './expectation.ts'
import { isAddressed } from './read-event.ts'
import { receiveFile, wantedFile, wishForFile } from './receive-file.ts'
import type { TurnDeps } from './turn-deps.ts'
import { whenSaid } from './when-said.ts'

type FileContent = Extract<MessageContent, { kind: 'file' }>

/** Whether the row is a file about which nothing has been decided yet. */
export function isUntaken(row: LaneRow): boolean {
  if (row.kind !== 'message' || row.takenAt !== null) return false
  // Rows of kind `message` are written by `admitMessage` alone.
  const { content } = row.body as MessageBody
  return content.kind === 'file' && content.received === undefined
}

/** Takes the file of such a row if it is wanted, and stores what became of it. */
export async function takeFile(deps: TurnDeps, row: LaneRow): Promise<void> {
  const { content } = row.body as MessageBody
  if (content.kind !== 'file') return
  const wanted = await wantedBy(deps, row, content)
  const received = wanted === null ? ({ kind: 'unwanted' } as const) : await take(deps, row, content, wanted)
  await storeReceived(deps.db, deps.secrets, row, received)
}

/** What the open question wants, or the command that is written below the file, if the person may ask for it. */
async function wantedBy(deps: TurnDeps, row: LaneRow, { text }: FileContent): Promise<Parameter | null> {
  const { db, catalogue } = deps
  const [person, standing, session] = await Promise.all([
    findSpeaker(db, deps, row),
    standingOf(db, row.senderId, deps.clock()),
    loadSession(db, deps, { chatId: row.chatId, identityId: row.senderId }),
  ])
  const ignored = row.chatKind === 'group' && !isAddressed(row.body as MessageBody, session)
  if (person === null || standing.lockedOut || ignored) return null
  const asked = wantedFile(catalogue, session)
  if (asked !== null || text === undefined) return asked
  const when = whenSaid(row.sentAt, person)
  const awaited = expectationOf(catalogue, session)
  const wished = wishForFile(catalogue, deps.understanding.read(text, awaited, person.language, when))
  const { roles } = catalogue
  return wished !== null && may({ person, scope: wished.command.scope, roles }) ? wished.parameter : null
}

async function take(
  { fetchFile, workspaceDir, log }: TurnDeps,
  { seq, chatId: chat }: LaneRow,
  { path, filename }: FileContent,
  wanted: Parameter,
): Promise<ReceivedFile> {
  if (fetchFile === undefined) return receiveFile(workspaceDir, wanted, { path, filename })
  const file = await fetchFile(path).catch((error: unknown) => {
    log.warn({ event: 'file.gone', seq, chat, err: error }, 'the file could not be fetched')
    return null
  })
  if (file === null) return { kind: 'gone' }
  if (file === 'too-large') return { kind: 'too-large' }
  try {
    return await receiveFile(workspaceDir, wanted, { path: file.path, filename })
  } finally {
    await file.release()
  }
}
