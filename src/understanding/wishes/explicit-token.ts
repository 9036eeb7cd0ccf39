import type { Command } from '../../catalogue/catalogue.ts'
import { readExplicitArguments } from './explicit-arguments.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import { unseen } from '../text/unseen.ts'

type InvalidToken = Extract<Reading, { kind: 'invalid-token' }>

const maxDetailLength = 80
/** Bold, italic, struck through and monospace at once. */
const maxMarks = 4
const lead = new RegExp(`^[\\s${unseen}]+`, 'u')
const firstWord = new RegExp(`^(\\p{L}[\\p{L}\\p{N}_]*)(?=[\\s${unseen}:,;.!?]|$):?`, 'u')

/**
 * Reads `CANCEL_ORDER id=204` (CCP VI.B), in any case and spacing. `null` when the text is not written like a token: its
 * first word is neither a command nor joined by "_". What is written like one and is wrong is never guessed at.
 */
export function readExplicitToken(
  text: string,
  commands: ReadonlyMap<string, Command>,
  ignorable: (rest: string) => boolean,
): Wish | InvalidToken | null {
  const plain = withoutMarks(text)
  const first = firstWord.exec(plain)
  const word = first?.[1]
  if (first === null || word === undefined) return null
  const command = commands.get(word.toUpperCase())
  const joined = /[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(word)
  if (command === undefined) return joined ? invalid(null, 'unknown-command', word) : null
  const found = readExplicitArguments(command, plain.slice(first[0].length), ignorable)
  if (found.kind === 'args') return { command: command.token, args: found.args, source: 'token' }
  // A token of one word ("REFUND") is an everyday word as well: then the sentences may know better.
  return joined || plain.includes('=') ? invalid(command.token, found.problem, found.detail) : null
}

/**
 * Whether a text shows that a token is meant: joined by "_", in capitals, with `=` or with quotes. A word alone that is a token
 * ("forget somebody") may as well begin a sentence.
 */
export function isWrittenAsToken(text: string): boolean {
  const plain = withoutMarks(text)
  const word = /^\p{L}[\p{L}\p{N}_]*/u.exec(plain)?.[0] ?? ''
  return word.includes('_') || /[="“”«»]/u.test(plain) || (word.length > 1 && word === word.toUpperCase())
}

function invalid(command: string | null, problem: InvalidToken['problem'], detail: string): InvalidToken {
  return { kind: 'invalid-token', command, problem, detail: Array.from(detail).slice(0, maxDetailLength).join('') }
}

/** Without WhatsApp's marks around the whole message, `*CANCEL_ORDER id=204*`, and without blanks. */
function withoutMarks(text: string): string {
  let plain = text.replace(lead, '').trim()
  for (let depth = 0; depth < maxMarks; depth++) plain = /^(```|[*_~`])(.+)\1$/su.exec(plain)?.[2]?.trim() ?? plain
  return plain
}
