import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import type { Person } from '../access/person.ts'
import type { Facts } from './lookup.ts'
import type { Session } from './session.ts'

/** Everything that one step of the conversation may look at. */
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
  /** A mutation asked for in an older message says so in its preview, and an older answer confirms nothing; milliseconds. */
  readonly staleAfterMs: number
  /** Whether a voice note confirms by the full phrase; else, and by default, it confirms nothing. */
  readonly voiceConfirm?: 'typed' | 'phrase'
}

/** CCP VIII.B: a short token ends after so many wrong tries. */
export const maxWrongTokens = 3
/** An answer that still does not fit after so many tries drops the question. */
export const maxAnswerTries = 3
/** How many candidates are listed; more are refused with a request to be more precise. */
export const maxCandidates = 9
