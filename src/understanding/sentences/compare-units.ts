/** How stretches of text are compared, unit by unit. */
export const blank = 0x20
const hyphen = 0x2d
const underscore = 0x5f

/** Whether a stretch of the text is what a value or a literal says, a hyphen or an underscore standing for a blank. */
export function sameUnits(accented: string, from: number, end: number, wanted: string, skipped: number): boolean {
  for (let at = from; at < end; at++) {
    const code = accented.charCodeAt(at)
    const other = wanted.charCodeAt(at - from + skipped)
    if (code !== other && !(other === blank && isJoiner(code))) return false
  }
  return true
}

/** What may stand for a blank. */
export function isJoiner(code: number): boolean {
  return code === hyphen || code === underscore
}

export function skipBlanks(text: string, at: number): number {
  let from = at
  while (text.charCodeAt(from) === blank) from++
  return from
}

/** Whether a literal stands at `from` with joiners in the place of blanks, never the other way round. */
export function fitsJoined(folded: string, from: number, wanted: string): boolean {
  return from + wanted.length <= folded.length && sameUnits(folded, from, from + wanted.length, wanted, 0)
}
