/**
 * A file that is wanted is brought here before its turn begins, in no transaction and outside of the lane, just as voice
 * notes are transcribed. What became of it is stored with the row at once. A file that nobody wants is not fetched.
 */
import { may } from '../access/may.ts'
import type { Parameter } from '../catalogue/catalogue.ts'
import type { MessageContent, ReceivedFile } from '../channel/message.ts'
import type { LaneRow, MessageBody } from '../ledger/talk/inbox.ts'
import { storeReceived } from '../ledger/talk/message-contents.ts'
import { standingOf } from '../ledger/people/lockouts.ts'
import { findSpeaker } from '../ledger/people/people.ts'
import { loadSession } from '../ledger/talk/sessions.ts'
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

async function take(deps: TurnDeps, row: LaneRow, content: FileContent, wanted: Parameter): Promise<ReceivedFile> {
  const { fetchFile, log } = deps
  const { seq, chatId: chat } = row
  const { path, filename } = content
  if (fetchFile === undefined) return keep(deps, row, { path, filename }, wanted)
  const file = await fetchFile(path).catch((error: unknown) => {
    log.warn({ event: 'file.gone', seq, chat, err: error }, 'the file could not be fetched')
    return null
  })
  if (file === null) return { kind: 'gone' }
  if (file === 'too-large') return { kind: 'too-large' }
  try {
    return await keep(deps, row, { path: file.path, filename }, wanted)
  } finally {
    await file.release()
  }
}

/** A workspace that does not take the file costs the file, and not the chat, whose every other message waits behind it. */
async function keep(
  { workspaceDir, log }: TurnDeps,
  { seq, chatId: chat }: LaneRow,
  file: Parameters<typeof receiveFile>[2],
  wanted: Parameter,
): Promise<ReceivedFile> {
  try {
    return await receiveFile(workspaceDir, wanted, file)
  } catch (error) {
    log.error(
      { event: 'file.unkept', seq, chat, err: error },
      'the file could not be kept in the workspace: check its permissions and the disk',
    )
    return { kind: 'gone' }
  }
}
