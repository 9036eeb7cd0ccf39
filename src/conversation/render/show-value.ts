import { jsonText, type Json } from '../../json.ts'

/** Longer values are cut, so that no value can push the bot's own words off the screen. */
const maxShownLength = 80

/**
 * Invariant 7: a value in a reply is one line, at most 80 characters, without control, direction or formatting marks,
 * so that it cannot dress up as the bot's own words.
 */
export function showValue(value: Json): string {
  const text = jsonText(value)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, '')
    // WhatsApp's own marks: bold, strike, code; underscores only where they would begin or end italics.
    .replace(/[*~`]/gu, '')
    .replace(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, '')
    .trim()
  const characters = Array.from(text)
  return characters.length > maxShownLength ? `${characters.slice(0, maxShownLength - 1).join('')}…` : text
}
