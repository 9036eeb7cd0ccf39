import { foldLiteral } from '../fold-text.ts'

/** A literal of a template as it is compared: words, and `' '` for every border between two. */
export function literalPieces(text: string): readonly string[] {
  return text
    .split(/(\s+)/u)
    .map((chunk) => (/^\s/u.test(chunk) ? ' ' : withoutPunctuation(foldLiteral(chunk))))
    .filter((chunk) => chunk !== '')
}

/** Texts lose the punctuation around words, so templates must; an apostrophe may open a piece such as `['s]`. */
function withoutPunctuation(chunk: string): string {
  return chunk.replace(/^[.,;:!?¿¡…"()#*_~]+|[.,;:!?¿¡…"()*_~]+$/gu, '')
}
