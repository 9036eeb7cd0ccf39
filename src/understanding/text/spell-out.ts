/**
 * "qro q vc cancele o 204": what people shorten, as the words that it stands for (`abbreviations` of the locale). A text is read so
 * only where it means nothing as it stands: what could be understood is never taken for something else.
 */
import type { Locale } from '../../catalogue/catalogue.ts'
import { foldText } from './fold-text.ts'

/** More words than these are looked up in no text. */
const maxWords = 6

/** A word, but no part of a code ("K7Q2M"), or the beginning of one that is shortened with a stroke: "c/", "p/", "w/o". */
const wordOrStroke = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]+(?:\/\p{L}(?!\p{L})|\/|(?![\p{L}\p{M}\p{N}]))/gu

/** The text with its shortened words spelled out; see `compileAbbreviations`. */
export type SpellOut = (text: string) => readonly string[]

/**
 * Compiles the abbreviations of a locale. What they give is the text with its first shortened word spelled out, then with the first
 * two, and so on, so that free text at the end can stay as it was written; none where no word is shortened.
 */
export function compileAbbreviations({ abbreviations = {} }: Pick<Locale, 'abbreviations'>): SpellOut {
  const full = new Map(Object.entries(abbreviations).map(([short, words]) => [foldText(short).text, words]))
  return (text) => {
    const shortened = [...text.matchAll(wordOrStroke)].flatMap(({ 0: found, index: from }) => {
      const short = full.has(foldText(found).text) ? found : found.replace(/\/.*$/u, '')
      const words = full.get(foldText(short).text)
      if (words === undefined) return []
      const to = from + short.length
      // "c/caução"
      const isJoined = short.endsWith('/') && /^\S/u.test(text.slice(to))
      return [{ from, to, words: isJoined ? `${words} ` : words }]
    })
    return shortened.slice(0, maxWords).map((_, last) =>
      shortened
        .slice(0, last + 1)
        .toReversed()
        .reduce((spelled, { from, to, words }) => `${spelled.slice(0, from)}${words}${spelled.slice(to)}`, text),
    )
  }
}
