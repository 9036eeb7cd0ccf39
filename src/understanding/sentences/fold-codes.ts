/**
 * How characters are compared: one UTF-16 unit becomes one unit, so that a place in folded text is the same place in the
 * text. Case never counts. Accents count only between readings that are equally possible otherwise, and only the marks of
 * Latin, Greek and Cyrillic letters are accents: those of other scripts are letters of their own.
 */
const unknown = 0
const lowered = new Uint16Array(0x1_00_00)
const folded = new Uint16Array(0x1_00_00)

/** Letters that some alphabets take for the same, whatever `toLowerCase` says. */
const sameLetter: Readonly<Record<string, string>> = { İ: 'i', ı: 'i', ſ: 's', ς: 'σ', µ: 'μ' }
const accents = /^[\u0300-\u036F]+$/

/** The text in small letters, of the same length. */
export function lowerText(text: string): string {
  return isAscii(text) ? text.toLowerCase() : mapUnits(text, lowered, lowerUnit)
}

/** The text in small letters without accents, of the same length. */
export function foldUnits(text: string): string {
  return isAscii(text) ? text.toLowerCase() : mapUnits(text, folded, foldUnit)
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

function mapUnits(text: string, known: Uint16Array, map: (char: string) => string): string {
  const units: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    let mapped = known[code] ?? unknown
    if (mapped === unknown) {
      mapped = map(text.charAt(at)).charCodeAt(0)
      known[code] = mapped
    }
    units.push(mapped)
  }
  return String.fromCharCode(...units)
}

function lowerUnit(char: string): string {
  const small = sameLetter[char] ?? char.toLowerCase()
  return small.length === 1 ? (sameLetter[small] ?? small) : char
}

function foldUnit(char: string): string {
  const small = lowerUnit(char)
  const parts = small.normalize('NFD')
  return parts.length > 1 && accents.test(parts.slice(1)) ? lowerUnit(parts.charAt(0)) : small
}

const wordUnits = new Uint8Array(0x1_00_00)

/** Whether the unit at a place is a letter, a digit or "_". */
export function isWordUnit(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false
  const code = text.charCodeAt(at)
  if (wordUnits[code] === unknown) wordUnits[code] = /[\p{L}\p{N}_]/u.test(text.charAt(at)) ? 1 : 2
  return wordUnits[code] === 1
}
