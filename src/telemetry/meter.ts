/**
 * What the rooms count, and no more: they do not know Prometheus. Every label has few values that are known beforehand; no text,
 * number, name or id is ever one.
 */
import type { CommandStatus } from '../envelope/lifecycle.ts'
import type { LaneRow } from '../ledger/talk/inbox.ts'
import type { Unheard } from '../voice/engines/transcript.ts'

/** How a turn ended: `failed` is tried again, `given_up` is not. */
type TurnEnd = 'done' | 'failed' | 'given_up'

type ConfirmationMethod = 'yes' | 'phrase' | 'token' | 'unknown'

/** Seconds are measured, not read off clocks, unless said otherwise. */
export type Meter = {
  /** A turn is over, replies and jobs included. */
  readonly turn: (turn: { readonly kind: LaneRow['kind']; readonly result: TurnEnd; readonly seconds: number }) => void
  /** A row of a lane began; how long since it was stored, by the clocks of those who did both. */
  readonly laneWait: (seconds: number) => void
  /** A command has come to this state, and that is stored; of a failure, whether something was changed by it. */
  readonly command: (status: CommandStatus, effect?: 'none' | 'some' | 'unknown') => void
  /** Somebody tried to confirm. */
  readonly confirmation: (method: ConfirmationMethod, result: 'confirmed' | 'wrong' | 'refused') => void
  /** A step is over; the domain is its action's. */
  readonly step: (step: {
    readonly domain: string
    readonly result: 'done' | 'failed'
    readonly seconds: number
  }) => void
  /** A reply has left, or was not taken by its channel. */
  readonly sent: (result: 'sent' | 'failed') => void
  /** A voice note was heard, or not; how long that took. */
  readonly voice: (result: 'heard' | Unheard, seconds: number) => void
  /** An engine failed to hear a note. */
  readonly engineFailed: (engine: string) => void
  /** Whether the number's connection to WhatsApp is open. */
  readonly whatsapp: (isOpen: boolean) => void
  /** Something in the background failed, which is tried again: the event under which it is logged. */
  readonly trouble: (event: string) => void
}

/** Counts nothing. */
export const silentMeter: Meter = {
  turn: ignore,
  laneWait: ignore,
  command: ignore,
  confirmation: ignore,
  step: ignore,
  sent: ignore,
  voice: ignore,
  engineFailed: ignore,
  whatsapp: ignore,
  trouble: ignore,
}

function ignore(): void {}
