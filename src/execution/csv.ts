/**
 * A table as RFC 4180. It begins with a byte order mark, without which spreadsheets take UTF-8 for something else.
 * @param lines the header first
 */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return `\uFEFF${lines.map(lineOf).join('\r\n')}\r\n`
}

function lineOf([first = '', ...others]: readonly string[]): string {
  // Where cells are parted at semicolons the whole line is one, and "-5,1+A1" a formula.
  const isAlone = others.every((each) => each === '' || isNumber.test(each))
  return [isAlone ? cell(first) : quoted(withoutFormulas(first)), ...others.map(cell)].join(',')
}

function cell(value: string): string {
  return quoted(isNumber.test(value) ? value : withoutFormulas(value))
}

function quoted(harmless: string): string {
  return /[",;\t\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const isNumber = /^-?\d+(\.\d+)?$/u
/** Where formulas are written in wide letters, their signs may be wide as well. */
const formulaSign = /[=+\-@＝＋－＠]/u
/** Spreadsheets in Latin America part cells at semicolons, whatever is quoted. */
const newCell = /[;\t\r\n]/u
/** What may stand before the sign, and is not seen there. */
const unseen = /[\s"\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/** What a spreadsheet would take for a formula is made a text, wherever a cell may begin: what is in one is data, not ours. */
function withoutFormulas(value: string): string {
  let isBegin = true
  let text = ''
  for (const char of value) {
    if (isBegin && formulaSign.test(char)) text += "'"
    text += char
    isBegin = newCell.test(char) || (isBegin && unseen.test(char))
  }
  return text
}
