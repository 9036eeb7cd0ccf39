/**
 * "Ponele nota frágil al 205": a free text that took in the thing that something is done to. It may as well be all text ("ponele nota
 * llamar a Juan"): only a number, and what stands before a colon ("a Pedro: frágil"), is sure to be no part of it.
 */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { opensQuote } from '../text/quotes.ts'
import { afterWord, endsIn, phrasesIn } from '../text/phrases.ts'
import type { Language } from '../words/language.ts'
import type { Wish } from '../wish.ts'

/** More words at the end of a text name nothing. */
const maxNameWords = 3

/** Where a thing is said in a text, with the word before it; `isSure`: it can be nothing else. */
export type SaidThing = { readonly from: number; readonly to: number; readonly name: string; readonly isSure: boolean }

/** The things that the free texts of a wish may say, first what is at the beginning of them. */
export function thingsInText(
  text: string,
  { command, args }: Wish,
  { commands }: Pick<Catalogue, 'commands'>,
  language: Language,
): readonly SaidThing[] {
  const texts = (commands.get(command)?.parameters ?? []).filter(
    ({ type, entity }) => type === 'text' && entity === null,
  )
  return texts.flatMap(({ name }) => {
    const value = args[name] ?? ''
    const at = value === '' ? -1 : text.lastIndexOf(value)
    if (at < 0 || isWrittenDown(text.slice(0, at), language)) return []
    const folded = foldText(value)
    return [thingBefore(folded, language), thingBehind(folded, language)]
      .filter((thing) => thing !== null)
      .map((thing) => ({ ...thing, from: at + thing.from, to: at + thing.to }))
  })
}

/** What stands behind a colon, in quotation marks or behind "que diga" is all text. */
function isWrittenDown(before: string, language: Language): boolean {
  const written = before.trimEnd()
  return (
    /[:：]$/u.test(written) ||
    opensQuote(written, written.length - 1) ||
    endsIn(foldText(written).text, language.wording)
  )
}

/** "A Pedro: frágil", "al 205 frágil": all up to the colon, else one word. */
function thingBefore({ text, original, starts }: Folded, { toThing }: Language): SaidThing | null {
  const end = Math.max(0, ...toThing.endsAt(text, 0))
  const from = starts[afterWord(text, end)]
  if (end === 0 || from === undefined) return null
  const [upToColon] = /^[^:]*(?=:)/u.exec(original.slice(from)) ?? []
  const name = (upToColon ?? original.slice(from).split(/\s/u)[0] ?? '').trim()
  return name === ''
    ? null
    : { from: starts[0] ?? 0, to: from + name.length, name, isSure: upToColon !== undefined || isDigits(name) }
}

/** "Frágil al 205", "frágil a Pedro". */
function thingBehind({ text, original, starts, ends }: Folded, { toThing }: Language): SaidThing | null {
  const last = phrasesIn(text, toThing).findLast(({ from, to }) => from > 0 && to < text.length)
  if (last === undefined) return null
  const to = ends[text.length - 1] ?? original.length
  const name = original.slice(starts[afterWord(text, last.to)], to)
  if (name.split(/\s+/u).length > maxNameWords) return null
  return { from: starts[last.from] ?? 0, to, name, isSure: isDigits(name) }
}
