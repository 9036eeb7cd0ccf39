/**
 * What an edited message says now. Whether it is taken as a new message the conversation decides, by what came of it before;
 * here is seen to it that only what asks for something can be: no edit answers, confirms or drops anything.
 */
import type { Catalogue } from '../catalogue/catalogue.ts'
import { secretCommands } from '../envelope/secret-reference.ts'
import type { Expectation, Reading } from '../understanding/reading.ts'

const asking: ReadonlySet<Reading['kind']> = new Set([
  'wishes',
  'ambiguous',
  'too-many',
  'invalid-token',
  'what-about',
  'help',
  'menu',
])

/**
 * Reads an edit as a message of its own; `null` when it is not to be taken as one. What was not understood before may be not
 * understood again; what may show a secret is sent anew.
 * @param before what the message said at first
 */
export function readEdit(
  { before, now }: { readonly before: string; readonly now: string },
  catalogue: Pick<Catalogue, 'commands'>,
  read: (text: string, awaited: Expectation) => Reading,
): Reading | null {
  if (before === now) return null
  const reading = read(now, { kind: 'nothing' })
  if (mayTellSecret(catalogue, reading)) return null
  if (asking.has(reading.kind)) return reading
  return reading.kind === 'unknown' && read(before, { kind: 'nothing' }).kind === 'unknown' ? reading : null
}

/** More than of a new message, which is blanked where it did: nothing of an edit is looked at again. */
function mayTellSecret(catalogue: Pick<Catalogue, 'commands'>, reading: Reading): boolean {
  const secretive = secretCommands(catalogue)
  if (reading.kind !== 'wishes' && reading.kind !== 'ambiguous')
    return secretive.length > 0 && reading.kind !== 'help' && reading.kind !== 'menu'
  return reading.wishes.some(({ command }) => secretive.some(({ token }) => token === command))
}
