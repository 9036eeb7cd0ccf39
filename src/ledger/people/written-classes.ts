/**
 * Classes of characters for regular expressions, spelled out because Postgres knows no properties of characters. They are
 * meant for text in the form NFKD, in which full-width and styled letters and digits are plain ones, and accents are
 * characters of their own.
 */

/** The digit zero of the other scripts, in hexadecimal. */
const zeros = `
  0660 06f0 07c0 0966 09e6 0a66 0ae6 0b66 0be6 0c66 0ce6 0d66 0de6 0e50 0ed0 0f20 1040 1090 17e0 1810 1946 19d0
  1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 104a0 10d30 10d40 11066 110f0 11136 111d0
  112f0 11450 114d0 11650 116c0 116d0 116da 11730 118e0 11950 11bf0 11c50 11d50 11da0 11de0 11f50 16130 16a60
  16ac0 16b50 16d70 1e140 1e2f0 1e4f0 1e5f1 1e950
`

/** Invisible characters, and accents, which change no word that they stand in: goes between the brackets of a class. */
export const unheeded =
  '\u00AD\u0300-\u036F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u17B4\u17B5\u180B-\u180F' +
  '\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\u2800\u3164\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF\uFFA0' +
  '\uFFF0-\uFFFB\u{110BD}\u{110CD}\u{13430}-\u{1343F}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}'

/** Blanks, punctuation, signs and marks, and what is invisible: goes between the brackets of a class. */
const apart =
  '\u0001-/:-@\\[-`{-\u00BF\u00D7\u00F7\u02C2-\u02C5\u02D2-\u02DF\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965' +
  '\u2000-\u2131\u2133-\u214D\u214F-\u2182\u2185-\u2BFF\u2E00-\u2E2E\u2E30-\u2E7F\u3000-\u3003\u3008-\u3020\u30FB' +
  `\uFE10-\uFE6F\u{1F000}-\u{1FAFF}${unheeded}`

/** A blank or control character as JSON writes it. */
export const escaped = '\\\\(?:[bfnrt]|u00[01][0-9a-f])'
/** One character between two words. */
export const separator = `(?:[${apart}]|${escaped})`
/** The digits of every script: goes between the brackets of a class. */
export const digits = Array.from({ length: 10 }, (_, value) => digitsOf(value)).join('')

/** The digits of this value, in every script: goes between the brackets of a class. */
export function digitsOf(value: number): string {
  const others = zeros.trim().split(/\s+/u)
  return String(value) + others.map((zero) => String.fromCodePoint(Number.parseInt(zero, 16) + value)).join('')
}
