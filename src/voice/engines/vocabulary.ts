import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { localeFor } from '../../catalogue/locale-for.ts'
import { createKnownWords } from '../../understanding/spoken/known-words.ts'
import { createSoundMender } from '../../understanding/spoken/mend-by-sound.ts'
import type { GrammarEars } from '../ear/grammar-ears.ts'
import type { LikelyWords } from './speech-engine.ts'

/**
 * Whisper reads the last 224 tokens of a prompt. A token is two characters and a half or more in the languages that Sayso
 * speaks, so that so many characters always fit.
 */
const maxLength = 560

/** What is likely in a note, by the person's language; worked out once for each. */
export function createVocabularies(
  catalogue: Catalogue,
  ears: Pick<GrammarEars, 'fitFor'> | null = null,
): (language: string) => LikelyWords {
  const known = new Map<string, LikelyWords>()
  return (language) => {
    const locale = localeFor(catalogue, language)
    const fit = ears?.fitFor(language) ?? null
    const key = `${locale.language}${fit === null ? '' : ', with an ear'}`
    const before = known.get(key)
    if (before !== undefined) return before
    const words = createKnownWords(catalogue, locale)
    const mend = createSoundMender(words, locale.language)
    const likely = {
      prompt: promptOf(catalogue, locale),
      knows: words.knows,
      mend,
      ...(fit === null ? {} : { fit }),
    }
    known.set(key, likely)
    return likely
  }
}

/**
 * For an engine that takes a hint: what people say to confirm, things, and commands as they are called, in the person's
 * language. When not all fit, the commands come first as menus show them.
 */
function promptOf(catalogue: Catalogue, locale: Locale): string {
  const entities = Object.values(locale.entities).map(({ title }) => title)
  const control = ['confirm', 'drop', 'undo', 'help', 'menu'].flatMap((key) => locale.words[key]?.[0] ?? [])
  const commands = [...catalogue.commands.values()].flatMap(
    ({ path }) => locale.commands[path]?.examples?.[0] ?? locale.commands[path]?.title ?? [],
  )
  let said = ''
  for (const each of new Set([...entities, ...control, ...commands])) {
    const longer = said === '' ? each : `${said}. ${each}`
    if (longer.length + 1 <= maxLength) said = longer
  }
  return said === '' ? '' : `${said}.`
}
