import { isTooLong } from '../text/too-long.ts'
import type { Command, Locale } from '../../catalogue/catalogue.ts'
import { type Folded, originalBetween } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterLastColon, isCutBeforeColon, leavesText, saysMore } from './behind-colon.ts'
import { createCandidateAutomaton } from './candidate-automaton.ts'
import type { Captured, Taken } from './captured.ts'
import { cutSkips } from './cut-skips.ts'
import { checkSlots } from './check-slots.ts'
import { compileGrammar } from './compile-grammar.ts'
import { freeTextsOf } from './free-texts.ts'
import type { Grammar } from './grammar.ts'
import { createScopes } from './grammar-scope.ts'
import { createTemplateMatcher, type RawReading } from './match-templates.ts'
import { parameterOf, sentenceDialect } from './parse-sentence.ts'
import { foldedMatchText, type MatchText } from './prepared-text.ts'
import { capture, sentenceGrammar } from './sentence-grammar.ts'
import { compareScores, type FilledSlot, type SentenceReading } from './sentence-reading.ts'
import { accentWeight } from './slot-fillings.ts'
import { swallowedTimes, swallowsNumber, swallowsRow } from './swallowed-times.ts'
import { withoutCutTexts } from './cut-texts.ts'
import type { ListNode } from './template.ts'
import { asUnnumbered } from './id-slots.ts'
import { untaggedText } from './untagged-text.ts'
import { wordsAround } from './words-around.ts'

/**
 * The sentences of one language as commands: what the engine finds, ranked by what is at stake. A template that says more of
 * the text wins; of two that say as much the one with fewer wildcards, then the less dangerous command, then the catalogue's own before
 * one that comes with Sayso. Commands that are equal even then are all given: nobody but the person can tell which one is meant.
 */
export type SentenceTable = {
  /** The readings that nothing beats, one per command; none when no sentence fits. */
  readonly read: (text: Folded) => readonly SentenceReading[]
  /** The best reading of every sentence that fits, the best one first. */
  readonly rank: (text: Folded) => readonly SentenceReading[]
}

/** People hardly ever write the same text twice, so this many templates are looked at closely at once. */
const fewTemplates = 32
/** Steps that a hostile text may cost, beside those that every text costs. */
const maxEffort = 8_000

type Fit = Pick<SentenceReading, 'slots' | 'score'>

/** Whoever makes out one message asks for the same parts of it several times. */
const mostRanked = 100

const dangers = { read: 0, mutation: 1, destructive: 2 } as const

/**
 * Compiles the sentences of a locale for every command that has some.
 * @throws UserError `catalogue_invalid` naming the sentence and the column.
 */
export function createSentenceTable(commands: Iterable<Command>, locale: Locale, language: Language): SentenceTable {
  const all = [...commands]
  const byToken = new Map(all.map((command) => [command.token, command]))
  const { grammar, slots: slotsByCommand } = sentenceGrammar(all, locale, language)
  checkEverySlot(grammar, byToken)
  const program = compileGrammar(grammar, sentenceDialect)
  const automaton = createCandidateAutomaton(program, { few: fewTemplates })
  const matcher = createTemplateMatcher(program)
  const ranked = new Map<string, readonly SentenceReading[]>()
  const aroundByCommand = new Map<string, ReturnType<typeof wordsAround>>()
  return {
    rank,
    read: (text) => {
      const [best, ...others] = rankUntagged(text)
      if (best === undefined) return []
      const equal = others.filter(({ score }) => compareScores(score, best.score) === 0)
      const rivals = new Map([best, ...equal].toReversed().map((one) => [one.command.token, one]))
      return [best, ...[...rivals.values()].toReversed().filter((one) => one.command !== best.command)]
    },
  }

  /** The text is read without its tail where that can be read at all. */
  function rankUntagged(text: Folded): readonly SentenceReading[] {
    const whole = rank(text)
    const untagged = untaggedText(text, whole[0], language)
    if (untagged === null) return whole
    const found = rank(untagged)
    return found.length > 0 ? found : whole
  }

  function rank(folded: Folded): readonly SentenceReading[] {
    if (folded.text === '' || isTooLong(folded.original)) return []
    const known = ranked.get(folded.original)
    if (known !== undefined) return known
    const found = rankAnew(folded)
    if (ranked.size >= mostRanked) ranked.clear()
    ranked.set(folded.original, found)
    return found
  }

  function rankAnew(folded: Folded): readonly SentenceReading[] {
    const text = foldedMatchText(folded)
    matcher.begin(text, { left: maxEffort })
    const found: SentenceReading[] = []
    const colon = afterLastColon(folded)
    const isPassed = language.skipped.endsAt(folded.text, 0).includes(folded.text.length)
    for (const index of automaton.candidates(text.folded)) {
      const template = program.templates[index]
      const command = template === undefined ? undefined : byToken.get(template.intent)
      if (template === undefined || command === undefined) continue
      const best = bestFit(matcher.match(template.start), command, text)
      const reading = best === null ? null : readingOf(command, template.source, best, folded)
      if (reading !== null && !(isPassed && saysLess(reading, folded))) found.push(reading)
    }
    const whole = withoutCutTexts(found, (one) => one.command, folded, language)
    const said = whole.filter((one) => !leavesText(one, colon) || !whole.some((other) => saysMore(other, one, colon)))
    return said.toSorted((a, b) => compareScores(a.score, b.score))
  }

  function bestFit(readings: readonly RawReading[], command: Command, text: MatchText): Fit | null {
    const fits = readings.flatMap((reading) => fitOf(reading, command, text) ?? [])
    const whole = text.source === null ? fits : withoutCutTexts(fits, () => command, text.source, language)
    return whole.toSorted((a, b) => compareScores(a.score, b.score))[0] ?? null
  }

  function fitOf({ captured, weight }: RawReading, command: Command, text: MatchText): Fit | null {
    const slots: FilledSlot[] = []
    let reach = 0
    for (let one: Captured | null = captured; one !== null; one = one.rest) {
      if (one.kind !== 'taken') continue
      const name = parameterOf(one.slot)
      const slot = slotsByCommand.get(command.token)?.get(one.slot)
      if (one.wildcard && slot?.kind === 'wildcard') {
        const taken = capture(slot, text, one.from, one.to, language)
        if (taken === null) return null
        reach += slot.greedy ? taken.to - taken.from : taken.from - taken.to
        slots.unshift({ name, wildcard: true, ...taken })
        if (!slot.greedy && isCutBeforeColon(text, taken.to, slots[1])) return null
      } else slots.unshift({ name, wildcard: false, value: argumentOf(one.value), from: one.from, to: one.to })
    }
    if (swallowsNumber(slots, command, text, language) || swallowsRow(slots, command, text, language)) return null
    const known = asUnnumbered(slots, command, text, { language, before: (name) => wordsBefore(command, name) })
    const wildcards = known.slots.filter(({ wildcard }) => wildcard).length
    const score = {
      swallowed: swallowedTimes(known.slots, command, text, language) + cutSkips(known.slots, text, language.skipped),
      literals: weight % accentWeight,
      numbers: known.numbers,
      wildcards,
      reach,
      danger: dangers[command.safety],
      inherited: command.isInherited === true ? 1 : 0,
    }
    return { slots: known.slots, score }
  }

  function wordsBefore({ path, token }: Command, parameter: string): ReadonlySet<string> {
    const around = aroundByCommand.get(token) ?? wordsAround(locale.commands[path]?.sentences ?? [], locale.rules)
    aroundByCommand.set(token, around)
    return around.get(parameter)?.before ?? new Set()
  }

  function readingOf(command: Command, template: string, { slots, score }: Fit, text: Folded): SentenceReading | null {
    const free = freeTextsOf(command, slots, text, language)
    if (free.swallowed) return null
    return {
      command,
      args: Object.fromEntries(slots.map(({ name, value }) => [name, value])),
      said: Object.fromEntries(slots.map(({ name, from, to }) => [name, originalBetween(text, from, to)])),
      closed: free.loose === 0 && score.wildcards === free.count,
      clear: free.loose === 0 && score.wildcards === free.count + free.short,
      template,
      slots,
      score,
    }
  }
}

/** Whether words of a text were passed over that is as a whole what is passed over: of “es urgente” nothing is left, and no “es”. */
function saysLess({ slots, score }: SentenceReading, { text }: Folded): boolean {
  return slots.reduce((said, { from, to }) => said + to - from, score.literals) < text.replaceAll(' ', '').length
}

function checkEverySlot(grammar: Grammar, commands: ReadonlyMap<string, Command>): void {
  const scopeOf = createScopes(grammar, sentenceDialect.parse)
  for (const [token, { data }] of Object.entries(grammar.intents)) {
    const command = commands.get(token)
    for (const block of command === undefined ? [] : data) {
      const scope = scopeOf(block)
      const problemOf = (node: ListNode) => (scope.list(node.list) === undefined ? slotProblem(node, command) : null)
      for (const sentence of block.sentences) checkSlots(sentenceDialect.parse(sentence), scope, problemOf)
    }
  }
}

function slotProblem({ slot }: ListNode, command: Command | undefined): string {
  const name = parameterOf(slot)
  const exists = command?.parameters.some((parameter) => parameter.name === name) === true
  return exists ? `"${name}" names no entity, so nothing has a name` : `${command?.path} has no parameter "${name}"`
}

/** What a reader or a range gives, as an argument. */
function argumentOf(value: Taken['value']): string {
  const found = typeof value === 'object' ? value?.out : value
  return typeof found === 'string' ? found : JSON.stringify(found ?? null)
}
