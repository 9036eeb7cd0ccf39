import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import type { Person } from '../access/person.ts'
import type { Facts } from './lookup.ts'
import type { Origin, Session } from './session.ts'

/** Everything that one step of the conversation can see. */
export type Scene = {
  readonly session: Session
  readonly facts: Facts
  readonly context: Context
}

export type Context = {
  readonly now: Date
  /** Read anew for every turn, so that rights are those of this moment. */
  readonly person: Person
  /** The identity under which they speak, and on which channel. */
  readonly identityId: string
  readonly channel: string
  readonly chatId: string
  readonly chatKind: 'private' | 'group'
  readonly catalogue: Catalogue
  readonly locale: Locale
  /** Drawn for this step; used by the one envelope that it may make. */
  readonly ids: { readonly commandId: string; readonly ref: string; readonly token: string }
  readonly limits: ConversationLimits
}

export type ConversationLimits = {
  /** How long a preview can be confirmed, in milliseconds. */
  readonly confirmWithinMs: number
  /** The same of what somebody else asks for: nobody sits and waits for that, in milliseconds. */
  readonly approveWithinMs: number
  /**
   * A mutation requested in a message older than this says so in its preview, and an answer older than this confirms
   * nothing; milliseconds.
   */
  readonly staleAfterMs: number
  /** Whether a voice note can confirm, by the full phrase; by default it confirms nothing. */
  readonly voiceConfirm?: 'typed' | 'phrase'
}

/** How long what this comes from can be confirmed once it is previewed, in milliseconds. */
export function confirmableForMs(
  { confirmWithinMs, approveWithinMs }: ConversationLimits,
  { askedBy }: Pick<Origin, 'askedBy'>,
): number {
  return askedBy === undefined ? confirmWithinMs : approveWithinMs
}

/** CCP VIII.B: a short token is void after this many wrong tries. */
export const maxWrongTokens = 3
/** After this many answers that do not fit, the question is dropped. */
export const maxAnswerTries = 3
/** How many candidates are listed; if there are more, the person is asked to be more precise. */
export const maxCandidates = 9
/** How many wishes may wait; those at the end of the oldest message are forgotten first. */
export const maxWaiting = 20
