import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** E.164 allows fifteen digits after the plus. */
const maxLength = 16

/**
 * A phone number as people write it, in E.164: `+55 (11) 99000-0001` is `+5511990000001`, and `+55 (0) 11 …` the same number.
 * It must say its country, with + or 00: which one is meant is never guessed, and Brazil's ninth digit is left as it was
 * given. `null` when no number of that country is as long.
 */
export function normalisePhone(text: string): string | null {
  const bare = text.normalize('NFKC').replace(/[\s().\-\u2010-\u2015\u2212/\p{Cf}]/gu, '')
  const phone = possible(bare.replace(/^00/u, '+'))
  // One zero for calls within the country may stand in it; what is still no number without it never was one.
  return phone !== null && possible(phone) === phone ? phone : null
}

function possible(text: string): string | null {
  const parsed = /^\+[1-9][0-9]{6,15}$/u.test(text) ? parsePhoneNumberFromString(text) : undefined
  return parsed?.isPossible() === true && parsed.number.length <= maxLength ? parsed.number : null
}

/** The digits of what may be a phone number, or the end of one; `null` when there are too few to name somebody. */
export function phoneDigits(text: string): string | null {
  const digits = (normalisePhone(text) ?? text).replace(/[^0-9]/gu, '')
  return digits.length >= 7 && digits.length <= 15 ? digits : null
}

/** The digits of a number in E.164 without its country: as people write it to each other at home. */
export function nationalDigits(phone: string): string {
  return parsePhoneNumberFromString(phone)?.nationalNumber ?? phone.replace(/[^0-9]/gu, '')
}
