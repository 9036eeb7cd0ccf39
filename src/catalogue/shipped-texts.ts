/**
 * What Sayso itself says, in the files that come with it. A catalogue of one's own was copied from some version of them: what a
 * later version says besides is taken from here, so that nobody is left without an answer after an upgrade.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import type { Locale } from './catalogue.ts'
import type { MessagesFileShape } from './locale-shapes.ts'

/** The texts of a language that no command owns. */
type Texts = Pick<MessagesFileShape, 'messages' | 'words' | 'abbreviations'>
/** By language. */
export type ShippedTexts = ReadonlyMap<string, Texts>

/** @param localesDir the folder of the locales that come with Sayso, which its own tests have checked */
export async function readShippedTexts(localesDir: string): Promise<ShippedTexts> {
  const languages = await readdir(localesDir)
  const texts = languages.map(async (language) => {
    const text = await readFile(path.join(localesDir, language, 'messages.yaml'), 'utf8')
    return [language, parse(text) as Texts] as const
  })
  return new Map(await Promise.all(texts))
}

/** The texts of a locale, and where it has none those that come with Sayso: in its language, else in English. */
export function withShipped(locale: Texts, language: Locale['language'], shipped: ShippedTexts): Texts {
  const of = shipped.get(language)
  const english = shipped.get('en')
  return {
    messages: { ...english?.messages, ...of?.messages, ...locale.messages },
    // A word of another language would be understood in this one.
    words: { ...of?.words, ...locale.words },
    abbreviations: { ...of?.abbreviations, ...locale.abbreviations },
  }
}
