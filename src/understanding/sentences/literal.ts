import { looseCharacters } from './clean-text.ts'
import { foldUnits, lowerText } from './fold-codes.ts'

/** A piece of literal text, ready to be compared. */
export type Literal = {
  /** Small letters without accents, blanks at both ends as in the template. */
  readonly whole: string
  /** `whole` without the blank at its beginning. */
  readonly bare: string
  /** `bare` with its accents. */
  readonly accented: string
  readonly hasAccents: boolean
  readonly hasApostrophe: boolean
  /** Characters without the blanks around them: what matching it is worth. */
  readonly worth: number
  readonly endsInBlank: boolean
  /** `bare` without everything that a rough comparison leaves out. */
  readonly rough: string
}

export function createLiteral(text: string, ignoreWhitespace: boolean): Literal {
  const normal = ignoreWhitespace ? text.replaceAll(/\s+/gu, '') : text
  const whole = foldUnits(normal)
  const bare = whole.trimStart()
  const accented = lowerText(normal).trimStart()
  return {
    whole,
    bare,
    accented,
    hasAccents: accented !== bare,
    hasApostrophe: bare.includes("'"),
    worth: bare.trimEnd().length,
    endsInBlank: normal.endsWith(' '),
    rough: roughText(bare),
  }
}

/** Folded text without everything that a rough comparison leaves out. */
export function roughText(folded: string): string {
  let rough = ''
  for (const char of folded) if (!looseCharacters.includes(char)) rough += char
  return rough
}
