/**
 * A file that is wanted is brought here before its turn begins, in no transaction and outside of the lane, just as voice
 * notes are transcribed. What became of it is stored with the row at once. A file that nobody wants is not fetched.
 */
import { mayAskFor } from '../../access/may.ts'
import type { Parameter } from '../../catalogue/catalogue.ts'
import type { MessageContent, ReceivedFile } from '../../channel/message.ts'
import type { LaneRow, MessageBody } from '../../ledger/talk/inbox.ts'
import { storeReceived } from '../../ledger/talk/message-contents.ts'
import { standingOf } from '../../ledger/people/lockouts.ts'
import { findSpeaker } from '../../ledger/people/people.ts'
import { loadSession } from '../../ledger/talk/sessions.ts'
import { wordsInTheEnd } from '../../ledger/talk/overtaken-words.ts'
import { hasSystemCode } from '../../system-error.ts'
import { bringFile, isWorthWaiting, triedAgain, type Bringing } from './bring-file.ts'
import { expectationOf } from '../reading/expectation.ts'
import { isAddressed } from '../reading/read-event.ts'
import { mostBytesOf, receiveFile, refusedByName, wantedFile, wishForFile } from '../reading/receive-file.ts'
import type { TurnDeps } from '../turn-deps.ts'
import { whenSaid } from '../reading/when-said.ts'

type FileContent = Extract<MessageContent, { kind: 'file' }>

/** Whether the row is a file about which nothing has been decided yet. */
export function isUntaken(row: LaneRow): boolean {
  if (row.kind !== 'message' || row.takenAt !== null) return false
  // Rows of kind `message` are written by `admitMessage` alone.
  const { content } = row.body as MessageBody
  return content.kind === 'file' && content.received === undefined
}

/**
 * Takes the file of such a row if it is wanted, and stores what became of it.
 * @throws RetryableError when it is to be tried again
 */
export async function takeFile(deps: TurnDeps, row: LaneRow, bringing: Bringing): Promise<void> {
  const { content } = row.body as MessageBody
  if (content.kind !== 'file') return
  const wanted = await wantedBy(deps, row, content)
  const received =
    wanted === null ? ({ kind: 'unwanted' } as const) : await take(deps, row, content, { wanted, ...bringing })
  await storeReceived(deps.db, deps.secrets, row, received)
  bringing.patience.forget(row)
}

/** What the open question wants, or the command that is written below the file, if the person may ask for it. */
async function wantedBy(deps: TurnDeps, row: LaneRow, { text }: FileContent): Promise<Parameter | null> {
  const { db, secrets, catalogue } = deps
  const [words, person, standing, session] = await Promise.all([
    wordsInTheEnd(db, secrets, row),
    findSpeaker(db, deps, row),
    standingOf(db, row.senderId, deps.clock()),
    loadSession(db, deps, { chatId: row.chatId, identityId: row.senderId }),
  ])
  const ignored = row.chatKind === 'group' && !isAddressed(row.body as MessageBody, session)
  if (words === null || person === null || standing.lockedOut || ignored) return null
  const asked = wantedFile(catalogue, session)
  // What is longer than anything that is read is answered as that, whatever it asks for.
  if (asked !== null || text === undefined || text.length > deps.limits.maxTextLength) return asked
  const when = whenSaid(row.sentAt, person)
  const awaited = expectationOf(catalogue, session)
  const wished = wishForFile(catalogue, deps.understanding.read(text, awaited, person.language, when))
  const { roles } = catalogue
  return wished !== null && mayAskFor({ person, scope: wished.command.scope, roles }) ? wished.parameter : null
}

type Taking = Bringing & { readonly wanted: Parameter }

async function take(
  deps: TurnDeps,
  row: LaneRow,
  { path, filename }: FileContent,
  taking: Taking,
): Promise<ReceivedFile> {
  const { wanted } = taking
  const file = await bringFile(deps, row, { path, mostBytes: mostBytesOf(wanted) }, taking)
  // What it is called says sooner that it is not what is wanted.
  if (file === 'too-large') return refusedByName(wanted, filename) ?? { kind: 'too-large' }
  if (typeof file === 'string') return { kind: 'gone' }
  try {
    return await keep(deps, row, { path: file.path, filename }, taking)
  } finally {
    await file.release()
  }
}

/** A workspace that does not take the file costs the file, and not the chat, whose every other message waits behind it. */
async function keep(
  deps: TurnDeps,
  row: LaneRow,
  file: Parameters<typeof receiveFile>[2],
  { wanted, patience }: Taking,
): Promise<ReceivedFile> {
  const { workspaceDir, log } = deps
  const { seq, chatId: chat } = row
  try {
    return await receiveFile(workspaceDir, wanted, file)
  } catch (error) {
    if (isFull(error) && (await isWorthWaiting(deps, row, error, patience))) throw triedAgain(row, error, patience)
    log.error(
      { event: 'file.unkept', seq, chat, err: error },
      'the file could not be kept in the workspace: check its permissions and the disk',
    )
    return { kind: 'gone' }
  }
}

/** A disk that is full may have room soon. */
function isFull(error: unknown): boolean {
  return hasSystemCode(error, 'ENOSPC', 'EDQUOT')
}
