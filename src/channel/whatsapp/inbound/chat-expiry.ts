/**
 * After how long the messages of a chat disappear there, as what people say in it tells: a message of ours that does not say the same
 * would stay, and the phone points that out. Kept in memory; after a start it is what the message says that is answered.
 */
import type { MessageBody } from '../../../ledger/talk/inbox.ts'
import type { Message } from '../../message.ts'
import { keepRecent } from '../wire/keep-recent.ts'

const mostChats = 5000
/** A reaction, an edit or a deletion does not say it. */
const telling: ReadonlySet<Message['content']['kind']> = new Set(['text', 'voice', 'file', 'unreadable'])

export type ChatExpiry = {
  /** Somebody has said something in the chat with this address. */
  readonly onSaid: (jid: string, message: Message) => void
  /**
   * In seconds; 0 where messages stay.
   * @param answered the message that is answered, looked up where nothing was said since the start
   */
  readonly of: (jid: string, answered: () => Promise<MessageBody | null>) => Promise<number>
}

export function createChatExpiry(): ChatExpiry {
  const chats = new Map<string, number>()
  return {
    onSaid: (jid, { content, disappearsAfterS = 0 }) => {
      if (telling.has(content.kind)) keepRecent(chats, mostChats, jid, disappearsAfterS)
    },
    of: async (jid, answered) => chats.get(jid) ?? (await answered())?.disappearsAfterS ?? 0,
  }
}
