import type { DoorLine } from './conversation.ts'

/** A bot that listens at the scripting door, however it is run. */
export type TestBot = {
  /** Hands one line over to it. */
  readonly say: (line: object) => void
  /**
   * Ends it, and everything of it; with `kill` as a power cut does, with `graceful` once nothing is pending.
   * Rejects when it did not end as it should.
   */
  readonly stop: (how: 'kill' | 'graceful') => Promise<void>
  /** Resolves when it has ended by itself, with what it said last. */
  readonly gone: Promise<string>
}

/** Starts a bot on what the one before has left; `onLine` gets what it prints. */
export type StartTestBot = (onLine: (line: DoorLine) => void) => Promise<TestBot>
