import type { UnreadableThing } from '../channel/message.ts'
import type { Transcript, Unheard } from '../voice/engines/transcript.ts'
import type { Verdict } from '../envelope/lifecycle.ts'
import type { Reading } from '../understanding/reading.ts'
import type { Media } from '../execution/media.ts'
import type { Progress } from '../execution/run/tell-progress.ts'
import type { CommandRecord } from './lookup.ts'

/** What can happen in a person's lane. */
export type ConversationEvent =
  /** A message was read. */
  | { readonly kind: 'reading'; readonly reading: Reading; readonly message: MessageFacts }
  /** The message cannot be read: of a kind that this deployment does not know, silent, or damaged on its way. */
  | {
      readonly kind: 'unreadable'
      readonly what:
        | `voice_${Unheard}`
        | 'message'
        | UnreadableThing
        | 'photo'
        | 'video'
        | 'document'
        | 'file_gone'
        | 'too_long'
        /** It may be an answer to the bot, or may be addressed to somebody else in the group. */
        | 'aside'
      /** What to run on the machine so that such voice notes are heard. */
      readonly cure?: string
    }
  /** A file that is larger than the open question accepts; `most`: the limit, in bytes. */
  | { readonly kind: 'too-large'; readonly most: number }
  /** An earlier message was edited or deleted, or a thumb that confirmed was taken back. */
  | {
      readonly kind: 'withdrawn'
      readonly messageId: string
      readonly how: 'edited' | 'deleted' | 'unreacted'
      /** What it says now, if that asks for something and would be accepted in a new message; it confirms nothing. */
      readonly anew?: { readonly reading: Reading; readonly message: MessageFacts }
      /** What it says now would answer what is open, were it no edit. */
      readonly wouldAnswer?: true
    }
  /** Nothing is open any more and another wish waits (`isWishDue`). */
  | { readonly kind: 'next-wish' }
  /** A command has ended. */
  | { readonly kind: 'outcome'; readonly record: CommandRecord; readonly files?: OutcomeFiles }
  /** A command takes its time, and this is how far it has got. */
  | { readonly kind: 'progress'; readonly record: CommandRecord; readonly progress: Progress }
  /** Somebody else, given by name, has found out whether a command happened; '' when nobody knows them any more. */
  | { readonly kind: 'settled'; readonly record: CommandRecord; readonly verdict: Verdict; readonly by: string }
  /** Somebody else, given by name, wants this and may not do it themselves. */
  | { readonly kind: 'asked'; readonly record: CommandRecord; readonly by: string }
  /** What somebody asked for need not be done any more: they, given by name, have taken it back, or (`isDone`) somebody else has done it. */
  | { readonly kind: 'recalled'; readonly record: CommandRecord; readonly by: string; readonly isDone: boolean }
  /**
   * What came of asking somebody else, given by name ('' when nobody knows them any more): `asked` is what was asked for, and `record` what
   * they had before them; `null` where it came to no preview.
   */
  | {
      readonly kind: 'answered'
      readonly asked: CommandRecord
      readonly record: CommandRecord | null
      readonly by: string
    }
  /** The time to confirm a preview is over. */
  | { readonly kind: 'expiry'; readonly commandId: string }

/** The files that go with an outcome, with the workspace root as `/`. */
export type OutcomeFiles = {
  /** Those that the chain has made. */
  readonly made: readonly Media[]
  /** Its rows as a table for spreadsheets, if its contract asks for one; `null` when there is none. */
  readonly table: Media | null
}

export type MessageFacts = {
  readonly id: string
  /** ISO 8601; never later than now. */
  readonly sentAt: string
  /** When it came in, ISO 8601, by our own clock; absent when that is unknown. */
  readonly receivedAt?: string
  /** Forwarded text is data: it never confirms (invariant 2). */
  readonly forwarded: boolean
  /** What was written; absent where nothing was. */
  readonly words?: string
  /** The command whose preview this message quotes; `null` when it quotes none. */
  readonly quotedCommand: string | null
  /** The commands that the quoted message asked for, or that our quoted reply reported; newest first. */
  readonly quoted?: readonly CommandRecord[]
  /** The name of another person, whom our quoted reply had asked something: a preview, a question or a list. */
  readonly quotedFor?: string
  /** Set when the message was spoken, according to the recording itself; never because its text says so. */
  readonly spoken?: Spoken
  /** True when it came with a file that nothing in the message accepts. */
  readonly leavesFile?: true
  /** True when it contained a secret, which has been taken out by now: the person is told to delete the message. */
  readonly secret?: true
  /** What the numbers of the menu that this message quotes stand for; `null` when it quotes none. */
  readonly quotedOptions: readonly string[] | null
}

/** What was heard in a voice note. It is data like any other text, and a guess besides. */
export type Spoken = {
  readonly transcript: string
  /** `heard`: what the engine heard, where the transcript is the sentence that fits the sound better. */
  readonly by: Omit<Transcript, 'text' | 'confidence' | 'meant' | 'fitting'> & { readonly heard?: string }
  /** `unsure`: the engine is not sure; `repaired`: a number or a word was read from something that only sounds like it. */
  readonly doubt: Doubt | null
}

export type Doubt = 'unsure' | 'repaired'
