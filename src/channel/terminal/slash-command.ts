import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { systemCodeOf } from '../../system-error.ts'

/** What a typed line asks of the terminal itself: to send a recording, or only to be told something. */
export type SlashCommand = { readonly kind: 'voice'; readonly path: string } | SlashAnswer

/** One of the locale's messages, with its values. */
export type SlashAnswer = {
  readonly kind: 'answer'
  readonly message: `terminal_${'help' | 'unknown' | 'which' | 'missing' | 'folder' | 'forbidden' | 'unreadable' | 'untaken'}`
  readonly params: Readonly<Record<string, string>>
}

/** `null` for a line that is said to the bot. A slash begins one word, so a path such as `/orders/new.csv` is said. */
export async function readSlashCommand(line: string): Promise<SlashCommand | null> {
  const [, name, rest = ''] = /^\/(\p{L}[\p{L}\d_-]*)(?:\s+(.*))?$/u.exec(line.trim()) ?? []
  if (name === undefined) return null
  if (name === 'help') return answer('terminal_help')
  if (name !== 'voice') return answer('terminal_unknown', { name })
  if (rest === '') return answer('terminal_which')
  const file = path.resolve(rest)
  const trouble = await troubleWith(file)
  return trouble === null ? { kind: 'voice', path: file } : answer(trouble, { file })
}

function answer(message: SlashAnswer['message'], params: SlashAnswer['params'] = {}): SlashAnswer {
  return { kind: 'answer', message, params }
}

async function troubleWith(file: string): Promise<SlashAnswer['message'] | null> {
  try {
    if (!(await stat(file)).isFile()) return 'terminal_folder'
    await access(file, constants.R_OK)
    return null
  } catch (error) {
    return troubles[systemCodeOf(error) ?? ''] ?? 'terminal_unreadable'
  }
}

const troubles: Readonly<Record<string, SlashAnswer['message']>> = {
  ENOENT: 'terminal_missing',
  ENOTDIR: 'terminal_missing',
  EACCES: 'terminal_forbidden',
  EPERM: 'terminal_forbidden',
}
