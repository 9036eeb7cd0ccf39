/**
 * What an edited message says now. The conversation decides whether it is taken as a new message, by what came of it before;
 * this file makes sure that only something that asks for something can be: no edit answers, confirms or drops anything.
 */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { isFree, type Question, type Session } from '../../conversation/session.ts'
import { secretCommands, secretParameters } from '../../envelope/secret-reference.ts'
import type { Expectation } from '../../understanding/expectation.ts'
import type { Reading } from '../../understanding/reading.ts'
import { expectationOf } from './expectation.ts'

const asking: ReadonlySet<Reading['kind']> = new Set([
  'wishes',
  'ambiguous',
  'too-many',
  'invalid-token',
  'what-about',
  'help',
  'menu',
])

type Read = (text: string, awaited: Expectation) => Reading

/**
 * Reads an edit as a message of its own, or as an answer to what the message answered; `null` when it is not to be taken as
 * one. What was not understood before may again not be understood; what may show a secret has to be sent anew.
 * @param asked what the message answered, if that is still open
 * @param before what the message said at first
 */
export function readEdit(
  { before, now, asked }: { readonly before: string; readonly now: string; readonly asked: Question | null },
  catalogue: Catalogue,
  read: Read,
): Reading | null {
  if (before === now) return null
  if (asked !== null) return readAnswer(now, asked, catalogue, read)
  const reading = read(now, { kind: 'nothing' })
  if (mayTellSecret(catalogue, reading)) return null
  if (asking.has(reading.kind)) return reading
  return reading.kind === 'unknown' && read(before, { kind: 'nothing' }).kind === 'unknown' ? reading : null
}

const answering: ReadonlySet<Reading['kind']> = new Set(['yes', 'no', 'drop', 'token', 'phrase', 'agreed'])

/** Whether what was written at first and says something else now would confirm or refuse what is open, were it no edit. */
export function wouldAnswer(
  { before, now }: { readonly before: string; readonly now: string },
  session: Session,
  catalogue: Catalogue,
  read: Read,
): boolean {
  return before !== now && !isFree(session) && answering.has(read(now, expectationOf(catalogue, session)).kind)
}

/** An answer, or a wish; anything else is no answer. */
function readAnswer(now: string, question: Question, catalogue: Catalogue, read: Read): Reading | null {
  const reading = read(now, expectationOf(catalogue, { menu: null, question, pending: null, refused: null }))
  if (reading.kind === 'pick') return reading
  if (reading.kind === 'wishes' || reading.kind === 'ambiguous')
    return mayTellSecret(catalogue, reading) ? null : reading
  const { draft, parameter } = question
  // As an answer "0" may drop the question, which no edit does.
  if (reading.kind === 'value' && (reading.said ?? reading.text) === '0') return null
  if (reading.kind !== 'value' || isSecret(catalogue, draft.command, parameter)) return null
  return asksForSecret(catalogue, reading) ? null : reading
}

function isSecret({ commands }: Catalogue, token: string, parameter: string): boolean {
  const command = commands.get(token)
  return command !== undefined && secretParameters(command).some(({ name }) => name === parameter)
}

function asksForSecret(catalogue: Catalogue, { asks }: Extract<Reading, { kind: 'value' }>): boolean {
  return asks !== undefined && secretCommands(catalogue).some(({ token }) => token === asks.command)
}

/** Stricter than for a new message, which would be blanked: nothing goes over the text of an edit again. */
function mayTellSecret(catalogue: Pick<Catalogue, 'commands'>, reading: Reading): boolean {
  const secretive = secretCommands(catalogue)
  if (reading.kind !== 'wishes' && reading.kind !== 'ambiguous')
    return secretive.length > 0 && reading.kind !== 'help' && reading.kind !== 'menu'
  return reading.wishes.some(({ command }) => secretive.some(({ token }) => token === command))
}
