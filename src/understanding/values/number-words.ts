import { numberTable, type NumberTable, valueOf } from './number-table.ts'

const largest = 999_999_999

/** The number that folded words say, cardinal or digit by digit, as canonical decimal; `null` when they say none. */
export function parseNumberWords(words: readonly string[], language: string): string | null {
  const table = numberTable(language)
  return table === null ? plainDigits(words) : (cardinal(words, table) ?? spoken(words, table))
}

/**
 * The same, cardinals only and with a decimal part ("ten point five"): for amounts, where "ten fifty" could be 10.50 as
 * well as 1050 and must not be guessed.
 */
export function parseAmountWords(words: readonly string[], language: string): string | null {
  const table = numberTable(language)
  if (table === null) return plainDigits(words)
  const halfOf = (said: readonly string[]) =>
    table.half.map((phrase) => phrase.split(' ')).find((phrase) => endsWith(said, phrase))
  const half = halfOf(words)
  if (half !== undefined) return withHalf(words.slice(0, -half.length), table)
  const scale = valueOf(table.scales, words.at(-1) ?? '')
  if (scale !== null && scale >= halvedScale && table.halfScale.includes(words.slice(0, -1).join(' ')))
    return String(scale / 2)
  const halfBefore = scale === null ? undefined : halfOf(words.slice(0, -1))
  if (scale !== null && halfBefore !== undefined) {
    const number = cardinal(words.slice(0, -1 - halfBefore.length), table)
    return number === null ? null : String((Number(number) + 0.5) * scale)
  }
  const point = words.findIndex((word) => table.point.includes(word))
  if (point < 0) return cardinal(words, table)
  const whole = cardinal(words.slice(0, point), table)
  const digits = fraction(words.slice(point + 1), table)
  return whole === null || digits === null ? null : `${whole}.${digits}`
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  return words.length > end.length && end.every((word, at) => words.at(at - end.length) === word)
}

/** From here on a scale may be halved: "a million and a half". */
const halvedScale = 100_000

/** "ten and a half"; half of what, after a hundred or a thousand, is not said. */
function withHalf(words: readonly string[], table: NumberTable): string | null {
  const last = words.at(-1) ?? ''
  const scale = valueOf(table.scales, last)
  const whole = cardinal(words, table)
  if (whole === null || table.hundred.includes(last)) return null
  if (scale === null) return `${whole}.5`
  return scale < halvedScale ? null : String(Number(whole) + scale / 2)
}

/** "five", "zero five"; and "fifty" where the language says it so. */
function fraction(words: readonly string[], table: NumberTable): string | null {
  const digits = words.map((word) => digit(word, table))
  if (digits.length > 0 && !digits.includes(null)) return digits.join('')
  const number = table.fractionsAsNumbers ? cardinal(words, table) : null
  return number?.length === 2 ? number : null
}

function plainDigits(words: readonly string[]): string | null {
  const [word] = words
  return words.length === 1 && word !== undefined && /^\d{1,9}$/.test(word) ? String(Number(word)) : null
}

function cardinal(words: readonly string[], table: NumberTable): string | null {
  const [only] = words
  if (only !== undefined && words.length === 1 && (table.zero.includes(only) || /^0+$/.test(only))) return '0'
  if (plainDigits(words) !== null) return plainDigits(words)
  let total = 0
  let group = 0
  let lastScale = Infinity
  let isLoose = false
  let open: 'and' | 'one' | null = null
  /** The last word that is not "and". */
  let last = ''
  for (const [at, word] of words.entries()) {
    const scale = valueOf(table.scales, word)
    if (table.and.includes(word)) {
      if (open !== null || (group === 0 ? total : group) < table.andFrom) return null
      open = 'and'
      continue
    }
    if (table.one.includes(word) && group === 0 && open !== 'one') {
      open = 'one'
      continue
    }
    if (table.hundred.includes(word)) {
      const factor = group === 0 && open !== 'and' ? 1 : group
      if (factor < 1 || factor > 99 || open === 'and') return null
      group = factor * 100
    } else if (scale !== null) {
      const bare = group === 0 && table.bareScales.includes(word)
      const factor = bare || (group === 0 && total === 0) ? 1 : group
      if (factor < 1 || scale >= lastScale || (open === 'and' && !bare) || table.openHundreds.includes(last))
        return null
      total += factor * scale
      group = 0
      lastScale = scale
      isLoose = table.looseScales.includes(word)
    } else {
      const value = open === 'one' || table.roundHundreds.includes(last) ? null : atom(word, words[at - 1] ?? '', table)
      if (value === null || !fits(value, group)) return null
      group += value
    }
    open = null
    last = word
  }
  const sum = total + group
  const mayBeMore = isLoose && group > 0 && group < 100
  return open !== null ||
    table.openHundreds.includes(last) ||
    sum < 1 ||
    sum > largest ||
    group >= lastScale ||
    mayBeMore
    ? null
    : String(sum)
}

/** Digits may stand in for a word ("2 hundred"), but "20 4" is two numbers. */
function atom(word: string, before: string, table: NumberTable): number | null {
  if (/^[1-9]\d{0,2}$/.test(word)) return /^\d/.test(before) ? null : Number(word)
  return valueOf(table.small, word) ?? valueOf(table.tens, word) ?? valueOf(table.hundreds, word)
}

/** Whether a smaller number may still be added: 200 takes 5, 20 takes 5, 5 takes nothing. */
function fits(value: number, group: number): boolean {
  if (value >= 100) return group === 0
  if (group % 100 === 0) return true
  return value < 10 && group % 10 === 0 && group % 100 >= 20
}

/**
 * "two oh six", "nineteen ninety", "double four": the parts are put side by side, as they are written, zeros and all. Beside a figure
 * stand single digits alone: of "order 3 ten fifty" the order is 3.
 */
function spoken(words: readonly string[], table: NumberTable): string | null {
  if (words.length < 2 || valueOf(table.spokenDigits, words[0] ?? '') === 0) return null
  const isInFigures = words.some((word) => /^\d/u.test(word))
  // "un 9", "um nove" is a nine, and "one 9" nobody knows.
  const mayBeArticle = isInFigures
    ? valueOf(table.small, words[0] ?? '') === 1
    : table.articles.includes(words[0] ?? '')
  if (mayBeArticle && words.length === 2) return null
  let digits = ''
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const repeated = valueOf(table.repeats, word)
    if (repeated !== null) {
      const again = digit(words[at + 1] ?? '', table)
      if (again === null) return null
      digits += String(again).repeat(repeated)
      at++
      continue
    }
    if (isInFigures && digit(word, table) === null) return null
    const tens = valueOf(table.tens, word)
    const unitAt = table.andFrom <= 20 && table.and.includes(words[at + 1] ?? '') ? at + 2 : at + 1
    const unit = tens === null ? null : digit(words[unitAt] ?? '', table)
    const part = tens ?? valueOf(table.small, word) ?? digit(word, table)
    if (part === null) return null
    const joins = tens !== null && unit !== null && unit > 0
    digits += joins ? tens + unit : part
    if (joins) at = unitAt
  }
  return digits.length > String(largest).length ? null : digits
}

function digit(word: string, table: NumberTable): number | null {
  if (/^\d$/.test(word)) return Number(word)
  if (table.zero.includes(word)) return 0
  const value = valueOf(table.spokenDigits, word) ?? valueOf(table.small, word)
  return value !== null && value < 10 ? value : null
}
