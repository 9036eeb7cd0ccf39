import type { Catalogue } from '../catalogue/catalogue.ts'
import { localeFor } from '../catalogue/locale-for.ts'
import { UserError } from '../errors.ts'
import { compileLanguage } from './language.ts'
import { createCommandReader } from './read-commands.ts'
import { type MessageReader, readMessage } from './read-message.ts'
import type { Expectation, Reading } from './reading.ts'

/** Reads what people write: pure, no clock, no I/O, and never throws, whatever the text holds. */
export type Understanding = {
  /**
   * What a message means to the bot, given what it waits for. A language without a locale is read as its nearest
   * relative ("pt" as "pt-BR"), else as English: as the bot answers in it.
   * It says what was said, not whether it counts: whether a transcript or a forwarded message may confirm
   * anything is for the conversation to decide.
   */
  readonly read: (text: string, expectation: Expectation, language: string) => Reading
}

/**
 * Compiles the words and sentences of every locale, once.
 * @throws UserError `catalogue_invalid` when a sentence is broken or English is missing.
 */
export function createUnderstanding({ catalogue }: { readonly catalogue: Catalogue }): Understanding {
  const readers = new Map<string, MessageReader>()
  for (const [code, locale] of catalogue.locales) {
    const language = compileLanguage(locale, catalogue.locales.values())
    readers.set(code, { language, commands: createCommandReader(catalogue, locale, language) })
  }
  const english = readers.get('en')
  if (english === undefined) throw new UserError('catalogue_invalid', 'Cannot read messages: locales/en is missing')
  return {
    read: (text, expectation, language) =>
      readMessage(text, expectation, readers.get(localeFor(catalogue, language).language) ?? english),
  }
}
