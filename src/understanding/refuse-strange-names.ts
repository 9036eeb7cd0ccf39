import type { Catalogue, Locale, Parameter } from '../catalogue/catalogue.ts'
import { foldText } from './fold-text.ts'
import type { Language } from './language.ts'
import { holdsPhrase, compilePhrases, isMadeOf } from './phrases.ts'
import type { CommandReader, CommandReading } from './read-commands.ts'
import type { Wish } from './reading.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Sentences that name people take any words for a name. What nobody is called is refused: "everybody", "order 204" (another
 * kind of thing with a number), and words in small letters that all are words of the sentences themselves ("ventas").
 */
export function refuseStrangeNames(
  commands: CommandReader,
  {
    catalogue,
    locale,
    language,
    vocabulary,
  }: {
    readonly catalogue: Catalogue
    readonly locale: Locale
    readonly language: Language
    readonly vocabulary: Vocabulary
  },
): CommandReader {
  const people = new Set(
    [...catalogue.commands.values()].flatMap(({ parameters }) =>
      parameters.filter(isPerson).map(({ entity }) => entity),
    ),
  )
  const others = compilePhrases(
    Object.entries(locale.entities).flatMap(([kind, { title }]) => (people.has(kind) ? [] : [title])),
  )
  return {
    readTokens: commands.readTokens,
    read: (text, when) => {
      const reading = commands.read(text, when)
      if (reading?.kind === 'ambiguous') return meant(reading.wishes.filter((wish) => !isStrange(wish)))
      return reading?.kind === 'wishes' && reading.wishes.some(isStrange) ? null : reading
    },
  }

  function isStrange({ command, args, source }: Wish): boolean {
    if (source !== 'sentence') return false
    const parameters = catalogue.commands.get(command)?.parameters ?? []
    return parameters.filter(isPerson).some(({ name }) => args[name] !== undefined && isNoName(args[name]))
  }

  function isNoName(value: string): boolean {
    const { text } = foldText(value)
    if (isMadeOf(text, language.words.everything, language.filler)) return true
    if (/\d/u.test(text) && holdsPhrase(text, others)) return true
    return /^[\p{Ll}\s]+$/u.test(value) && text.split(' ').every((word) => vocabulary.asks(word))
  }
}

function meant(wishes: readonly Wish[]): CommandReading | null {
  if (wishes.length === 0) return null
  return { kind: wishes.length === 1 ? 'wishes' : 'ambiguous', wishes }
}

function isPerson({ type, entity }: Parameter): boolean {
  return type === 'phone' && entity !== null
}
