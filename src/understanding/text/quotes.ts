/** Opening quote → what closes it. Phones put typographic quotes where straight ones were typed, sometimes the same twice. */
const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”“',
  '”': '”',
  '„': '“”',
  '‘': '’‘',
  '’': '’',
  '«': '»',
}
/** These are apostrophes too, and close only where a word ends. */
const apostrophes = "'’‘"

/** A quoted text: what is inside, escapes resolved, and the place after its closing quote. */
export type Quoted = { readonly value: string; readonly end: number }

/** Whether a quote opens at `at`. */
export function opensQuote(text: string, at: number): boolean {
  return Object.hasOwn(closing, text[at] ?? '')
}

/**
 * The quoted text that opens at `at`; `null` when it is never closed. `\` before a quote that would close it, or another
 * `\`, takes that character literally; everything else inside is verbatim.
 */
export function readQuoted(text: string, at: number): Quoted | null {
  const opener = text[at] ?? ''
  const closers = closing[opener] ?? ''
  let value = ''
  for (let place = at + 1; place < text.length; place++) {
    const char = text[place] ?? ''
    const after = text[place + 1] ?? ''
    if (char === '\\' && after !== '' && (after === '\\' || closers.includes(after))) {
      value += after
      place++
    } else if (closers.includes(char) && (!apostrophes.includes(char) || !/[\p{L}\p{N}]/u.test(after))) {
      return { value, end: place + 1 }
    } else value += char
  }
  return null
}

/** The places that lie inside quotes, as ranges; quotes that open inside a word ("Pedro's") or never close are none. */
export function quotedRanges(text: string): readonly { readonly from: number; readonly to: number }[] {
  const ranges: { from: number; to: number }[] = []
  const unclosed = new Set<string>()
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (unclosed.has(char) || !opensQuote(text, at) || !/^$|[\s=(:,;]/u.test(text[at - 1] ?? '')) continue
    const quoted = readQuoted(text, at)
    if (quoted === null) unclosed.add(char)
    else {
      ranges.push({ from: at, to: quoted.end })
      at = quoted.end - 1
    }
  }
  return ranges
}
