import { stat } from 'node:fs/promises'
import path from 'node:path'
import { systemCodeOf } from '../../system-error.ts'

/** What a typed line asks of the terminal itself: to send a recording, or only to be told something. */
export type SlashCommand =
  | { readonly kind: 'voice'; readonly path: string }
  | { readonly kind: 'answer'; readonly text: string }

/** What the terminal knows beside what is said to the bot. */
const known =
  '/voice FILE sends a recording, /help shows this, and Ctrl-D leaves. Everything else is said to the bot; help asks it what it can do.'

/** `null` for a line that is said to the bot. A slash begins one word, so a path such as `/orders/new.csv` is said. */
export async function readSlashCommand(line: string): Promise<SlashCommand | null> {
  const [, name, rest = ''] = /^\/(\p{L}[\p{L}\d_-]*)(?:\s+(.*))?$/u.exec(line.trim()) ?? []
  if (name === undefined) return null
  if (name === 'help') return { kind: 'answer', text: known }
  if (name !== 'voice') return { kind: 'answer', text: `There is no /${name} here. ${known}` }
  if (rest === '') return { kind: 'answer', text: 'Which recording? /voice FILE sends one.' }
  const file = path.resolve(rest)
  const trouble = await troubleWith(file)
  return trouble === null ? { kind: 'voice', path: file } : { kind: 'answer', text: `${trouble}, so nothing was sent.` }
}

async function troubleWith(file: string): Promise<string | null> {
  try {
    return (await stat(file)).isFile() ? null : `${file} is no file`
  } catch (error) {
    const code = systemCodeOf(error)
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? `There is no file ${file}`
      : `${file} cannot be read (${String(code)})`
  }
}
