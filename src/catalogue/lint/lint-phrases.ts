import type { Understanding } from '../../understanding/create-understanding.ts'
import type { Command, Locale } from '../catalogue.ts'
import { anyNumber, anyText, sampleSentences } from './lint-samples.ts'
import type { CatalogueReading } from '../load-catalogue.ts'
import type { Report } from '../source/problem.ts'

/** Which command a sentence asks for is the same at any time. */
const anyTime = { now: new Date(0), timeZone: 'UTC' }
const textsPerSentence = 4

type Reader = (text: string) => Asked | null

/** The command that a text asks for, and the values in it as they were said. */
type Asked = { readonly command: string; readonly args: Readonly<Record<string, string>> }

/**
 * Reports phrases that ask for the very command that they are to confirm: whoever asks twice because nothing seems to happen would
 * confirm it.
 */
export function lintPhrases(
  { catalogue, locales }: Pick<CatalogueReading, 'catalogue' | 'locales'>,
  understanding: Understanding,
  report: Report,
): void {
  for (const { language, texts, messages } of locales) {
    const locale = catalogue.locales.get(language)
    if (locale === undefined) continue
    const read: Reader = (text) => {
      const reading = understanding.readIn(text, { kind: 'nothing' }, language, anyTime)
      const [wish] = reading.kind === 'wishes' && reading.wishes.length === 1 ? reading.wishes : []
      return wish === undefined ? null : { command: wish.command, args: wish.args }
    }
    for (const command of catalogue.commands.values()) {
      const asking = askedAlike(locale, command, read)
      if (asking === null) continue
      const message = `"${asking}" asks for ${command.token}: whoever asks for it twice would confirm it`
      const own = locale.commands[command.path]?.phrase !== undefined
      report(
        own
          ? texts.source.problemAt(['commands', command.path, 'phrase'], message)
          : messages.source.problemAt(['messages', 'confirm_phrase'], message),
      )
    }
  }
}

/** The phrase of a command, filled in, if it asks for that command; `null` if it does not, or it has none. */
function askedAlike(locale: Locale, command: Command, read: Reader): string | null {
  const phrase = phraseOf(locale, command)
  if (phrase === null) return null
  const { examples = [] } = locale.commands[command.path] ?? {}
  const sentences = sampleSentences(command, locale, textsPerSentence).flatMap(({ texts }) => texts)
  const given = [...examples, ...sentences].flatMap((text) => {
    const asked = read(text)
    return asked?.command === command.token ? [asked.args] : []
  })
  const filled = [...given, {}].flatMap((args) => [anyNumber, anyText].map((other) => filledIn(phrase, args, other)))
  return [...new Set(filled)].find((text) => read(text)?.command === command.token) ?? null
}

function phraseOf({ commands, messages }: Locale, { path, confirm }: Command): string | null {
  const texts = commands[path]
  if (texts?.phrase !== undefined) return texts.phrase
  const general = messages['confirm_phrase']
  return confirm !== 'phrase' || general === undefined || texts === undefined
    ? null
    : general.replace('{summary}', texts.summary)
}

/** `other` stands for what was not said. */
function filledIn(phrase: string, args: Asked['args'], other: string): string {
  return phrase.replaceAll(/\{\s*(\w+)[^{}]*\}/gu, (_whole, name: string) => args[name] ?? other)
}
