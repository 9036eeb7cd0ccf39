/** What the bot's process and the scripting door tell each other beside the wire, one JSON object per line. */
import type { Reply } from '../../channel/reply.ts'

/** From the bot. */
export type TapNews =
  /** A reply is about to be sent as these messages. What it says is left to the wire. */
  | {
      readonly kind: 'reply'
      readonly ids: readonly string[]
      readonly to: string
      readonly group: string | null
      readonly replyTo: string | null
      readonly facts: Omit<Reply, 'text' | 'media' | 'replaces'>
    }
  /** The turn of this message is over. */
  | { readonly kind: 'done'; readonly id: string }
  /** Nothing is going on any more; answers the question with this number. */
  | { readonly kind: 'quiet'; readonly number: number }

/** To the bot: is anything going on? */
export type TapQuestion = { readonly number: number }

/** The environment variable that names the door's port. */
export const tapPortVariable = 'LOOPBACK_WHATSAPP_TAP'
