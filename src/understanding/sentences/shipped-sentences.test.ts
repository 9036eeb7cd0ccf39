import { expect, test } from 'vitest'
import type { Command, Locale } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { sampleSlotValue } from '../../testing/catalogues/sample-slot-value.ts'
import { foldText } from '../text/fold-text.ts'
import { compileLanguage } from '../words/language.ts'
import { createScopes } from './grammar-scope.ts'
import { parameterOf, parseSentence } from './parse-sentence.ts'
import { sampleTemplate } from './sample-template.ts'
import { sentenceGrammar } from './sentence-grammar.ts'
import { createSentenceTable } from './sentence-table.ts'
import type { Slot } from './slot.ts'

/** Every sentence that ships gives the slots that it was said with, however it is said. */

const catalogue = await loadShippedCatalogue()
const commands = [...catalogue.commands.values()]
const samplesPerTemplate = 3

type Said = { readonly text: string; readonly args: Readonly<Record<string, string>> }

const ways: readonly (readonly [way: string, say: (text: string, locale: Locale, at: number) => string])[] = [
  ['as it is', (text) => text],
  ['with a skip word more', (text, { skipWords }, at) => `${skipWords[at % skipWords.length]} ${text}`],
  ['without accents and in capitals', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()],
]

test.each([...catalogue.locales.values()].map((locale) => [locale.language, locale] as const))(
  'a sentence of %s is read as its command with its slots, also politely, without accents and in capitals',
  (_code, locale) => {
    const language = compileLanguage(locale, catalogue.locales.values())
    const table = createSentenceTable(commands, locale, language)
    const { grammar, slots } = sentenceGrammar(commands, locale, language)
    const strays: string[] = []
    let count = 0
    for (const command of commands) {
      const block = grammar.intents[command.token]?.data[0] ?? { sentences: [] }
      const scope = createScopes(grammar, parseSentence)(block)
      // Of each command by itself: a sentence more of one leaves the others with the words that they had.
      let at = 0
      for (const sentence of block.sentences) {
        for (let round = 0; round < samplesPerTemplate; round++) {
          const own = slots.get(command.token) ?? new Map<string, Slot>()
          const said = sampleOf(sentence, round, { command, scope, slots: own, locale })
          const [way, say] = ways[round % ways.length] ?? ['', (text: string) => text]
          const text = say(said.text, locale, at++)
          count++
          const found = table.read(foldText(text)).find((one) => one.command === command)
          const gives = found === undefined ? 'nothing' : keyOf(found.args)
          if (gives !== keyOf(said.args)) {
            strays.push(`${text} (${sentence}, ${way}): ${gives}, not ${keyOf(said.args)}`)
          }
        }
      }
    }
    expect(count).toBeGreaterThan(1_000)
    expect(strays).toEqual([])
  },
)

type Sampling = {
  readonly command: Command
  readonly scope: ReturnType<ReturnType<typeof createScopes>>
  readonly slots: ReadonlyMap<string, Slot>
  readonly locale: Locale
}

function sampleOf(sentence: string, round: number, { command, scope, slots, locale }: Sampling): Said {
  let choices = 0
  const pick = (count: number): number => (round === 0 ? 0 : (round * 7 + choices++ * 5) % count)
  const args: Record<string, string> = {}
  const free = (name: string): string => {
    const text = sampleSlotValue(name, command, locale)
    const slot = slots.get(name)
    args[parameterOf(name)] = slot?.kind === 'value' ? (slot.read(foldText(text), 0)[0]?.value ?? '') : text
    return text
  }
  const { text, slots: chosen } = sampleTemplate(parseSentence(sentence), scope, { pick, free })
  const values = Object.entries(chosen).map(
    ([name, value]) => [parameterOf(name), typeof value === 'string' ? value : JSON.stringify(value)] as const,
  )
  return { text, args: { ...Object.fromEntries(values), ...args } }
}

/** Equal for the same arguments, whatever their order and case. */
function keyOf(args: Readonly<Record<string, string>>): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}=${foldText(value).text}`)
    .toSorted()
    .join(' ')
}
