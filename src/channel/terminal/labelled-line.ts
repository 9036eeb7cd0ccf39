import { styleText } from 'node:util'
import { wrapWords } from './wrap-words.ts'

const labelWidth = 'WhatsApp  '.length

/**
 * A word, and behind it what it is about: `Voice     notes are transcribed by …`. What does not fit stands below, behind the label.
 * @param columns of the screen; `undefined` where nobody looks at one
 */
export function labelledLine(label: string, text: string, columns: number | undefined): string {
  const fitted = columns === undefined ? text : wrapWords(text, columns - labelWidth)
  const below = `\n${' '.repeat(labelWidth)}`
  return `${styleText('dim', label.padEnd(labelWidth - 1))} ${fitted.replaceAll('\n', below)}`
}
