/**
 * Where somebody is named in what others wrote, were told or asked for: by phone number, in any spelling and without its
 * country code, or by full name, whatever its case, accents, punctuation and invisible characters. A name of one word is an
 * everyday word or that of many people, and is not looked for. Texts in the clear are searched by Postgres, sealed ones
 * here; both use the same pattern, in which everything is spelled out, so that neither has to do more to a text than bring
 * it into its normal form. No two adjacent parts of the pattern match the same characters: whatever a text is made of,
 * searching it takes bounded time.
 */
import { sql, type RawBuilder } from 'kysely'
import { nationalDigits } from '../../access/phone.ts'
import { sameLine } from '../../access/same-line.ts'
import type { Json } from '../../json.ts'
import { digits, digitsOf, escaped, separator, unheeded } from './written-classes.ts'

/** What to look for in the normal form NFKD of a text. */
export type Mention = {
  /** A regular expression in the dialect that JavaScript and Postgres share. */
  readonly pattern: string
  readonly expression: RegExp
}

/** What may stand beside a name: neither a letter nor a digit. */
const besideName = `[^A-Za-z0-9${unheeded}]`

/** How a number is mentioned, and the other number of its line. */
export function numberMention(phone: string): Mention {
  const numbers = sameLine(phone).map(numberPattern)
  return mentionOfPattern(`(?:${numbers.join('|')})[${unheeded}]*(?:$|[^${digits}${unheeded}])`)
}

/** How each of these names is mentioned, but for those of one word. */
export function nameMentions(names: readonly string[]): readonly Mention[] {
  return names
    .flatMap((name) => namePattern(name) ?? [])
    .map((name) =>
      mentionOfPattern(`(?:^|${besideName}|${escaped})[${unheeded}]*(?:${name})[${unheeded}]*(?:$|${besideName})`),
    )
}

/** A mention in any of these ways, of which there is one at least. */
export function anyOf(ways: readonly Mention[]): Mention {
  return mentionOfPattern(ways.map(({ pattern }) => pattern).join('|'))
}

/** One that was kept by its pattern. */
export function mentionOfPattern(pattern: string): Mention {
  return { pattern, expression: new RegExp(pattern, 'u') }
}

/** Whether any text in a value mentions them. */
export function isMentioned({ expression }: Mention, value: Json): boolean {
  return expression.test(textsIn(value).join('\n').normalize('NFKD'))
}

/** The same for a text column or expression in the clear; JSON may be given as its text. */
export function mentionsSql({ pattern }: Mention, text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(normalize(${text}, NFKD) ~ ${pattern})`
}

function numberPattern(phone: string): string {
  return Array.from(nationalDigits(phone), (digit) => `[${digitsOf(Number(digit))}]`).join(`${separator}*`)
}

/** The words of a name, whatever stands between them and between the parts of each; `null` for a name of one word. */
function namePattern(name: string): string | null {
  if (!/\S\s+\S/u.test(name)) return null
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(new RegExp(`[${unheeded}]`, 'gu'), '')
    .split(new RegExp(`${separator}+`, 'u'))
    .filter((word) => word !== '')
  return words.length < 2 ? null : words.map(wordPattern).join(`${separator}+`)
}

function wordPattern(word: string): string {
  return Array.from(word, letterPattern).join(`[${unheeded}]*`)
}

/** Upper and lower case spelled out, as not every database knows which letters belong together. */
function letterPattern(letter: string): string {
  if (/[0-9]/u.test(letter)) return `[${digitsOf(Number(letter))}]`
  const large = letter.toUpperCase()
  return Array.from(large).length === 1 && large !== letter ? `[${letter}${large}]` : letter
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
