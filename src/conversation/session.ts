import type { ConfirmationMethod } from '../envelope/envelope.ts'
import type { JsonObject } from '../json.ts'
import type { Doubt, Spoken } from './event.ts'
import type { Listed } from '../understanding/read-by-place.ts'
import type { CorrectedValue, Correction, Reference, RefusedFile, Wish } from '../understanding/reading.ts'

/**
 * What one person has open in one chat; plain JSON, stored with every turn. At most one preview and one question are
 * open at a time; the question is the newer of the two.
 */
export type Session = {
  /** A preview that waits for its confirmation, or that has just lapsed. */
  readonly pending: Pending | null
  readonly question: Question | null
  /** What else was asked for; taken up one after the other, the newest message first. */
  readonly wishes: readonly QueuedWish[]
  /** The read that runs between two transactions of one turn. */
  readonly running: string | null
  /** The confirmed command whose outcome is still to come; wishes of the same message wait for it. */
  readonly awaited: string | null
  /** The menu that they saw last. */
  readonly menu: OpenMenu | null
  /** What AGAIN would do once more. */
  readonly repeat: Draft | null
  /** The reference of what was done last and is no read: what UNDO alone would take back. */
  readonly lastDone: string | null
  /** The reference of what was over last and is no read, however it ended: what "did it work?" asks about. */
  readonly lastOver: string | null
  /** What was shown or acted on lately, the newest first. */
  readonly mentioned: readonly Mention[]
  /** The list that was shown last, of whose rows "the second" is one. */
  readonly listing: Listing | null
}

export const emptySession: Session = {
  pending: null,
  question: null,
  wishes: [],
  running: null,
  awaited: null,
  menu: null,
  repeat: null,
  lastDone: null,
  lastOver: null,
  mentioned: [],
  listing: null,
}

/** A list that was shown; `at`: when, ISO 8601. */
export type Listing = Listed & { readonly at: string }

/** A thing that "it" may refer to. */
export type Mention = {
  readonly entity: string
  readonly id: string
  /** ISO 8601 */
  readonly at: string
  /** The messages that it was named for. */
  readonly messageIds: readonly string[]
}

/** A command on its way to an envelope. */
export type Draft = {
  /** The explicit token. */
  readonly command: string
  /** Values as said, not yet looked at. */
  readonly raw: Readonly<Record<string, string>>
  /** Values that are normalised and, where they name an entity, found. */
  readonly args: JsonObject
  /** By parameter: the words that a day, a time or a sum was read from. */
  readonly said?: Readonly<Record<string, string>>
  /** By parameter: what was referred to and not named. */
  readonly refers?: Readonly<Record<string, Reference>>
  /** By parameter: whose the thing of this id is said to be. */
  readonly whose?: Readonly<Record<string, string>>
  /** By parameter: why the file that came for it will not do. */
  readonly refused?: Readonly<Record<string, RefusedFile>>
  /** The words that were read as others. */
  readonly corrected?: readonly Correction[]
  /** The list that the person chose a value from: they may change their mind. */
  readonly chosen?: { readonly parameter: string; readonly from: readonly Candidate[] }
  /** What was asked about it, and the messages that answered. */
  readonly answers?: readonly { readonly messageId: string; readonly parameter: string }[]
  readonly origin: Origin
  /** Asked for with AGAIN: a new command though it looks like the one before. */
  readonly again: boolean
}

/** The message that a draft comes from. */
export type Origin = {
  readonly messageIds: readonly string[]
  /** When it was sent, ISO 8601. */
  readonly sentAt: string
  /** What was spoken for it, in order (CCP X.C). */
  readonly heard?: readonly HeardNote[]
  /** It is not sure that this was said: a question comes before a preview. */
  readonly doubt?: Doubt
  /** Something of it was in a forwarded message: others' words, which the person may not have read to the end. */
  readonly forwarded?: true
}

export type HeardNote = Spoken['by'] & { readonly messageId: string; readonly transcript: string }

export type QueuedWish = {
  readonly wish: Wish
  readonly origin: Origin
  /** The commands and the question that were open or awaited when it was said already: it does not wait for them. */
  readonly besides: readonly string[]
}

export type Pending = {
  readonly commandId: string
  readonly ref: string
  readonly draft: Draft
  readonly method: Exclude<ConfirmationMethod, 'none'>
  /** The exact words that confirm, when `method` is `phrase`. */
  readonly phrase: string | null
  /** The words that confirm when they are spoken, where the deployment takes spoken confirmations. */
  readonly spokenPhrase?: string
  readonly idempotencyKey: string
  /** Digest over chain, arguments and the facts shown: what is confirmed is what was seen (invariant 2). */
  readonly shown: string
  /** The one line that named it, for reminders. */
  readonly summary: string
  readonly expiresAt: string
  /** The command of somebody else that it says is the same, done just now. */
  readonly sameBy?: string
  /** Something else was answered below it: what may be said to that confirms nothing ("ok"). */
  readonly asideSince?: true
  /** True once it was rejected as expired; a late confirmation then gets a fresh preview. */
  readonly lapsed: boolean
}

export type Question =
  | {
      readonly kind: 'value'
      readonly draft: Draft
      readonly parameter: string
      /** The member of a structured parameter that is asked for. */
      readonly member?: string
      /** What the command is about, where that is called otherwise than by its id. */
      readonly about?: string
      readonly tries: number
    }
  | {
      readonly kind: 'choice'
      readonly draft: Draft
      readonly parameter: string
      readonly candidates: readonly Candidate[]
      /** What the candidates stand for where it is asked which command is meant. */
      readonly wishes?: readonly Wish[]
      /** What the candidates stand for, by their ids, where it is asked what a number is said for. */
      readonly values?: Readonly<Record<string, CorrectedValue>>
      /** As of a value. */
      readonly about?: string
      readonly tries: number
    }

export type Candidate = { readonly id: string; readonly label: string }

/** The menu that a person has before them. */
export type OpenMenu = {
  /** The folder: '' for the first menu, `orders`, `orders.parts`. */
  readonly path: string
  readonly page: number
  /** What each number stands for, the first for 1. */
  readonly keys: readonly string[]
  /** False once something else asks for an answer: its numbers are then no longer the menu's. */
  readonly live: boolean
}

/** The preview that waits for its confirmation; `null` as well where there is only one that has lapsed. */
export function openPreview({ pending }: Pick<Session, 'pending'>): Pending | null {
  return pending === null || pending.lapsed ? null : pending
}

/** What is being settled with the person: what is asked about, else what waits for its confirmation. */
export function openDraft({ question, pending }: Pick<Session, 'question' | 'pending'>): Draft | null {
  return question?.draft ?? openPreview({ pending })?.draft ?? null
}

/** Whether nothing waits for an answer of the person. */
export function isFree(session: Pick<Session, 'question' | 'pending'>): boolean {
  return openDraft(session) === null
}

/** Something else asks for an answer now: the menu can be gone back to, but has no numbers any more. */
export function withoutNumbers(session: Session): Session {
  return session.menu === null ? session : { ...session, menu: { ...session.menu, live: false } }
}
