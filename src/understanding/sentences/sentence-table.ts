import type { Command, Locale } from '../../catalogue/catalogue.ts'
import { type Folded, isAccentedLetter } from '../fold-text.ts'
import type { Language } from '../language.ts'
import { isWordStart } from '../match-literal.ts'
import { skipLeading } from '../phrases.ts'
import { compileTemplate, type Program } from './compile-template.ts'
import { type Captured, compareMatches, type Match, matchTemplate, type SkipTable } from './match-template.ts'
import { parseTemplate } from './parse-template.ts'
import type { Slot } from './slot.ts'
import { nameSlot, slotOfParameter } from './slot-of-parameter.ts'
import type { SlotNode } from './template.ts'

/** A longer text is not read as a sentence, in characters. */
export const maxSentenceLength = 500

/** The command that a sentence asks for. */
export type SentenceReading = {
  readonly command: Command
  readonly args: Readonly<Record<string, string>>
  /** Whether no border between two wishes can lie in it: it holds no names, and what introduces its free text is clear. */
  readonly closed: boolean
}

/** All sentences of one language. */
export type SentenceTable = { readonly read: (text: Folded) => SentenceReading | null }

type Entry = { readonly command: Command; readonly program: Program }

const dangers = { read: 0, mutation: 1, destructive: 2 } as const

/**
 * Compiles the sentences of a locale for every command that has some.
 * @throws UserError `catalogue_invalid` naming the sentence and the column.
 */
export function createSentenceTable(commands: Iterable<Command>, locale: Locale, language: Language): SentenceTable {
  const rules = new Map(Object.entries(locale.rules).map(([name, source]) => [name, parseTemplate(source)]))
  const entries: Entry[] = []
  for (const command of commands) {
    const slots = slotsOf(command, language)
    for (const sentence of locale.commands[command.path]?.sentences ?? []) {
      entries.push({ command, program: compileTemplate(parseTemplate(sentence), { rules, slot: slots }) })
    }
  }
  return { read: (text) => readSentence(entries, text, language) }
}

function slotsOf(command: Command, language: Language): (node: SlotNode) => Slot | string {
  const byName = new Map(command.parameters.map((parameter) => [parameter.name, slotOfParameter(parameter, language)]))
  return ({ name, form }) => {
    const parameter = command.parameters.find((one) => one.name === name)
    const slot = byName.get(name)
    if (parameter === undefined || slot === undefined) return `${command.path} has no parameter "${name}"`
    if (form === 'value') return slot
    return parameter.entity === null ? `"${name}" names no entity, so nothing has a name` : nameSlot(language)
  }
}

/** The best of all sentences; on a full tie the less dangerous command, then the first in order. */
function readSentence(entries: readonly Entry[], text: Folded, language: Language): SentenceReading | null {
  if (text.text === '' || text.original.length > maxSentenceLength) return null
  const skips = skipTable(text.text, language)
  let best: { readonly entry: Entry; readonly match: Match; readonly free: FreeTexts } | null = null
  for (const entry of entries) {
    const match = matchTemplate(entry.program, text, skips)
    if (match === null) continue
    const order = best === null ? -1 : compareMatches(match, best.match) || danger(entry) - danger(best.entry)
    const free = freeTextsOf(entry.command, match, text, language)
    if (order < 0 && !free.swallowed) best = { entry, match, free }
  }
  if (best === null) return null
  const closed = best.free.loose === 0 && best.match.wildcards === best.free.count
  return { command: best.entry.command, args: argumentsOf(best.match.captures), closed }
}

type FreeTexts = {
  readonly count: number
  /** Those that follow another value directly ("order {id} {reason}"): the text may be a wish of its own. */
  readonly loose: number
  /** Whether a loose one begins with "and": no free text does, it is another wish that could not be read. */
  readonly swallowed: boolean
}

function freeTextsOf(command: Command, match: Match, folded: Folded, language: Language): FreeTexts {
  const { text, original, starts, ends } = folded
  const free = new Set(command.parameters.filter(({ type }) => type === 'text').map(({ name }) => name))
  let count = 0
  let loose = 0
  let swallowed = false
  let before: Captured | null = null
  for (let one = match.captures; one !== null; before = one, one = one.rest) {
    if (!free.has(one.name)) continue
    count++
    const gap = before === null ? ':' : original.slice(ends[before.to - 1], starts[one.from])
    if (/[^\s;]/u.test(gap)) continue
    loose++
    const first = skipLeading(text, language.skipped, one.from)
    swallowed ||= language.words.and.endsAt(text, first).some((end) => !isAccentedLetter(folded, first, end))
  }
  return { count, loose, swallowed }
}

function danger(entry: Entry): number {
  return dangers[entry.command.safety]
}

function argumentsOf(captures: Captured | null): Record<string, string> {
  const args: Record<string, string> = {}
  for (let one = captures; one !== null; one = one.rest) args[one.name] = one.value
  return args
}

function skipTable(text: string, language: Language): SkipTable {
  return Array.from({ length: text.length }, (_, at) =>
    isWordStart(text, at) ? language.skipped.endsAt(text, at) : [],
  )
}
