import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import { createBareNameReader } from './bare-names.ts'
import { compileAbbreviations } from './spell-out.ts'
import { createDeniedVerbReader } from './denied-verbs.ts'
import { refuseConditions } from './conditions.ts'
import { compileLanguage } from './language.ts'
import { partClitic } from './part-clitic.ts'
import { createCommandReader } from './read-commands.ts'
import { readMarkedReferences } from './marked-references.ts'
import type { MessageReader } from './read-message.ts'
import { createReferenceReader } from './references.ts'
import { refuseStrangeNames } from './refuse-strange-names.ts'
import { refuseTold } from './told-verbs.ts'
import { createVocabulary } from './vocabulary.ts'

/**
 * Compiles what reading takes in one language, and with one mark between thousands: its countries do not write the same.
 * @throws UserError `catalogue_invalid` when a sentence is broken.
 */
export function createMessageReader(catalogue: Catalogue, locale: Locale, groupMark?: string): MessageReader {
  const language = compileLanguage(locale, catalogue.locales.values(), groupMark)
  const vocabulary = createVocabulary(locale)
  const written = readMarkedReferences(createCommandReader(catalogue, locale, language), catalogue)
  const sentences = refuseTold(written, catalogue, { locale, vocabulary })
  const named = refuseStrangeNames(sentences, { catalogue, locale, language, vocabulary })
  const prepare = (text: string) => partClitic(text, locale, vocabulary)
  const commands = refuseConditions(
    createReferenceReader(catalogue, locale, language, { commands: named, prepare }),
    catalogue,
    language,
  )
  const addBareNames = createBareNameReader(catalogue, locale, language, { ...named, readVerb: commands.readVerb })
  const readDeniedVerb = createDeniedVerbReader(locale, language)
  return {
    catalogue,
    language,
    vocabulary,
    commands,
    addBareNames,
    readDeniedVerb,
    spellOut: compileAbbreviations(locale),
  }
}
