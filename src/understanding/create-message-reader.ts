import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import { createBareNameReader } from './wishes/bare-names.ts'
import { compileAbbreviations } from './text/spell-out.ts'
import { createOneMoreReader } from './wishes/one-more-of.ts'
import { createDeniedVerbReader } from './wishes/denied-verbs.ts'
import { refuseConditions } from './wishes/conditions.ts'
import { compileLanguage, type SpokenIn } from './words/language.ts'
import { findDativeVerb } from './words/dative-verb.ts'
import { partClitic } from './words/part-clitic.ts'
import { createCommandReader } from './wishes/read-commands.ts'
import { readMarkedReferences } from './wishes/marked-references.ts'
import type { MessageReader } from './read-message.ts'
import { createReferenceReader } from './wishes/references.ts'
import { refuseStrangeNames } from './wishes/refuse-strange-names.ts'
import { refuseTold } from './wishes/told-verbs.ts'
import { createVocabulary } from './words/vocabulary.ts'

/**
 * Compiles what reading takes in one language, as it is spoken there or in its own region: its countries do not write numbers and sums
 * the same.
 * @throws UserError `catalogue_invalid` when a sentence is broken.
 */
export function createMessageReader(catalogue: Catalogue, locale: Locale, spokenIn?: SpokenIn): MessageReader {
  const language = compileLanguage(locale, catalogue.locales.values(), spokenIn)
  const vocabulary = createVocabulary(locale)
  const written = readMarkedReferences(createCommandReader(catalogue, locale, language), catalogue)
  const sentences = refuseTold(written, catalogue, { locale, vocabulary })
  const named = refuseStrangeNames(sentences, { catalogue, locale, language, vocabulary })
  const prepare = (text: string) => partClitic(text, locale, vocabulary)
  const commands = refuseConditions(
    createReferenceReader(catalogue, locale, language, {
      commands: named,
      prepare,
      dativeIn: (text) => findDativeVerb(text, locale, vocabulary),
    }),
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
    readOneMoreOf: createOneMoreReader(locale, language),
    spellOut: compileAbbreviations(locale),
  }
}
