import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'
import { recall } from '../recall.ts'
import { sameLine } from './same-line.ts'

/** E.164 allows fifteen digits after the plus. */
const maxLength = 16

/**
 * A phone number as people write it, in E.164: `+55 (11) 99000-0001` is `+5511990000001`, and `+55 (0) 11 …` the same number.
 * It must say its country, with + or 00: which one is meant is never guessed, and Brazil's ninth digit and Mexico's old 1
 * are left as they were given. `null` when no number of that country is as long.
 */
export function normalisePhone(text: string): string | null {
  const phone = possible(bareNumber(text).replace(/^00/u, '+'))
  // One zero for calls within the country may stand in it; what is still no number without it never was one.
  return phone !== null && possible(phone) === phone ? phone : null
}

/**
 * A number as people write it at home, `(11) 99000-0001`, in E.164 with the country of another one; `null` when no number of that
 * country is like it, its area is left out, or it names a country itself. Whoever sees it is shown the whole.
 * @param neighbour a number of the country that is meant, in E.164
 */
export function completePhone(text: string, neighbour: string): string | null {
  const bare = bareNumber(text)
  const known = parsePhoneNumberFromString(neighbour)
  if (known === undefined || !/^[0-9]{6,15}$/u.test(bare) || bare.startsWith('00')) return null
  const parsed = parsePhoneNumberFromString(bare, { defaultCallingCode: known.countryCallingCode })
  // Much shorter is what is dialled within a town.
  const isWhole = parsed !== undefined && Math.abs(parsed.nationalNumber.length - known.nationalNumber.length) <= 1
  return isWhole && parsed.isValid() ? checked(parsed) : null
}

/** The same where only the country is known, ISO 3166: as people there write it. */
export function phoneIn(country: string, text: string): string | null {
  const bare = bareNumber(text)
  if (!isSupportedCountry(country) || !/^[0-9]{6,15}$/u.test(bare) || bare.startsWith('00')) return null
  const parsed = parsePhoneNumberFromString(bare, country)
  return parsed?.isValid() === true ? checked(parsed) : null
}

function possible(text: string): string | null {
  return /^\+[1-9][0-9]{6,15}$/u.test(text) ? checked(parsePhoneNumberFromString(text)) : null
}

function checked(parsed: PhoneNumber | undefined): string | null {
  return parsed !== undefined && isPossible(parsed) && parsed.number.length <= maxLength ? parsed.number : null
}

/** Numbers that the plan of their country has no more, but WhatsApp has, count as the ones that took their place. */
function isPossible(parsed: PhoneNumber): boolean {
  return parsed.isPossible() || parsePhoneNumberFromString(sameLine(parsed.number)[0] ?? '')?.isPossible() === true
}

function bareNumber(text: string): string {
  return text.normalize('NFKC').replace(/[\s().\-\u2010-\u2015\u2212/\p{Cf}]/gu, '')
}

/** The digits of what may be a phone number, or the end of one; `null` when there are too few to name somebody. */
export function phoneDigits(text: string): string | null {
  const digits = (normalisePhone(text) ?? text).replace(/[^0-9]/gu, '')
  return digits.length >= 7 && digits.length <= 15 ? digits : null
}

/** The country of a number in E.164, ISO 3166, the first of those that share its code; `undefined` of what is no number. */
export const countryOf = recall((phone): string | undefined => {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed?.country ?? parsed?.getPossibleCountries()[0]
})

/** How the numbers of a country look when they are written whole, `+44 xxxx xxxxxx`, as one of them does; `null` of what is no number. */
export function phoneShape(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone)
  if (parsed === undefined) return null
  const country = `+${parsed.countryCallingCode}`
  return `${country}${parsed.formatInternational().slice(country.length).replaceAll(/\d/gu, 'x')}`
}

/** The digits of a number in E.164 without its country: as people write it to each other at home. */
export function nationalDigits(phone: string): string {
  return parsePhoneNumberFromString(phone)?.nationalNumber ?? phone.replace(/[^0-9]/gu, '')
}
