import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { UserError } from '../errors.ts'
import { problemsOfEnvFile } from '../misspelt-variables.ts'
import { hasSystemCode } from '../system-error.ts'
import { systemErrorWords } from './explain-system-error.ts'

/** So many lines that are no variables are named. */
const mostLines = 3

/**
 * Takes the variables of a `.env` file into an environment, where there is one. What is set in the environment goes before it.
 * @throws UserError `config_invalid` when it cannot be read, holds a line that is no variable, or names what nobody reads
 */
export function loadEnvFile(file: string, env: Record<string, string | undefined>): void {
  const text = readIfThere(file)
  if (text === null) return
  const named = parseEnv(text)
  const unread = unreadLines(text).slice(0, mostLines)
  const problems = unread.length > 0 ? unread.map(notAVariable) : problemsOfEnvFile(named)
  if (problems.length > 0) throw new UserError('config_invalid', problems.map((each) => `${file}: ${each}`).join('\n'))
  for (const [name, value] of Object.entries(named)) env[name] ??= value
}

function notAVariable(line: number): string {
  return `line ${line} is neither NAME=value nor a comment that begins with "#"`
}

/** The numbers of lines that are neither a variable nor a comment: they would be passed over, and what they say not be set. */
function unreadLines(text: string): readonly number[] {
  const lines = text.split(/\r?\n/u)
  const unread: number[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim()
    if (line === '' || line.startsWith('#')) continue
    const value = /^(?:export\s+)?[\w.-]+\s*=\s*(.*)$/u.exec(line)?.[1]
    if (value === undefined) unread.push(at + 1)
    else at = endOfValue(lines, at, value)
  }
  return unread
}

/** A quoted value may go on over lines, up to the one that ends it. */
function endOfValue(lines: readonly string[], at: number, value: string): number {
  const [quote = ''] = /^["'`]/u.exec(value) ?? []
  if (quote === '' || value.includes(quote, 1)) return at
  const end = lines.findIndex((line, index) => index > at && line.includes(quote))
  return end === -1 ? at : end
}

function readIfThere(file: string): string | null {
  try {
    // A byte order mark, which editors on Windows begin a file with, is no part of a name.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/u, '')
  } catch (cause) {
    if (hasSystemCode(cause, 'ENOENT')) return null
    const why = systemErrorWords(cause) ?? String(cause)
    const what = `${file} in the folder where Sayso is started cannot be read: ${why}. Correct it, move it away, or start elsewhere.`
    throw new UserError('config_invalid', what, { cause })
  }
}
