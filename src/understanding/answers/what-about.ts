import type { Catalogue } from '../../catalogue/catalogue.ts'
import { readExactValue, stripFiller } from '../bare-value.ts'
import { type Folded, foldText, isAccentedLetter } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import type { Language } from '../words/language.ts'
import { afterWord, skipLeading } from '../text/phrases.ts'
import type { CommandReader, CommandReading } from '../wishes/read-commands.ts'
import type { WhatAbout } from '../reading.ts'
import type { ValueOf } from '../value-of.ts'
import { kindsOfId } from '../values/id-behind-title.ts'
import { isDayOfAnyMonth, saidAs } from '../values/last-day.ts'
import { wantedOf } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'

/** More words are no value. */
const maxWords = 4

/** Of these one value is told from any other word. */
const told = new Set(['date', 'month', 'choice'])

/**
 * What else the last question is asked about, a number or a name: "205" of "what about 205?", "Maria" of "e a Maria?"; or what
 * else was done last is to be done to ("same for 205"). `null` when it is no such text.
 */
export function readWhatAbout(
  folded: Folded,
  catalogue: Pick<Catalogue, 'commands'>,
  language: Language,
  when: When,
): WhatAbout | null {
  const { text, original, starts } = folded
  const from = skipLeading(text, language.skipped)
  const [same] = language.words.same_for.endsAt(text, from)
  const end = same ?? language.words.what_about.endsAt(text, from)[0]
  // "é o 205" says which one it is, and "é" alone is a word of one letter.
  if (end === undefined || isAccentedLetter(folded, from, `${text} `.indexOf(' ', from))) return null
  const at = afterWord(text, end)
  if (at >= text.length || text.slice(at).split(' ').length > maxWords) return null
  const rest = original.slice(starts[at]).replace(/[?!.\s]+$/u, '')
  const value = stripFiller(foldText(rest), language).replace(/['’]s$/u, '')
  // "27th" is a number of anything, and "the 27th" a day; "the third" is one of a list.
  const whole = /\d/u.test(rest) ? valuesIn(rest, catalogue, language, when) : {}
  const asValue = { ...whole, ...valuesIn(value, catalogue, language, when) }
  const hasValue = Object.keys(asValue).length > 0
  const isNamed = /^(?:#?\d|\p{Lu})/u.test(value)
  // People are lazy with capitals and question marks, and "and now" asks about nobody.
  const isQuestioned = !language.words.and.endsAt(text, from).includes(end) || /\?\s*$/u.test(original)
  const isAsked = (same !== undefined || hasValue || isQuestioned) && /^\p{L}/u.test(value)
  if (!isNamed && !isAsked) return null
  const isMore = language.words.and.endsAt(text, from).length > 0 && /^#?\d+$/u.test(value) && !isQuestion(original)
  return {
    kind: 'what-about',
    value: value.replace('#', ''),
    ...idOfKinds(folded, language),
    ...(isMore && { more: true }),
    ...(hasValue && { asValue }),
    ...(same !== undefined && { same: true }),
    ...(!isNamed && { free: true }),
  }
}

/** `idOf` of what is said of a number, where there is any. */
export function idOfKinds(folded: Folded, { unnumbered }: Language): Pick<WhatAbout, 'idOf'> {
  const kinds = kindsOfId(folded, unnumbered)
  return kinds.length === 0 ? {} : { idOf: kinds }
}

/** "e quanto vendemos ontem?", "and cancel 205": all that is asked for stands behind the "and". */
export function readBehindAnd(
  folded: Folded,
  commands: CommandReader,
  { words, skipped }: Language,
  when: When,
): CommandReading | null {
  const { text, original, starts } = folded
  const from = skipLeading(text, skipped)
  const [end] = words.and.endsAt(text, from)
  if (end === undefined || end === text.length || isAccentedLetter(folded, from, end)) return null
  return commands.read(original.slice(starts[afterWord(text, end)]), when)
}

function valuesIn(
  text: string,
  { commands }: Pick<Catalogue, 'commands'>,
  language: Language,
  when: When,
): Readonly<Record<string, ValueOf>> {
  const folded = foldText(text)
  const values: Record<string, ValueOf> = {}
  for (const { token, safety, parameters } of commands.values()) {
    if (safety !== 'read') continue
    for (const parameter of parameters) {
      if (values[token] !== undefined || parameter.entity !== null || !told.has(parameter.type)) continue
      const read = readExactValue(folded, wantedOf(parameter), language, when)
      if (read === null) continue
      const anyMonth = parameter.type === 'date' && saidAs(text, language).some(isDayOfAnyMonth)
      values[token] = { parameter: parameter.name, ...read, ...(anyMonth && { anyMonth }) }
    }
  }
  return values
}
