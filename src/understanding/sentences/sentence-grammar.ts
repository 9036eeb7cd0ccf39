import type { Command, Locale } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import { choiceWords, type Language } from '../words/language.ts'
import { isWordEnd, isWordStart } from '../text/match-literal.ts'
import { trimPhrases } from '../text/phrases.ts'
import { wantedOf } from '../values/wanted-value.ts'
import { isTemplate } from './compile-list.ts'
import type { Block, Grammar, ListSource } from './grammar.ts'
import { nameSlotOf } from './parse-sentence.ts'
import type { MatchText } from './prepared-text.ts'
import type { Slot } from './slot.ts'
import { nameSlot, slotOfParameter } from './slot-of-parameter.ts'

/** What the slots of each command take, by the command's token and the slot. */
export type SentenceSlots = ReadonlyMap<string, ReadonlyMap<string, Slot>>

/** The sentences of a locale as one grammar: a command is an intent, and has its parameters as lists of its own. */
export function sentenceGrammar(
  commands: readonly Command[],
  locale: Locale,
  language: Language,
): { readonly grammar: Grammar; readonly slots: SentenceSlots } {
  const slots = new Map(commands.map((command) => [command.token, slotsOf(command, language)]))
  const blocks = commands.map(({ token, path, parameters }): [token: string, intent: { data: Block[] }] => {
    const own = [...(slots.get(token) ?? [])].map(([name, slot]): [name: string, list: ListSource] => {
      const parameter = parameters.find((each) => each.name === name && each.type === 'choice')
      const choices = parameter === undefined ? undefined : wantedOf(parameter).choices
      return [name, choices === undefined ? listOf(slot, language) : listOfChoices(choices, locale)]
    })
    return [token, { data: [{ sentences: locale.commands[path]?.sentences ?? [], lists: Object.fromEntries(own) }] }]
  })
  const grammar: Grammar = {
    language: locale.language,
    settings: { skip_in_place: true },
    intents: Object.fromEntries(blocks),
    expansion_rules: locale.rules,
    skip_words: locale.skipWords,
  }
  return { grammar, slots }
}

function slotsOf({ parameters }: Command, language: Language): ReadonlyMap<string, Slot> {
  return new Map(
    parameters.flatMap((parameter): [name: string, slot: Slot][] => {
      const value: [string, Slot] = [parameter.name, slotOfParameter(parameter, language)]
      return parameter.entity === null ? [value] : [value, [nameSlotOf(parameter.name), nameSlot(language)]]
    }),
  )
}

/** The values of a choice, each by all that the language calls it. */
function listOfChoices(choices: readonly string[], locale: Locale): ListSource {
  const values = choices.flatMap((value) => {
    const said = new Set(choiceWords(locale, value).map((word) => foldText(word).text))
    return [...said].filter((word) => word !== '' && !isTemplate(word)).map((word) => ({ in: word, out: value }))
  })
  return { values }
}

function listOf(slot: Slot, language: Language): ListSource {
  if (slot.kind === 'value') {
    const { read } = slot
    return {
      reader: ({ source }, at) => (source === null || !isWordStart(source.text, at) ? [] : read(source, at)),
    }
  }
  return { wildcard: true, takes: (text, from, to) => capture(slot, text, from, to, language) !== null }
}

/** What a wildcard took, and where in the folded text it stands. */
export type WildcardCapture = { readonly value: string; readonly from: number; readonly to: number }

/** The argument that a wildcard takes between two places, skip words around a name left out; `null` when it refuses. */
export function capture(
  slot: Extract<Slot, { kind: 'wildcard' }>,
  { source }: MatchText,
  from: number,
  to: number,
  language: Language,
): WildcardCapture | null {
  if (source === null) return null
  const said = source.text.slice(from, to)
  const first = from + said.length - said.trimStart().length
  const last = from + said.trimEnd().length
  const isWhole = isWordStart(source.text, first) && (isWordEnd(source.text, last) || source.text[last] === "'")
  const kept = slot.greedy
    ? { from: 0, to: last - first }
    : trimPhrases(source.text.slice(first, last), language.skipped)
  if (!isWhole || kept === null) return null
  const span = { from: first + kept.from, to: first + kept.to }
  const value = slot.capture(source, span.from, span.to)
  return value === null ? null : { value, ...span }
}
