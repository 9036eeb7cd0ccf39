import widthOf from 'fast-string-width'

/**
 * Breaks lines between words, so that none is wider than so many columns; a word that is wider itself stays whole, for it may be a
 * link. What goes on below stands under the words that it belongs to: as far in as the line itself, or behind the mark or the
 * number of a list. Colours take no room, and what is drawn twice as wide takes twice as much.
 */
export function wrapWords(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')
}

function wrapLine(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line
  const start = startOf(line)
  const below = ' '.repeat(widthOf(start))
  const rows: string[] = []
  let row = start
  let isEmpty = true
  for (const word of line.slice(start.length).split(' ')) {
    const longer = isEmpty ? `${row}${word}` : `${row} ${word}`
    const breaks = !isEmpty && widthOf(longer) > columns
    if (breaks) rows.push(row.trimEnd())
    row = breaks ? `${below}${word}` : longer
    isEmpty = row.trim() === '' || row === start
  }
  return [...rows, row].join('\n')
}

/** What stands before the words of a line: blanks, and the mark or the number of a list. */
function startOf(line: string): string {
  return /^ *(?:(?:[•-]|\d{1,3}\.) +)?/u.exec(line)?.[0] ?? ''
}
