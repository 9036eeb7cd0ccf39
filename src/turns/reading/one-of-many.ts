/**
 * Whether something that cannot be used is one of many: the pictures of an album arrive as a message each, and so do
 * stickers. The answer to the first is meant for all.
 */
import type { MessageContent } from '../../channel/message.ts'
import type { Executor } from '../../ledger/database.ts'
import type { LaneRow, MessageBody } from '../../ledger/talk/inbox.ts'
import { messageBefore } from '../../ledger/talk/message-before.ts'

/** One that comes later than this is answered again. */
const togetherMs = 60_000

/** What a message without words is to a bot that has no use for it; `null` when it is something else. */
export function uselessThing(content: MessageContent) {
  if (content.kind === 'unreadable') return content.what ?? null
  return content.kind === 'file' && content.text === undefined ? kindOfFile(content.mimetype) : null
}

/**
 * Whether the same was sent just before and was of no use either; only in private, since in a group nobody knows whom it is
 * for.
 */
export async function isOneOfMany(db: Executor, row: LaneRow): Promise<boolean> {
  // Rows of kind `message` are written by `admitMessage` alone.
  const thing = uselessThing((row.body as MessageBody).content)
  if (thing === null || row.chatKind === 'group') return false
  const before = await messageBefore(db, row)
  if (before === null || row.sentAt.getTime() - before.sentAt.getTime() > togetherMs) return false
  const { content } = before.body
  return uselessThing(content) === thing && (content.kind !== 'file' || content.received?.kind === 'unwanted')
}

/** What a file is called. */
export function kindOfFile(mimetype: string): 'photo' | 'video' | 'document' {
  if (mimetype.startsWith('image/')) return 'photo'
  return mimetype.startsWith('video/') ? 'video' : 'document'
}
