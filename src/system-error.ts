/**
 * The codes of errors that are not ours: of the operating system (`ENOENT`), of Node (`ERR_MODULE_NOT_FOUND`) and of Postgres (an SQLSTATE).
 * What libraries throw is not typed, so this is where it is looked at.
 */

/** The code of any thrown value; `undefined` when it has none. An error of Sayso has its own (`errors.ts`). */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Whether a thrown value has one of these codes. */
export function hasSystemCode(error: unknown, ...codes: readonly string[]): boolean {
  const code = systemCodeOf(error)
  return code !== undefined && codes.includes(code)
}

/** `null` for an error that says that nothing is there. @throws every other one */
export function absent(error: unknown): null {
  if (hasSystemCode(error, 'ENOENT')) return null
  throw error
}
