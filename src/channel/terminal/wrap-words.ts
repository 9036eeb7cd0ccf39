import { stripVTControlCharacters } from 'node:util'

/**
 * Breaks lines between words, so that none is wider than so many columns; a word that is wider itself stays whole, for it may be a
 * link. Colours take no room.
 */
export function wrapWords(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')
}

function wrapLine(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line
  const rows: string[] = []
  let row = ''
  for (const word of line.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`
    if (row.trim() !== '' && widthOf(longer) > columns) {
      rows.push(row)
      row = word
    } else row = longer
  }
  return [...rows, row].join('\n')
}

function widthOf(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length
}
