import type { Message } from './message.ts'
import type { Reply } from './reply.ts'

/** A reply on its way: the outbox row as a channel needs it. */
export type OutboundReply = {
  /** Fixed before the first try, so that a resend after a crash is shown once. */
  readonly id: string
  /** For whom, E.164. */
  readonly to: string
  readonly group: string | null
  /** The id of the inbound message that it answers; `null` when it answers none. */
  readonly replyTo: string | null
  /** The id of the earlier reply that this one takes the place of: progress. */
  readonly edits?: string
  readonly reply: Reply
}

/** The port that the terminal, the web page and WhatsApp implement. */
export type Channel = {
  /** Resolves when the reply has left for good; a rejection keeps it in the outbox. */
  readonly send: (outbound: OutboundReply) => Promise<void>
  /** The turn of this inbound message is over and its synchronous replies were sent; also told for a redelivery. */
  readonly turnOver: (message: Pick<Message, 'id'>) => void
}
