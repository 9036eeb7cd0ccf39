/**
 * A table as RFC 4180. It begins with a byte order mark, without which spreadsheets take UTF-8 for something else.
 * @param lines the header first
 */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return `\uFEFF${lines.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`
}

/** What a spreadsheet would take for a formula is made a text: what is in a cell is data, not ours. */
function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/u.test(value) && !/^-?\d+(\.\d+)?$/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
