import type { OutboundReply } from '../../channel/channel.ts'
import type { Executor } from '../../ledger/database.ts'
import type { Secrets } from '../../ledger/secrets/secrets.ts'
import { waitingReplies } from '../../ledger/talk/outbox.ts'

/** The replies of an account that have not been sent, oldest first. */
export async function unsentReplies(
  db: Executor,
  secrets: Secrets,
  account: string,
  limit: number,
): Promise<OutboundReply[]> {
  const waiting = await waitingReplies(db, secrets, { account, limit, except: { replies: [], chats: [] } })
  return waiting.map(({ outbound }) => outbound)
}
