/** As long as a message may be before a phone hides most of it; WhatsApp itself takes 65 536. */
const longest = 4000

/** The best place comes first: between paragraphs, between lines, after a sentence, between words. */
const breaks: readonly RegExp[] = [/\n\n/gu, /\n/gu, /[.!?…]\s/gu, /\s/gu]

/** What a phone shows as code, bold, slanted or struck out; longer than this it is not looked for. */
const marks = /```[^]{1,4000}?```|(?<![\p{L}\p{N}])([*_~`])(?=\S)[^\n]{1,300}?(?<=\S)\1(?![\p{L}\p{N}])/gu

/** A text as messages that fit: nothing of it is lost but blanks at the breaks. A text of blanks is one message. */
export function splitText(text: string, most: number = longest): readonly string[] {
  const parts: string[] = []
  let rest = text.trimEnd()
  while (rest.length > most) {
    const at = placeToBreak(rest, most)
    const part = rest.slice(0, at).trimEnd()
    if (part !== '') parts.push(part)
    // The break itself goes; how far a line is indented stays.
    rest = rest.slice(at).replace(/^(?:\s*\n|\s+)/u, '')
  }
  return parts.length === 0 || rest !== '' ? [...parts, rest] : parts
}

/**
 * The last break of the best kind in the second half that is in no marked words; without any, before the marked words that do
 * not fit, or as much as fits, whole characters.
 */
function placeToBreak(text: string, most: number): number {
  const window = text.slice(0, most + 1)
  const marked = markedIn(text, most)
  const around = (at: number) => marked.find(({ start, end }) => start < at && at < end)
  for (const pattern of breaks) {
    const ends = [...window.matchAll(pattern)].map((match) => match.index + match[0].trimEnd().length)
    const at = ends.findLast((end) => end > most / 2 && end <= most && around(end) === undefined)
    if (at !== undefined) return at
  }
  const whole = around(most)
  if (whole !== undefined && whole.start > 0) return whole.start
  const code = text.charCodeAt(most - 1)
  return code >= 0xd8_00 && code <= 0xdb_ff ? most - 1 : most
}

/** Where words are marked that begin in a message of this length and fit into one: cut in two, they would show their marks. */
function markedIn(text: string, most: number): readonly { readonly start: number; readonly end: number }[] {
  return [...text.slice(0, 2 * most).matchAll(marks)].flatMap(({ index, 0: { length } }) =>
    length > most ? [] : [{ start: index, end: index + length }],
  )
}
