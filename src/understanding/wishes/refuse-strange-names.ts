import type { Catalogue, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { readExactValue } from '../bare-value.ts'
import { foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { holdsPhrase, compilePhrases, endsIn, isMadeOf, trimPhrases } from '../text/phrases.ts'
import type { CommandReader, CommandReading } from './read-commands.ts'
import type { Wish } from '../wish.ts'
import { isMadeOfDays } from '../words/shared-month.ts'
import { createSwallowedWords } from './swallowed-words.ts'
import type { WantedValue } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import { isWrittenAsName } from '../text/written-as-name.ts'
import { soleWish } from './sole-wish.ts'

type Said = { readonly text: string; readonly when: When }

/** What nothing and nobody is named by. */
const times: readonly WantedValue[] = [{ type: 'date' }, { type: 'month' }]
/** What somebody wants to be called none of, in small letters: April and Julio are names. */
const moments: readonly WantedValue[] = [{ type: 'date' }, { type: 'time' }, { type: 'datetime' }]

/**
 * Sentences take any words for a name. What nothing is called is refused: "everybody", "yesterday", "order 100x"; and what no person is called:
 * "order 204" (another kind of thing with a number), and words in small letters that all are words of the sentences themselves
 * ("ventas"). A text that a command looks for among the names ("call me later") is held to what nothing is called, too.
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
  const titles = new Map(Object.entries(locale.entities).map(([kind, { title }]) => [kind, compilePhrases([title])]))
  const swallows = createSwallowedWords(catalogue, locale, language)
  const others = compilePhrases(
    Object.entries(locale.entities).flatMap(([kind, { title }]) => (people.has(kind) ? [] : [title])),
  )
  return {
    readTokens: commands.readTokens,
    read: (text, when) => {
      const reading = commands.read(text, when)
      const said = { text, when }
      if (reading?.kind === 'ambiguous') return meant(reading.wishes.filter((wish) => !isStrange(wish, said)))
      return reading?.kind === 'wishes' && reading.wishes.some((wish) => isStrange(wish, said)) ? null : reading
    },
  }

  function isStrange(wish: Wish, { text, when }: Said): boolean {
    const { command, args, source } = wish
    if (source !== 'sentence') return false
    const { parameters = [], facts = [], safety } = catalogue.commands.get(command) ?? {}
    return parameters.some((parameter) => {
      const value = args[parameter.name]
      if (value === undefined) return false
      const isNewName = parameter.type === 'text' && facts.some((fact) => fact.parameter === parameter.name)
      const isName = parameter.entity !== null || parameter.schema['personName'] === true
      if (isName && swallows({ wish, text, when, parameters, parameter })) return true
      if (parameter.entity !== null && safety === 'read' && holdsChange(value, { text, when })) return true
      if (parameter.entity === null) return isNewName && (isNoName(value, when) || isState(value, text))
      return isNumbered(value, parameter) || isNothing(value, when) || (isPerson(parameter) && isNobody(value))
    })
  }

  /** "Did you cancel Maria's order": what is looked at as "you cancel Maria" another command would change. */
  function holdsChange(name: string, { text, when }: Said): boolean {
    const at = text.indexOf(name)
    if (at < 0) return false
    return [...name.matchAll(/\s(?=\p{Ll})/gu)].some(({ index }) => {
      const reading = commands.read(text.slice(at + index), when)
      const wish = soleWish(reading, { despiteDenied: true, source: 'sentence' })
      if (wish === null) return false
      const rest = name.slice(index)
      const changes = catalogue.commands.get(wish.command)?.safety !== 'read'
      return (
        changes && Object.values(wish.args).some((value) => value.length < rest.trim().length && rest.endsWith(value))
      )
    })
  }

  /** "order 100x" is an order that was to be named by its number. */
  function isNumbered(value: string, { type, entity }: Parameter): boolean {
    const { text } = foldText(value)
    const title = type === 'id' && entity !== null ? titles.get(entity) : undefined
    return title !== undefined && /\d/u.test(text) && title.endsAt(text, 0).length > 0
  }

  function isNothing(value: string, when: When): boolean {
    const folded = foldText(value)
    if (isMadeOfDays(value, language)) return true
    if (/^\d/u.test(folded.text)) return false
    if (isMadeOf(folded.text, language.words.everything, language.filler)) return true
    // "Every paid" order, "all of maria's": all of a kind, and no name.
    if (value === value.toLowerCase() && holdsPhrase(folded.text, language.words.all_of)) return true
    if (/^\p{Ll}/u.test(value) && language.allOf.endsAt(folded.text, 0).length > 0) return true
    return times.some((time) => readExactValue(folded, time, language, when) !== null)
  }

  /** "later", "when you can", "if she writes": how or when, and no name. */
  function isNoName(value: string, when: When): boolean {
    const folded = foldText(value)
    const { text } = folded
    if (trimPhrases(text, language.skipped) === null) return true
    if ([language.noName, language.words.everything].some((words) => isMadeOf(text, words, language.filler)))
      return true
    if (value !== value.toLowerCase()) return false
    if (language.words.condition.endsAt(text, 0).length > 0) return true
    return moments.some((moment) => readExactValue(folded, moment, language, when) !== null)
  }

  /** "I'm late", "I'm OK with that" say how somebody is, "I'm Nina" who. */
  function isState(value: string, said: string): boolean {
    const { text } = foldText(said)
    const name = foldText(value).text
    const at = text.indexOf(name)
    if (at <= 0 || !endsIn(text.slice(0, at - 1), language.iAm)) return false
    return !isWrittenAsName(value) || isMadeOf(name, language.words.yes, language.skipped)
  }

  function isNobody(value: string): boolean {
    const { text } = foldText(value)
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
