import { UserError } from '../../errors.ts'

const shownLength = 120

/** Says where a template is broken; `column` counts from 1. */
export function templateError(source: string, column: number, problem: string): UserError {
  const from = Math.max(0, column - shownLength / 2)
  const end = from + shownLength
  const shown = `${from > 0 ? '…' : ''}${source.slice(from, end)}${end < source.length ? '…' : ''}`
  return new UserError('catalogue_invalid', `Cannot read the sentence "${shown}", column ${column}: ${problem}`, {
    params: { column },
  })
}
