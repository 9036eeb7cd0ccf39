import { customAlphabet } from 'nanoid'

/** Without the look-alikes 0 O 1 I L U. */
export const tokenAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
/** CCP VIII.B asks for a short token; 30⁴ with three tries leaves a guess one chance in 270 000. */
const tokenLength = 4
const refLength = 5

const drawToken = customAlphabet(tokenAlphabet, tokenLength)
const drawRef = customAlphabet(tokenAlphabet, refLength)

/** A confirmation token. It has a digit and a letter, so that no word and no number that people write can be one. */
export function createToken(): string {
  for (;;) {
    const token = drawToken()
    if (/[2-9]/.test(token) && /[A-Z]/.test(token)) return token
  }
}

/** The short reference of a command; unique in the ledger, which refuses a second one. */
export function createRef(): string {
  return drawRef()
}
