import type { Json } from '../json.ts'

/** Words that YAML 1.1 or 1.2 takes for something else than text. */
const notText = /^(?:true|false|null|yes|no|on|off|y|n|~)$/iu

/** A value in one line, as it is written in the files of a catalogue: `{ name: id, required: true }`. */
export function inFlow(value: Json): string {
  if (typeof value === 'string') return isPlain(value) ? value : quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(inFlow).join(', ')}]`
  const entries = Object.entries(value).map(([key, each]) => `${inFlow(key)}: ${inFlow(each)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** A text of several lines as a block, of one line as it is. */
export function blockText(text: string, indent: number): string {
  const lines = text.trim().split('\n')
  if (lines.length === 1) return inFlow(text.trim())
  const blanks = ' '.repeat(indent)
  return `|\n${lines.map((line) => (line.trim() === '' ? '' : `${blanks}${line.trimEnd()}`)).join('\n')}`
}

/** Single quotes where double ones would have to be escaped. */
function quoted(text: string): string {
  return text.includes('"') && !/['\\\p{C}]/u.test(text) ? `'${text}'` : JSON.stringify(text)
}

function isPlain(text: string): boolean {
  return /^[a-zA-Z](?:[\w ./-]*[\w./-])?$/u.test(text) && !notText.test(text)
}
