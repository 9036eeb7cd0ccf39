import type { Logger } from 'pino'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Channel } from '../channel/channel.ts'
import type { ConversationLimits } from '../conversation/scene.ts'
import type { CommandQueue } from '../dispatch/command-queue.ts'
import type { IdempotencyKeys } from '../dispatch/idempotency-keys.ts'
import type { Actions } from '../execution/action.ts'
import type { LedgerDb } from '../ledger/database.ts'
import type { Secrets } from '../ledger/secrets.ts'
import type { Expectation, Reading } from '../understanding/reading.ts'
import type { Meter } from '../telemetry/meter.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import type { Ears } from './hear-voice.ts'
import type { When } from '../understanding/values/when.ts'

/** What a turn needs of the rest of the house. */
export type TurnDeps = {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly catalogue: Catalogue
  readonly actions: Actions
  readonly understanding: {
    readonly read: (text: string, expectation: Expectation, language: string, when: When) => Reading
  }
  /** Brings a file here that somebody sent; absent: its path is one of this machine. */
  readonly fetchFile?: Channel['fetchFile'] | undefined
  /** Absent: voice notes are not heard. */
  readonly ears?: Ears
  /** Whether what answers a voice note is also spoken. */
  readonly speaks?: boolean
  readonly queue: Pick<CommandQueue, 'health' | 'add' | 'remove'>
  /** The claims' fast front; `null` without Redis. */
  readonly front: IdempotencyKeys | null
  /** Where files are kept that go with replies. */
  readonly workspaceDir: string
  /** Told when something is to be said before its turn is over. */
  readonly onSaid: () => void
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly tracer: Tracer
  readonly meter: Meter
  readonly limits: TurnLimits
  /** What is not known of somebody who becomes the first owner. */
  readonly newcomer: {
    /** An IANA name, for a number of which the zone is not known. */
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
