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
  /** The id of the earlier reply that this one takes the place of; a channel that cannot edit says it anew. */
  readonly edits?: string
  /** It has just been said by this process: no attempt to send it can have been made before. */
  readonly isNew?: true
  readonly reply: Reply
}

/** A file that was brought here. */
export type FetchedFile = { readonly path: string; readonly release: () => Promise<void> }

/** How a file is brought here. */
export type Fetching = {
  /** A larger file is not wanted, in bytes. */
  readonly mostBytes?: number
  /** Nobody waits for it any more. */
  readonly signal?: AbortSignal
  /** Called once the channel is there and the file is being fetched. */
  readonly onReached?: () => void
}

/** The port that the terminal, the web page and WhatsApp implement. */
export type Channel = {
  /**
   * Resolves when the reply has left for good; a rejection keeps it in the outbox.
   * @throws TerminalError `chat_gone` when it never can leave, which takes it out of there
   */
  readonly send: (outbound: OutboundReply) => Promise<void>
  /**
   * Brings the file of a message here, which `release` then removes; `null` when it cannot be had any more, `too-large` when the
   * channel takes none of its size or it is larger than what is wanted. A channel without it names files of this machine.
   * @throws TerminalError when it is not what was sent
   * @throws RetryableError `not_connected` while the channel is away
   * @throws anything else when it may be had later
   */
  readonly fetchFile?: (path: string, how?: Fetching) => Promise<FetchedFile | 'too-large' | null>
  /** The turn of this inbound message is over and its synchronous replies were sent; also told for a redelivery. */
  readonly turnOver: (message: Pick<Message, 'from' | 'group' | 'id'>) => void
}
