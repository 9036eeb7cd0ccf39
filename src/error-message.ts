import { systemCodeOf } from './system-error.ts'

/** The message of any thrown value; a host with two addresses that both refuse gives an error without words, which has a code. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' ? (systemCodeOf(error) ?? '') : error.message
}
