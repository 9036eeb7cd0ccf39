/**
 * Every error that Sayso raises on purpose has a code from this one table. Who failed decides the class:
 * `UserError` a person can mend (it is answered in the chat), `TerminalError` will fail again the same way,
 * `RetryableError` may pass later. Anything else that is thrown is a defect.
 */
export const errorCodes = {
  config_invalid: 'The configuration is not understood; Sayso refuses to start.',
  catalogue_invalid: 'A file in commands/ or locales/ is broken; Sayso refuses to start.',
  actions_invalid: 'A module in SAYSO_ACTIONS is broken; Sayso refuses to start.',
  people_invalid: 'The people file is broken; Sayso refuses to start.',
  database_unavailable: 'Postgres cannot be reached or started.',
  database_version: 'The stored data belong to another version of Sayso, or to another major version of Postgres.',
  secret_missing: 'SAYSO_SECRET is needed and absent.',
  secret_mismatch: 'Stored data cannot be opened with this SAYSO_SECRET.',
  usage: 'The command line is not understood.',
  message_invalid: 'A message handed to the bot has not the expected shape.',
  chain_invalid: 'A step chain is not valid WUCE or names what does not exist.',
  template_failed: 'A {{ }} template could not be evaluated within its limits.',
  action_invalid: 'The parameters of an action do not fit its schema.',
  action_failed: 'An action failed.',
  lookup_failed: 'What finds a thing does not work, and will not by trying again.',
  precondition_failed: 'The world is not as the command needs it; nothing was changed.',
  rows_unexpected: 'A statement would have touched another number of rows than declared; it was rolled back.',
  path_outside: 'A path leads out of the workspace.',
  file_missing: 'A file or folder does not exist.',
  file_exists: 'A file or folder is already there.',
  step_timeout: 'A step took longer than its limit.',
  effect_unknown: 'It cannot be told whether the effect of a step happened.',
  asked_again: 'It is not known yet whether the effect of a step happened; its action is asked again.',
  digest_mismatch: 'A stored envelope is not what was confirmed.',
  interrupted: 'The worker stops before the run is over; another one goes on with it.',
  fenced: 'Another worker has taken over this run.',
  queue_unavailable: 'The queue cannot be reached.',
  turn_timeout: 'A turn of the conversation took longer than its limit.',
  ledger_broken: 'The evidence chain does not verify.',
  ledger_in_use: 'Others work with the ledger, or somebody has it alone.',
  download_failed: 'A file could not be fetched whole, or is not what it should be.',
  backup_invalid: 'A file is no backup, or is damaged.',
  restore_refused: 'A backup cannot be restored here.',
  chat_gone: 'There is no such chat any more, or the bot is not in it.',
  not_connected: 'A channel has no connection at the moment.',
  whatsapp_unusable: 'WhatsApp cannot be served from here.',
} as const

/** A name from the table above; stable, stored in outcomes and evidence. */
export type ErrorCode = keyof typeof errorCodes

type ErrorDetails = { readonly cause?: unknown; readonly params?: Readonly<Record<string, string | number>> }

class CodedError extends Error {
  readonly code: ErrorCode
  readonly params: Readonly<Record<string, string | number>>

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = new.target.name
    this.code = code
    this.params = details.params ?? {}
  }
}

/** Something that the person, or the person who runs Sayso, can mend; the message says how. */
export class UserError extends CodedError {}

/** Trying again cannot help. */
export class TerminalError extends CodedError {}

/** Trying again may help, not before `retryAfterMs` milliseconds. */
export class RetryableError extends CodedError {
  readonly retryAfterMs: number

  constructor(code: ErrorCode, message: string, details: ErrorDetails & { readonly retryAfterMs: number }) {
    super(code, message, details)
    this.retryAfterMs = details.retryAfterMs
  }
}

/** Whether Sayso raised an error on purpose: thrown by an action it says for certain that nothing was changed (see `Action`). */
export function isOurs(error: unknown): error is UserError | TerminalError | RetryableError {
  return error instanceof CodedError
}

/** The code of any thrown value; a defect counts as `action_failed`. */
export function errorCodeOf(error: unknown): ErrorCode {
  return error instanceof CodedError ? error.code : 'action_failed'
}

/** Ends an exhaustive `switch`: reached only when a case was forgotten. */
export function assertNever(value: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(value)}`)
}
