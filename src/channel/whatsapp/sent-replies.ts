/** Which reply a message on the phone is, from the moment that it is about to leave. */
import type { LedgerDb } from '../../ledger/database.ts'
import type { Secrets } from '../../ledger/secrets.ts'
import { findSent, noteSending, type SentPart } from '../../ledger/whatsapp-sent.ts'

export type SentReplies = {
  /** Notes that a part of a reply is about to leave; whoever does not come to wait for it hears of its failure elsewhere. */
  readonly note: (
    left: Pick<SentPart, 'messageId' | 'replyId' | 'part' | 'media' | 'recipient'>,
  ) => Promise<Pick<SentPart, 'acked'>>
  /** The id of the reply that left under an id on the wire; `null` when none did. */
  readonly replyOf: (messageId: string) => Promise<string | null>
}

/** The note does not keep a reply from leaving, and whoever gets it may react to it before the note is stored. */
export function createSentReplies({
  db,
  secrets,
  account,
}: {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly account: string
}): SentReplies {
  const leaving = new Map<string, string>()
  return {
    note: ({ messageId, replyId, ...left }) => {
      leaving.set(messageId, replyId)
      const noting = noteSending(db, secrets, { account, messageId, replyId, ...left })
      noting.catch(() => undefined).finally(() => leaving.delete(messageId))
      return noting
    },
    replyOf: async (messageId) =>
      leaving.get(messageId) ?? (await findSent(db, secrets, account, messageId))?.replyId ?? null,
  }
}
