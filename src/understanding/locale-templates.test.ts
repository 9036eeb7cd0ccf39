import { expect, test } from 'vitest'
import type { Command, Locale } from '../catalogue/catalogue.ts'
import { isToldByName } from '../catalogue/name-in.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { sampleSlotValue } from '../testing/catalogues/sample-slot-value.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'
import { parseSentence } from './sentences/parse-sentence.ts'
import { sampleScope } from './sentences/sample-scope.ts'
import { sampleTemplate } from './sentences/sample-template.ts'

/** Every template can be said: what it is made of reads as its own command, whatever the other commands listen to. */

const catalogue = await loadShippedCatalogue()
const read = createReader(catalogue)
const samplesPerTemplate = 3

test.each([...catalogue.locales.values()].map((locale) => [locale.language, locale] as const))(
  'what the templates of %s can say reads as their own command',
  (language, locale) => {
    const strays = [...catalogue.commands.values()].flatMap((command) =>
      (locale.commands[command.path]?.sentences ?? []).flatMap((source) =>
        samplesOf(source, command, locale).flatMap((text) => {
          const reading = read(text, { kind: 'nothing' }, language)
          const meant = reading.kind === 'wishes' ? reading.wishes.map((wish) => wish.command).join('/') : reading.kind
          const isMeant = meant === command.token || isToldByName(catalogue, reading, command.token)
          return isMeant ? [] : [`${text} (${source}): ${meant}, not ${command.token}`]
        }),
      ),
    )
    expect([...new Set(strays)]).toEqual([])
  },
)

/** Some of what a template can say, always the same; the shortest is among what the lint reads (`cli/catalogue/catalogue.test.ts`). */
function samplesOf(source: string, command: Command, locale: Locale): readonly string[] {
  const template = parseSentence(source)
  const scope = sampleScope(command.parameters, locale.rules)
  const samples = Array.from({ length: samplesPerTemplate }, (_, round) => {
    let choices = 0
    const pick = (count: number): number => ((round + 1) * 7 + choices++ * 5) % count
    return sampleTemplate(template, scope, { pick, free: (slot) => sampleSlotValue(slot, command, locale) }).text
  })
  return [...new Set(samples)]
}
