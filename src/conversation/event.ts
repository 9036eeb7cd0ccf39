import type { Reading } from '../understanding/reading.ts'
import type { CommandRecord } from './lookup.ts'

/** What can happen in a person's lane. */
export type ConversationEvent =
  /** A message was read. */
  | { readonly kind: 'reading'; readonly reading: Reading; readonly message: MessageFacts }
  /** The message was of a kind that this deployment cannot read (yet): a voice note, a file. */
  | { readonly kind: 'unreadable'; readonly what: 'voice' | 'file' | 'too_long' }
  /** An earlier message was edited or deleted. */
  | { readonly kind: 'withdrawn'; readonly messageId: string; readonly how: 'edited' | 'deleted' }
  /** Nothing is open any more and another wish waits (`isWishDue`). */
  | { readonly kind: 'next-wish' }
  /** A command is over. */
  | { readonly kind: 'outcome'; readonly record: CommandRecord }
  /** The time to confirm a preview has passed. */
  | { readonly kind: 'expiry'; readonly commandId: string }

export type MessageFacts = {
  readonly id: string
  /** ISO 8601; never later than now. */
  readonly sentAt: string
  /** Forwarded text is data: it never confirms (invariant 2). */
  readonly forwarded: boolean
  /** The command whose preview this message quotes; `null` when it quotes none. */
  readonly quotedCommand: string | null
  /** What the numbers of the menu that this message quotes stand for; `null` when it quotes none. */
  readonly quotedOptions: readonly string[] | null
}
