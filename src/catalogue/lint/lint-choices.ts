import type { Catalogue, Command } from '../catalogue.ts'
import type { ReadCommand } from '../commands/check-commands.ts'
import type { ReadLocale } from '../locales/check-locale.ts'
import { ownerOf } from '../source/layered-source.ts'
import type { Report } from '../source/problem.ts'

/**
 * Reports values of choices that a language has no word for: people there would have to write and to read the catalogue's own
 * name for them. In the main language that is a word already. The words that came with the program count as well.
 */
export function lintChoices(
  {
    commands,
    locales,
    catalogue,
  }: {
    readonly commands: readonly ReadCommand[]
    readonly locales: readonly ReadLocale[]
    readonly catalogue: Pick<Catalogue, 'locales' | 'language'>
  },
  report: Report,
): void {
  for (const { language, messages } of locales) {
    if (language === catalogue.language) continue
    const words = catalogue.locales.get(language)?.words ?? messages.file.words
    const told = new Set<string>()
    for (const { command } of commands) {
      for (const { parameter, value } of choicesOf(command)) {
        if (told.has(value) || Object.hasOwn(words, value)) continue
        told.add(value)
        const message = `has no word for "${value}", a possible value of "${parameter}" of ${command.token}; add ${value}: [what people write for it]`
        report(ownerOf(messages.source).problemAt(['words'], message, 'key'))
      }
    }
  }
}

/** A value without a letter is written alike everywhere. */
function choicesOf({ parameters }: Command): readonly { readonly parameter: string; readonly value: string }[] {
  return parameters.flatMap(({ name, type, schema }) => {
    const values: readonly unknown[] = type === 'choice' && Array.isArray(schema['enum']) ? schema['enum'] : []
    return values
      .map((value) => ({ parameter: name, value: String(value) }))
      .filter(({ value }) => /\p{L}/u.test(value))
  })
}
