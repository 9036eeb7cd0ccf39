import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import { readExplicitToken } from './explicit-token.ts'
import { foldText, isPause } from './fold-text.ts'
import type { Language } from './language.ts'
import { afterWord, skipLeading, trimPhrases } from './phrases.ts'
import type { Reading, Wish } from './reading.ts'
import { createSentenceTable, maxSentenceLength } from './sentences/sentence-table.ts'
import { type Part, splitWishes } from './split-wishes.ts'
import { readTypedValue } from './typed-value.ts'

/** What a text asks for, or asks not to do; `null` when it asks for nothing. */
export type CommandReading = Extract<Reading, { kind: 'wishes' | 'negated' | 'invalid-token' }>

/** A longer message holds one explicit token at most, in characters. */
const maxSplitLength = 4_000

/** Reads commands in one language: explicit tokens, sentences, several of them, negated ones. */
export type CommandReader = {
  readonly read: (text: string) => CommandReading | null
  /** The same where the text begins with an explicit token; anything else is `null`. */
  readonly readTokens: (text: string) => CommandReading | null
}

/**
 * Compiles the sentences of a locale.
 * @throws UserError `catalogue_invalid` when a sentence is broken.
 */
export function createCommandReader(catalogue: Catalogue, locale: Locale, language: Language): CommandReader {
  const sentences = createSentenceTable(catalogue.commands.values(), locale, language)
  return {
    read: (text) => readNegated(text) ?? readWishes(text),
    readTokens: (text) => {
      const token = readToken(text)
      const known = token !== null && ('source' in token || token.command !== null)
      return known ? readWishes(text) : null
    },
  }

  function readWishes(text: string): CommandReading | null {
    const parts = text.length > maxSplitLength ? null : splitWishes(text, language.words.and, readPart)
    const wishes = parts ?? [readPart(text)?.value].filter((wish) => wish !== undefined)
    if (wishes.length > 0) return { kind: 'wishes', wishes }
    const token = readToken(text)
    return token !== null && 'kind' in token ? token : null
  }

  function readPart(text: string): Part<Wish> | null {
    const token = readToken(text)
    if (token !== null) return 'source' in token ? { value: token, closed: true } : null
    const found = text.length > maxSentenceLength ? null : sentences.read(foldText(text))
    if (found === null) return null
    const wish: Wish = { command: found.command.token, args: found.args, source: 'sentence' }
    return { value: wish, closed: found.closed }
  }

  function readToken(text: string) {
    const token = readExplicitToken(withoutLead(text), catalogue.commands, isIgnorable)
    return token !== null && 'source' in token ? { ...token, args: inOneSpelling(token) } : token
  }

  function inOneSpelling({ command, args }: Wish): Wish['args'] {
    const parameters = catalogue.commands.get(command)?.parameters ?? []
    return Object.fromEntries(
      Object.entries(args).map(([name, typed]) => {
        const parameter = parameters.find((each) => each.name === name)
        return [name, parameter === undefined ? typed : readTypedValue(parameter, typed, language)]
      }),
    )
  }

  /** "please CANCEL_ORDER id=204": a token may be asked for politely. */
  function withoutLead(text: string): string {
    if (text.length > maxSplitLength) return text
    const folded = foldText(text.slice(0, maxSentenceLength))
    const from = skipLeading(folded.text, language.skipped)
    return from === 0 ? text : text.slice(folded.starts[from] ?? text.length)
  }

  function isIgnorable(rest: string): boolean {
    return rest.length <= maxSentenceLength && trimPhrases(foldText(rest).text, language.skipped) === null
  }

  /** "don't cancel order 204": only where the rest reads as a command, so that nothing else is swallowed. */
  function readNegated(text: string): CommandReading | null {
    if (text.length > maxSentenceLength) return null
    const folded = foldText(text)
    for (const at of new Set([0, skipLeading(folded.text, language.skipped)])) {
      for (const end of language.words.negation.endsAt(folded.text, at)) {
        const from = folded.starts[afterWord(folded.text, end)] ?? text.length
        // "No, cancela el 205" refuses what was before; only "no canceles el 205" is about the command.
        if (
          isPause(text.slice(folded.ends[end - 1], from)) &&
          language.words.no.endsAt(folded.text, at).includes(end)
        ) {
          continue
        }
        const rest = readWishes(text.slice(from))
        const wish = rest?.kind === 'wishes' ? rest.wishes[0] : undefined
        if (wish !== undefined) return { kind: 'negated', wish }
      }
    }
    return null
  }
}
