/**
 * How long things may be quiet before somebody does something about it, in milliseconds. One object, read when it is needed, so
 * that a test may load a more impatient process.
 */
export const watchLimits: WatchLimits = {
  openWithinMs: 60_000,
  stuckAfterMs: 45_000,
  canaryEveryMs: 5 * 60_000,
  canaryAgainMs: 20_000,
  answerWithinMs: 30_000,
  renewAfterMs: 60 * 60_000,
  unreadableAfterMs: 90_000,
  uploadWithinMs: 30_000,
  downloadStallsMs: 30_000,
  downloadWithinMs: 20 * 60_000,
}

export type WatchLimits = {
  /** A connection that has not opened by then is ended. */
  readonly openWithinMs: number
  /** With something waiting, so long without anything being handled means that nobody handles it. */
  readonly stuckAfterMs: number
  /** When nothing has come in for so long, the bot's own phone is asked for a sign; a fifth more or less, by chance. */
  readonly canaryEveryMs: number
  /** The same on a connection that took the place of a deaf one. */
  readonly canaryAgainMs: number
  /** How long the phone may take for its answer. */
  readonly answerWithinMs: number
  /** When neither the phone nor anybody else was heard for so long, the connection is made anew, to be safe. */
  readonly renewAfterMs: number
  /** A message that could not be decrypted and has not come again by then will not be read. */
  readonly unreadableAfterMs: number
  /** How long a phone may take to upload a file again; it may be off. */
  readonly uploadWithinMs: number
  /** A media server that has sent nothing of a file for so long sends no more of it. */
  readonly downloadStallsMs: number
  /** How long a file may take to come, on however slow a line. */
  readonly downloadWithinMs: number
}
