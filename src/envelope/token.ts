import { customAlphabet } from 'nanoid'

/** Without the look-alikes 0 O 1 I L U. */
export const tokenAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
/** CCP VIII.B asks for a short token; 30⁴ with three tries leaves a guess one chance in 270 000. */
const tokenLength = 4
const refLength = 5

const drawToken = customAlphabet(tokenAlphabet, tokenLength)
const drawRef = customAlphabet(tokenAlphabet, refLength)

/** A confirmation token. */
export function createToken(): string {
  return drawMixed(drawToken)
}

/** The short reference of a command; unique in the ledger, which refuses a second one. */
export function createRef(): string {
  return drawMixed(drawRef)
}

/** With a digit and a letter at least, so that no word and no number that people write is one. */
function drawMixed(draw: () => string): string {
  for (;;) {
    const drawn = draw()
    if (/[2-9]/.test(drawn) && /[A-Z]/.test(drawn)) return drawn
  }
}
