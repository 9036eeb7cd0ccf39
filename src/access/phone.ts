/**
 * A phone number as people write it, in E.164: `+55 (11) 99000-0001` is `+5511990000001`. It must say its country, with + or
 * 00: which one is meant is never guessed, and Brazil's ninth digit is left as it was given. `null` when it is no number.
 */
export function normalisePhone(text: string): string | null {
  const bare = text.normalize('NFKC').replace(/[\s().\-\u2010-\u2015\u2212/\p{Cf}]/gu, '')
  const phone = bare.replace(/^00/u, '+')
  return /^\+[1-9][0-9]{6,14}$/u.test(phone) ? phone : null
}

/** The digits of what may be a phone number, or the end of one; `null` when there are too few to name somebody. */
export function phoneDigits(text: string): string | null {
  const digits = (normalisePhone(text) ?? text).replace(/[^0-9]/gu, '')
  return digits.length >= 7 && digits.length <= 15 ? digits : null
}
