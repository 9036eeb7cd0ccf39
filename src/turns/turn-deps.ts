import type { Logger } from 'pino'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Channel } from '../channel/channel.ts'
import type { ConversationLimits } from '../conversation/scene.ts'
import type { CommandQueue } from '../dispatch/command-queue.ts'
import type { IdempotencyKeys } from '../dispatch/idempotency-keys.ts'
import type { Actions } from '../execution/action.ts'
import type { Facts } from '../conversation/lookup.ts'
import type { LedgerDb } from '../ledger/database.ts'
import type { Secrets } from '../ledger/secrets/secrets.ts'
import type { Expectation } from '../understanding/expectation.ts'
import type { Reading } from '../understanding/reading.ts'
import type { Places } from '../places.ts'
import type { Meter } from '../telemetry/meter.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import type { ShopPatience } from './lookups/answer-lookups.ts'
import type { Ears } from './fetching/hear-voice.ts'
import type { When } from '../understanding/values/when.ts'

/** What a turn needs from the rest of the house. */
export type TurnDeps = {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly catalogue: Catalogue
  readonly actions: Actions
  /** For reads of tables, each of which has a connection to the shop then: its time does not begin before. */
  readonly readPlaces: Places
  /** The same for lookups in tables, so that reads leave them their connections. */
  readonly lookupPlaces: Places
  /** What took too long to be looked up within the transaction of this turn, and was found before it was begun anew. */
  readonly lookedUp?: Facts
  /** How long the transaction of this turn waits for the shop. */
  readonly shopPatience?: ShopPatience
  readonly understanding: {
    readonly read: (text: string, expectation: Expectation, language: string, when: When) => Reading
  }
  /** Brings a file here that somebody sent; when absent, its path is one of this machine. */
  readonly fetchFile?: Channel['fetchFile'] | undefined
  /** When absent, voice notes are not transcribed. */
  readonly ears?: Ears
  /** Whether the answer to a voice note is also spoken. */
  readonly speaks?: boolean
  readonly queue: Pick<CommandQueue, 'health' | 'add' | 'remove'>
  /** The fast front of the claims; `null` without Redis. */
  readonly front: IdempotencyKeys | null
  /** Where files that go with replies are kept. */
  readonly workspaceDir: string
  /** Called when something is to be said before its turn is over. */
  readonly onSaid: () => void
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly tracer: Tracer
  readonly meter: Meter
  readonly limits: TurnLimits
  /** What is unknown about somebody who becomes the first owner. */
  readonly newcomer: {
    /** An IANA name, for a number whose time zone is unknown. */
    readonly timeZone: string
    /** What the channel calls whoever has this number; `null` when it does not say. */
    readonly nameOf: (phone: string) => string | null
  }
}

export type TurnLimits = ConversationLimits & {
  /** How long a turn waits for the one before it in the same chat, in milliseconds. */
  readonly lockWaitMs: number
  /** How long an entity lookup or a read may take, in milliseconds. */
  readonly readTimeoutMs: number
  /** A text longer than this, in characters, is refused. */
  readonly maxTextLength: number
}
