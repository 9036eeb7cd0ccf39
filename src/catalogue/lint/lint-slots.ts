import { slotsOf } from '../../understanding/sentences/check-slots.ts'
import { sentenceDialect } from '../../understanding/sentences/parse-sentence.ts'
import type { Parameter } from '../catalogue.ts'
import { scopeOf } from '../locales/check-sentences.ts'
import type { CatalogueReading } from '../load-catalogue.ts'
import type { Report } from '../source/problem.ts'

/**
 * Reports `{service}` where ids are made of letters alone: in a sentence an id is known by a figure or a slash in it, for any
 * other word would pass for one.
 */
export function lintSlots(
  { catalogue, locales }: Pick<CatalogueReading, 'catalogue' | 'locales'>,
  report: Report,
): void {
  for (const { language, texts } of locales) {
    const locale = catalogue.locales.get(language)
    if (locale === undefined) continue
    for (const { path, parameters, isInherited } of catalogue.commands.values()) {
      const ofLetters = parameters.filter(isOfLetters).map(({ name }) => name)
      if (ofLetters.length === 0 || isInherited === true) continue
      const sentences = locale.commands[path]?.sentences ?? []
      const scope = scopeOf(sentences, locale.rules)
      for (const [index, sentence] of sentences.entries()) {
        const slots = slotsOf(sentenceDialect.parse(sentence), scope)
        const name = ofLetters.find((each) => slots.has(each))
        if (name === undefined) continue
        const message = `{${name}} is an id with a figure or a slash in it, and the pattern of "${name}" has neither: write {${name}:name}, which is looked up by name`
        report(texts.source.problemAt(['commands', path, 'sentences', index], message))
      }
    }
  }
}

/** Whether the pattern of an id has no way to a figure or a slash. */
function isOfLetters({ type, schema: { pattern } }: Parameter): boolean {
  if (type !== 'id' || typeof pattern !== 'string') return false
  return !/\d|\\[a-z]|\.|\[\^|\//iu.test(pattern.replaceAll(/\{\d+(?:,\d*)?\}/gu, ''))
}
