/**
 * Where somebody is named in what others wrote, were told or asked for: by their phone number, in any spelling and without its
 * country, or by their full name, without regard to case and accents. A name of one word is an everyday word or that of many, and
 * is not looked for. Texts in the clear are searched by Postgres, sealed ones here; both look for the same pattern.
 */
import { sql, type RawBuilder } from 'kysely'
import { nationalDigits } from '../access/phone.ts'
import { sameLine } from '../access/same-line.ts'
import type { Json } from '../json.ts'

/** What to look for; each is a regular expression over folded text, in the dialect that JavaScript and Postgres share. */
export type Mention = { readonly phone: string; readonly name: string | null }

/** Between the digits of a number as people write one. */
const betweenDigits = '[-/ .()]{0,3}'
/** Whatever else is written for a hyphen, a blank or an accent. */
const hyphens = '[\u2010-\u2015\u2212]'
const blanks = '[\u00A0\u2007\u202F]'
const accents = '[\u0300-\u036F]'

/** How somebody of this number and name is mentioned; `formerNames`: what they were called before. */
export function mentionOf({
  phone,
  name,
  formerNames = [],
}: {
  readonly phone: string
  readonly name: string
  readonly formerNames?: readonly string[]
}): Mention {
  const names = [name, ...formerNames].flatMap((each) => fullName(each) ?? [])
  const numbers = sameLine(phone).map((line) => Array.from(nationalDigits(line)).join(betweenDigits))
  return {
    phone: `(${numbers.join('|')})($|[^0-9])`,
    name: names.length === 0 ? null : `(^|[^a-z0-9])(${names.join('|')})($|[^a-z0-9])`,
  }
}

function fullName(name: string): string | null {
  const words = fold(name)
    .split(' ')
    .filter((word) => word !== '')
  return words.length < 2 ? null : words.map(escape).join(' +')
}

/** Whether any text in a value mentions them. */
export function isMentioned({ phone, name }: Mention, value: Json): boolean {
  const text = fold(textsIn(value).join('\n'))
  return new RegExp(phone, 'u').test(text) || (name !== null && new RegExp(name, 'u').test(text))
}

/** The same for a text column or expression in the clear; JSON may be given as its text. */
export function mentionsSql({ phone, name }: Mention, text: RawBuilder<unknown>): RawBuilder<boolean> {
  const folded = sql`lower(regexp_replace(regexp_replace(regexp_replace(
    normalize(replace(replace(${text}, '\\n', ' '), '\\t', ' '), NFD), ${accents}, '', 'g'), ${hyphens}, '-', 'g'),
    ${`\\s|${blanks}`}, ' ', 'g'))`
  return name === null ? sql`(${folded} ~ ${phone})` : sql`(${folded} ~ ${phone} or ${folded} ~ ${name})`
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(new RegExp(accents, 'gu'), '')
    .replaceAll(new RegExp(hyphens, 'gu'), '-')
    .replaceAll(/\s/gu, ' ')
    .toLowerCase()
}

function escape(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&')
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
