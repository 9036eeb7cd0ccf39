import { customAlphabet } from 'nanoid'
import { tokenAlphabet } from '../envelope/token.ts'

/** 30¹⁰: about 49 bits, for a code that lives for minutes and whose wrong tries lock an identity out. */
const codeLength = 10
const half = codeLength / 2

const draw = customAlphabet(tokenAlphabet, codeLength)

/** How long the code of the first owner is good, in milliseconds. */
export const ownerCodeValidMs = 15 * 60_000

/** The one-time code of the first owner, as it is shown: `K7Q2M-9XRTA`. */
export function createOwnerCode(): string {
  const code = draw()
  return `${code.slice(0, half)}-${code.slice(half)}`
}

/** What was typed as the code that it may be, in any case and spacing; `null` when it cannot be one. */
export function parseOwnerCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s\-\u2010-\u2015]/gu, '')
  const isCode = code.length === codeLength && Array.from(code).every((each) => tokenAlphabet.includes(each))
  return isCode ? `${code.slice(0, half)}-${code.slice(half)}` : null
}
