/** Somebody who may speak to the bot. */
export type Person = {
  /** Our own id; never a phone number, which may change hands. */
  readonly id: string
  /** E.164: `+5511990000001`. */
  readonly phone: string
  /** How previews and evidence call them. */
  readonly name: string
  /** Names from `commands/_roles.yaml`; one that is not there grants nothing. */
  readonly roles: readonly string[]
  /** A BCP 47 tag: `en`, `pt-BR`. */
  readonly language: string
  /** An IANA name: dates and times are read and shown in it. */
  readonly timeZone: string
  /** When they last lost all their rights, ISO 8601: what they were shown before that is not theirs to confirm any more. */
  readonly removedAt?: string
}
