/** Numbers that sound like another number, for an id that was heard and does not exist. */
import { forLanguage } from '../text/for-language.ts'

/** Digits that are taken for each other when they are said one by one. */
const digitPairs: Readonly<Record<string, readonly string[]>> = {
  en: ['59', '27', '18'],
  pt: ['36', '67', '23', '20', '19'],
  es: ['67', '23', '18', '69'],
}

/** Two last digits that are taken for each other: fifteen and fifty, sesenta and setenta, dois and doze. */
const endPairs: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [3, 4, 5, 6, 7, 8, 9].map((digit) => [`1${digit}`, `${digit}0`]),
  pt: [...seventies(), ['02', '12'], ['03', '13'], ['12', '02'], ['16', '06'], ['17', '07']],
  es: [...seventies(), ['02', '12'], ['03', '13'], ['16', '06'], ['17', '07']],
}

function seventies(): (readonly [string, string])[] {
  return Array.from({ length: 10 }, (_, digit) => [`6${digit}`, `7${digit}`])
}

/** At most so many are looked up. */
const maxAlikes = 8

/** Other numbers that may have been said, likeliest first; of a value that is no number there are none. */
export function soundAlikes(id: string, language: string): string[] {
  if (!/^\d{1,10}$/u.test(id)) return []
  const pairs = forLanguage(digitPairs, language) ?? []
  const ends = (forLanguage(endPairs, language) ?? []).flatMap(([a, b]) => [swapEnd(id, a, b), swapEnd(id, b, a)])
  const digits = Array.from(id).flatMap((digit, at) =>
    pairs
      .filter((pair) => pair.includes(digit))
      .map((pair) => `${id.slice(0, at)}${pair.replace(digit, '')}${id.slice(at + 1)}`),
  )
  const alike = [...ends.filter((each) => each !== null), ...digits].filter(
    (each) => each !== id && !each.startsWith('0'),
  )
  return [...new Set(alike)].slice(0, maxAlikes)
}

function swapEnd(id: string, from: string, to: string): string | null {
  return id.endsWith(from) ? `${id.slice(0, -from.length)}${to}` : null
}
