import type { Json, JsonObject } from '../../json.ts'
import { createCandidateAutomaton } from './candidate-automaton.ts'
import type { Captured, Taken } from './captured.ts'
import { compileGrammar } from './compile-grammar.ts'
import { fitsContext, fitsRequired, isExcluded, slotsFromContext } from './context.ts'
import type { Grammar } from './grammar.ts'
import { createTemplateMatcher, type Effort, type RawReading } from './match-templates.ts'
import { type MatchText, type PreparedText, prepareText } from './prepared-text.ts'
import type { CompiledTemplate } from './program.ts'
import { compareScores, type FilledSlot, type Recognition, type Score } from './recognition.ts'
import { compileSkipWords } from './skip-words.ts'
import { accentWeight } from './slot-fillings.ts'
import { sourceEnd, sourceStart } from './view.ts'

/** A longer text is not read as a sentence, in UTF-16 units. */
export const maxTextLength = 1_000
/** Steps that hostile texts may cost in all, beside those that every text costs. */
const maxEffort = 20_000

export type RecognizeOptions = {
  /** What is known about the sender and the place. */
  readonly context?: JsonObject
  /** Readings that fill this slot with something named win, the longest name first; `name` by default. */
  readonly bestSlot?: string
  /** Readings whose block has this metadata win over all others. */
  readonly bestMetadata?: string
}

/** Reads sentences by the templates of one grammar. Never throws, whatever the text holds, and always ends soon. */
export type Recognizer = {
  /** The best reading; `null` when no template fits. */
  readonly recognize: (text: string, options?: RecognizeOptions) => Recognition | null
  /** All readings that differ in what they mean, the best one first. */
  readonly readings: (text: string, options?: RecognizeOptions) => readonly Recognition[]
}

type Ranked = {
  readonly template: CompiledTemplate
  readonly text: MatchText
  readonly captured: Captured | null
  readonly context: JsonObject
  readonly score: Score
}

const noContext: JsonObject = {}

/**
 * Compiles a grammar into a recogniser.
 * @throws UserError `catalogue_invalid` naming the template and the column.
 */
export function createRecognizer(grammar: Grammar): Recognizer {
  const program = compileGrammar(grammar)
  const { ignoreWhitespace, templates } = program
  const skipWords = compileSkipWords(grammar.skip_words ?? [], ignoreWhitespace)
  const automaton = createCandidateAutomaton(program)
  const matcher = createTemplateMatcher(program)
  return {
    recognize: (text, options) => {
      const best = rank(text, options).reduce<Ranked | null>(
        (before, one) => (before === null || compareScores(one.score, before.score) < 0 ? one : before),
        null,
      )
      return best === null ? null : recognition(best)
    },
    readings: (text, options) => {
      const ranked = rank(text, options).toSorted((a, b) => compareScores(a.score, b.score))
      return distinct(ranked.map(recognition))
    },
  }

  function rank(original: string, options: RecognizeOptions = {}): readonly Ranked[] {
    if (original.length > maxTextLength) return []
    const prepared = prepareText(original, skipWords, ignoreWhitespace)
    const effort = { left: maxEffort }
    const ranked = rankAll(candidatesOf(prepared), options, effort)
    return ranked.length > 0 || prepared.bare === prepared.whole ? ranked : rankAll(sparesOf(prepared), options, effort)
  }

  function rankAll(
    wanted: readonly Candidate[],
    { context = noContext, bestSlot = 'name', bestMetadata }: RecognizeOptions,
    effort: Effort,
  ): readonly Ranked[] {
    const ranked: Ranked[] = []
    let begun: MatchText | null = null
    for (const { index, text } of wanted) {
      const template = templates[index]
      if (template === undefined || !mayFit(template, context)) continue
      if (begun !== text) matcher.begin(text, effort)
      begun = text
      for (const reading of matcher.match(template.start)) {
        const found = rankReading(reading, template, text, context, bestSlot, bestMetadata)
        if (found !== null) ranked.push(found)
      }
    }
    return ranked
  }

  /** Templates in their order, each with the texts that it is matched against. */
  function candidatesOf(prepared: PreparedText): readonly Candidate[] {
    const { whole, bare } = prepared
    if (bare === whole) return candidates(whole)
    const opening = prepared.withoutLast()
    const closing = prepared.withoutFirst()
    return [
      ...candidates(whole, ['none', 'whole']),
      // Where all skip words are at the one end that loses them, they may as well be part of the template.
      ...(opening.text === bare.text ? candidates(whole, ['opens']) : []),
      ...(closing.text === bare.text ? candidates(whole, ['closes']) : []),
      ...candidates(opening, ['opens']),
      ...candidates(closing, ['closes']),
      ...candidates(bare, ['none']),
    ].toSorted((a, b) => a.index - b.index)
  }

  /** Only where nothing else fits: here skip words are missing that may belong into a wildcard. */
  function sparesOf({ bare }: PreparedText): readonly Candidate[] {
    return candidates(bare, ['opens', 'closes'])
  }

  function candidates(text: MatchText, edges?: readonly CompiledTemplate['edge'][]): readonly Candidate[] {
    const found = Array.from(automaton.candidates(text.folded), (index) => ({ index, text }))
    return edges === undefined ? found : found.filter(({ index }) => edges.includes(templates[index]?.edge ?? 'none'))
  }
}

/** The place of a template in the program, and a text that it may fit. */
type Candidate = { readonly index: number; readonly text: MatchText }

/** Whether what the context decides alone speaks for the template. */
function mayFit(
  { block: { hasContext, requires, excludes }, fixedKeys }: CompiledTemplate,
  context: JsonObject,
): boolean {
  if (!hasContext) return true
  for (const key of fixedKeys) {
    const [required, excluded] = [requires[key], excludes[key]]
    if (required !== undefined && !fitsRequired(required, context[key], key)) return false
    if (excluded !== undefined && isExcluded(excluded, context[key], key)) return false
  }
  return true
}

function rankReading(
  { captured, weight }: RawReading,
  template: CompiledTemplate,
  text: MatchText,
  given: JsonObject,
  bestSlot: string,
  bestMetadata: string | undefined,
): Ranked | null {
  const { block } = template
  const context = mergedContext(captured, given)
  if (block.hasContext && !fitsContext(block.requires, block.excludes, context)) return null
  let wildcards = 0
  let wildcardText = 0
  for (const one of takenOnes(captured)) {
    if (!one.wildcard || one.capture) continue
    wildcards++
    wildcardText += text.text.slice(one.from, one.to).trim().length
  }
  const score = {
    accents: Math.floor(weight / accentWeight),
    preferred: bestMetadata !== undefined && isTruthy(block.metadata?.[bestMetadata]),
    slotLength: slotLength(bestSlot, captured, template, context),
    wildcards,
    literals: weight % accentWeight,
    wildcardText,
  }
  return { template, text, captured, context, score }
}

/** Values in the order of the text: later ones win over earlier ones, all of them over what came with the text. */
function mergedContext(captured: Captured | null, given: JsonObject): JsonObject {
  let merged: JsonObject = noContext
  for (const { value } of takenOnes(captured)) {
    const context = typeof value === 'object' ? value?.context : null
    if (context) merged = { ...context, ...merged }
  }
  return merged === noContext ? given : { ...given, ...merged }
}

function slotLength(
  name: string,
  captured: Captured | null,
  { block }: CompiledTemplate,
  context: JsonObject,
): number | null {
  for (const one of takenOnes(captured)) {
    if (one.slot === name && !one.capture) return one.wildcard ? null : one.to - one.from
  }
  if (!block.hasContext && !(name in block.slots)) return null
  return slotsFromContext(block.requires, context)[name]?.text.length ?? (name in block.slots ? 0 : null)
}

/** The last one first. */
function* takenOnes(captured: Captured | null): Generator<Taken> {
  for (let one = captured; one !== null; one = one.rest) if (one.kind === 'taken') yield one
}

function recognition({ template, text, captured, context, score }: Ranked): Recognition {
  const { intent, block, source } = template
  const slots = new Map<string, FilledSlot>()
  const captures = new Map<string, string>()
  for (const one of [...takenOnes(captured)].toReversed()) {
    const filled = filledSlot(one, text)
    if (one.capture) captures.set(one.slot, filled.text)
    else slots.set(one.slot, filled)
  }
  const absent = { span: null, wildcard: false } as const
  const copied = slotsFromContext(block.requires, context)
  for (const [name, { value, text: said, metadata }] of Object.entries(copied)) {
    if (!slots.has(name)) slots.set(name, { ...absent, value, text: said, source: 'context', metadata })
  }
  for (const [name, value] of Object.entries(block.slots)) {
    if (!slots.has(name)) slots.set(name, { ...absent, value, text: '', source: 'block', metadata: null })
  }
  const { metadata, response } = block
  return {
    intent,
    slots: Object.fromEntries(slots),
    captures: Object.fromEntries(captures),
    context,
    metadata,
    response,
    template: source,
    score,
  }
}

function filledSlot({ from, to, value, wildcard }: Taken, { text, view }: MatchText): FilledSlot {
  const said = text.slice(from, to)
  const trimmed = said.trim()
  const first = from + said.indexOf(trimmed)
  const span = { start: sourceStart(view, first), end: sourceEnd(view, first + trimmed.length - 1) }
  const found: Json | undefined = typeof value === 'object' ? value?.out : value
  const metadata = typeof value === 'object' ? (value?.metadata ?? null) : null
  return { value: found ?? trimmed, text: trimmed, span, source: 'text', wildcard, metadata }
}

function isTruthy(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== ''
}

/** Without those that mean what a better one means already. */
function distinct(readings: readonly Recognition[]): readonly Recognition[] {
  const seen = new Set<string>()
  return readings.filter((one) => {
    const key = meaningKey(one)
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

function meaningKey({ intent, slots, captures }: Recognition): string {
  const values = Object.entries(slots)
    .map(([name, { value }]) => JSON.stringify([name, value]))
    .toSorted((a, b) => (a < b ? -1 : 1))
  return JSON.stringify([intent, values, captures])
}
