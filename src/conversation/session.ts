import type { ConfirmationMethod } from '../envelope/envelope.ts'
import type { JsonObject } from '../json.ts'
import type { Doubt, Spoken } from './event.ts'
import type { Listed } from '../understanding/wishes/read-by-place.ts'
import type { CorrectedValue } from '../understanding/correction-reading.ts'
import type { SaidOfWish, Wish } from '../understanding/wish.ts'

/**
 * What one person has open in one chat; plain JSON, stored with every turn. At most one preview and one question are
 * open at a time; the question is the newer of the two.
 */
export type Session = {
  /** A preview that waits for its confirmation, or that has just lapsed. */
  readonly pending: Pending | null
  readonly question: Question | null
  /** What else was asked for; taken up one at a time, the newest message first. */
  readonly wishes: readonly QueuedWish[]
  /** The read that runs between two transactions of one turn. */
  readonly running: string | null
  /** The confirmed command whose outcome is still to come; wishes of the same message wait for it. */
  readonly awaited: string | null
  /** The menu that the person saw last. */
  readonly menu: OpenMenu | null
  /** What AGAIN would repeat. */
  readonly repeat: Draft | null
  /** What was just refused for one of its values, until the next message: another value is a new try. */
  readonly refused: Refused | null
  /** The reference of the last command that was done and is not a read: what UNDO on its own would take back. */
  readonly lastDone: string | null
  /** The reference of the last command that ended and is not a read, however it ended: what "did it work?" asks about. */
  readonly lastOver: string | null
  /** What was recently shown or acted on, newest first. */
  readonly mentioned: readonly Mention[]
  /** The list that was shown last, to whose rows "the second" refers. */
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
  refused: null,
  lastDone: null,
  lastOver: null,
  mentioned: [],
  listing: null,
}

/** A wish with all its values, and the parameter whose value was too much. */
export type Refused = { readonly draft: Draft; readonly parameter: string }

/** A list that was shown; `at`: when, ISO 8601. */
export type Listing = Listed & { readonly at: string }

/** A thing that "it" may refer to. */
export type Mention = {
  readonly entity: string
  readonly id: string
  /** ISO 8601 */
  readonly at: string
  /** The messages for which it was named. */
  readonly messageIds: readonly string[]
}

/** A command on its way to an envelope, with what was said of the wish that it comes from. */
export type Draft = SaidOfWish & {
  /** The explicit token. */
  readonly command: string
  /** Values as they were said, not looked at yet. */
  readonly raw: Readonly<Record<string, string>>
  /** Values that are normalised and, if they name an entity, found. */
  readonly args: JsonObject
  /** Where other wishes wait behind it: its values as they were said, to tell which of theirs were said with them. */
  readonly wished?: Readonly<Record<string, string>>
  /** Parameters whose things were named by a number, so that another number may be another of them. */
  readonly byNumber?: readonly string[]
  /** By parameter: what stood there before what this takes back; nobody is refused the name that they had. */
  readonly former?: Readonly<Record<string, string>>
  /** The command that this undoes. */
  readonly takesBack?: TakenBack
  /** The list from which the person chose a value: they may change their mind. */
  readonly chosen?: { readonly parameter: string; readonly from: readonly Candidate[] }
  /** What was asked about it, and the messages that answered. */
  readonly answers?: readonly Answered[]
  readonly origin: Origin
  /** Asked for with AGAIN: a new command, although it looks like the one before. */
  readonly again: boolean
}

export type Answered = {
  readonly messageId: string
  readonly parameter: string
  /** What had been said for that before: the day whose time was asked for. */
  readonly before?: { readonly raw: string; readonly said?: string }
}

/** A command that another one undoes. */
export type TakenBack = {
  readonly commandId: string
  readonly ref: string
  /** The line that named it. */
  readonly summary: string
  /** When it ended, ISO 8601. */
  readonly settledAt: string | null
  /** The id of what the undo is about. */
  readonly target: string | null
}

/** The message that a draft comes from. */
export type Origin = {
  readonly messageIds: readonly string[]
  /** When it was sent, ISO 8601. */
  readonly sentAt: string
  /** What was spoken for it, in order (CCP X.C). */
  readonly heard?: readonly HeardNote[]
  /** It is uncertain that this was said: a question comes before a preview. */
  readonly doubt?: Doubt
  /** Some of it was in a forwarded message: the words of others, which the person may not have read to the end. */
  readonly forwarded?: true
  /** Who asked this person for it, because they may not do it themselves, and their command. */
  readonly askedBy?: AskedBy
  /** Digests of the words that asked for it: the same words confirm nothing. */
  readonly asked?: readonly string[]
}

export type AskedBy = { readonly commandId: string; readonly name: string }

export type HeardNote = Spoken['by'] & { readonly messageId: string; readonly transcript: string }

export type QueuedWish = {
  readonly wish: Wish
  readonly origin: Origin
  /** The commands and the question that were already open or awaited when it was said: it does not wait for them. */
  readonly besides: readonly string[]
  /** The command that it is wanted in place of: only once that was taken back. */
  readonly behind?: { readonly commandId: string; readonly ref: string }
}

export type Pending = {
  readonly commandId: string
  readonly ref: string
  readonly draft: Draft
  readonly method: Exclude<ConfirmationMethod, 'none'>
  /** The exact words that confirm, when `method` is `phrase`. */
  readonly phrase: string | null
  /** The words that confirm when spoken, if the deployment accepts spoken confirmations. */
  readonly spokenPhrase?: string
  readonly idempotencyKey: string
  /** Digest over chain, arguments and the facts shown: what is confirmed is what was seen (invariant 2). */
  readonly shown: string
  /** The line that named it, for reminders. */
  readonly summary: string
  readonly expiresAt: string
  /** A yes only asks these people for it, for whoever wants it may not do it themselves; their ids. */
  readonly asks?: readonly string[]
  /** The command of somebody else that the preview mentions as the same and done just now. */
  readonly sameBy?: string
  /** The newest command that the preview of an undo mentions as done since with the same thing. */
  readonly newestSince?: string
  /** The commands that the preview mentions as under way with the same thing. */
  readonly underWay?: readonly string[]
  /** Something else has been answered below it: what may be a reply to that ("ok") confirms nothing. */
  readonly asideSince?: true
  /** A message that came after it was lost, in a turn that failed: perhaps it said that this is not wanted so. */
  readonly unheard?: true
  /** True once it was rejected as expired; a late confirmation then gets a fresh preview. */
  readonly lapsed: boolean
  /** It lapsed because a backup was brought back: it may have been confirmed and done after that was made. */
  readonly restored?: true
}

export type Question =
  | {
      readonly kind: 'value'
      readonly draft: Draft
      readonly parameter: string
      /** The member of a structured parameter that is asked for. */
      readonly member?: string
      /** What was said for a day or a moment and is none by itself: "next week", which "Monday" goes on with. */
      readonly within?: string
      /** What the command is about, if that is called something other than its id. */
      readonly about?: string
      /** The names that were said for it and that nothing has: what else is in them must not be lost. */
      readonly unfound?: readonly string[]
      readonly tries: number
    }
  | {
      readonly kind: 'choice'
      readonly draft: Draft
      readonly parameter: string
      readonly candidates: readonly Candidate[]
      /** What the candidates stand for when the question is which command is meant. */
      readonly wishes?: readonly Wish[]
      /** What the candidates stand for, by their ids, when the question is which value a number is for. */
      readonly values?: Readonly<Record<string, CorrectedValue>>
      /** The line that named the preview which was closed to ask which value a number is for. */
      readonly replaces?: string
      /** They are called nearly as was said; whether one of them is meant is the question. */
      readonly misspelt?: true
      /** As in a question for a value. */
      readonly about?: string
      readonly unfound?: readonly string[]
      readonly tries: number
    }

export type Candidate = {
  readonly id: string
  readonly label: string
  /** The day or the moment that a thing is of, ISO 8601 where the person is: "the one on Monday". */
  readonly at?: string
}

/** The menu in front of the person. */
export type OpenMenu = {
  /** The folder: '' for the first menu, `orders`, `orders.parts`. */
  readonly path: string
  readonly page: number
  /** What each number stands for, the first for 1. */
  readonly keys: readonly string[]
  /** False once something else asks for an answer: numbers then no longer belong to the menu. */
  readonly live: boolean
}

/** The preview that waits for its confirmation; `null` also when there is only one that has lapsed. */
export function openPreview({ pending }: Pick<Session, 'pending'>): Pending | null {
  return pending === null || pending.lapsed ? null : pending
}

/**
 * Identifies what is open: the ids of commands, and for a question the messages that it came from and the value that it asks
 * for.
 */
export function openThings({ pending, question, awaited }: Session): readonly string[] {
  const asked = question === null ? null : [...question.draft.origin.messageIds, question.parameter].join('/')
  return [openPreview({ pending })?.commandId ?? null, awaited, asked].filter((each) => each !== null)
}

/** What is being settled with the person: what is being asked about, or else what waits for its confirmation. */
export function openDraft({ question, pending }: Pick<Session, 'question' | 'pending'>): Draft | null {
  return question?.draft ?? openPreview({ pending })?.draft ?? null
}

/** Whether nothing waits for an answer from the person. */
export function isFree(session: Pick<Session, 'question' | 'pending'>): boolean {
  return openDraft(session) === null
}

/** Something else asks for an answer now: one can still go back to the menu, but numbers no longer belong to it. */
export function withoutNumbers(session: Session): Session {
  return session.menu === null ? session : { ...session, menu: { ...session.menu, live: false } }
}
