const apostrophe = "'"

/**
 * Where `literal` ends when it stands at `at` in folded text, or -1. Apostrophes inside a word may be missing on either
 * side ("whats", "dont"); one that opens the literal must be there, for it parts a name from its ending ("Pedro's").
 */
export function matchLiteral(text: string, at: number, literal: string): number {
  if (text.startsWith(literal, at)) return at + literal.length
  if (!literal.includes(apostrophe) && !text.includes(apostrophe, at)) return -1
  let textAt = at
  let literalAt = 0
  while (literalAt < literal.length) {
    if (textAt < text.length && text[textAt] === literal[literalAt]) {
      textAt++
      literalAt++
    } else if (literalAt > 0 && literal[literalAt] === apostrophe) literalAt++
    else if (textAt > at && literalAt > 0 && text[textAt] === apostrophe) textAt++
    else return -1
  }
  return textAt
}

/** Whether a word can begin at `at`. */
export function isWordStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === ' '
}

/** Whether a word can end before `at`. */
export function isWordEnd(text: string, at: number): boolean {
  return at >= text.length || text[at] === ' '
}

/** Where the last words of a text begin, `most` of them, the fewest first. */
export function lastWords(text: string, most: number): readonly number[] {
  const places: number[] = []
  for (let at = text.length - 1; at > 0 && places.length < most; at--) if (isWordStart(text, at)) places.push(at)
  return places
}
