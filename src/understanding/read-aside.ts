/**
 * "it arrived broken, refund 10 of order 205", "Maria wants to cancel order 204": something is asked for, and something is told around
 * it that asks for nothing. What is told becomes the reason where the command takes one; else it is kept as it was said, for whoever
 * asks to see that it is no part of what is done.
 */
import { foldText, type Folded, isPause } from './fold-text.ts'
import { isQuestion } from './is-question.ts'
import { isOnlyTold, isReason, isSaidToBot } from './only-told.ts'
import { afterWord, holdsPhrase, phrasesIn } from './phrases.ts'
import { type MessageReader, readMessage, readMistyped } from './read-message.ts'
import { reasonedWish } from './read-reason.ts'
import type { Reading, Wish } from './reading.ts'
import { toldThing } from './told-thing.ts'
import { isTooLong } from './too-long.ts'
import type { When } from './values/when.ts'

type Wishes = Extract<Reading, { kind: 'wishes' }>
type Undo = Extract<Reading, { kind: 'undo' }>
/** `follows` what is told before it: "so" stands between. */
type Part = { readonly from: number; readonly to: number; readonly follows: boolean }

/** A text with more pauses is no wish with something told around it. */
const maxParts = 5
/** So many of them are read with their typos mended, which takes long. */
const maxMended = 4
/** Who wants something has no longer name. */
const maxWordsOfWho = 4
const nothing = { kind: 'nothing' } as const

/** What is told before what is asked for and behind it, part by part, and who wants it. */
type Told = { readonly before: readonly string[]; readonly behind: readonly string[]; readonly who: string }

/** The first and the last of the parts that are read. */
type Run = readonly [first: number, last: number]
/** Some runs, and how what they want is read. */
type Attempt = { readonly runs: readonly Run[]; readonly read: (wanted: string) => Reading | null }

/**
 * `null` when nothing is asked for, or what stands around it may change what is meant. Typos are mended where nothing is asked for
 * without.
 */
export function readAside(text: string, reader: MessageReader, when: When): Wishes | Undo | null {
  if (isTooLong(text)) return null
  const folded = foldText(text)
  const parts = partsOf(folded, reader)
  const runs = runsOf(parts)
  const outer = runs.filter(([first, last]) => first === 0 || last === parts.length - 1).slice(0, maxMended)
  const attempts: readonly Attempt[] = [
    { runs, read: (wanted) => readMessage(wanted, nothing, reader, when) },
    { runs: outer, read: (wanted) => readMistyped(wanted, nothing, reader, when) },
  ]
  for (const attempt of attempts) {
    const found = readRuns(folded, parts, attempt, reader, when)
    if (found !== null) return found
  }
  return null
}

function readRuns(
  folded: Folded,
  parts: readonly Part[],
  { runs, read }: Attempt,
  reader: MessageReader,
  when: When,
): Wishes | Undo | null {
  const text = folded.original
  for (const [first, last] of runs) {
    // A question that asks for nothing decides nothing: "what do you think?"
    if (isQuestion(text) && last < parts.length - 1) continue
    const said = textOf(folded, parts.slice(first, last + 1))
    const { who, wanted } = isQuestion(text) ? { who: '', wanted: said } : partWho(said, reader)
    const told: Told = {
      before: parts.slice(0, first).map((part) => textOf(folded, [part])),
      behind: sentencesOf(parts.slice(last + 1)).map((each) => textOf(folded, each)),
      who,
    }
    if (parts.length === last - first + 1 && who === '') continue
    const reading = read(wanted)
    const found =
      reading !== null && (isWish(reading) || isUndo(reading)) ? besides(told, wanted, reading, reader, when) : null
    if (found !== null) return found
  }
  return null
}

/** Taken apart at pauses, at what leads from a reason to what follows of it, and before a reason. */
function partsOf({ text, original, starts, ends }: Folded, { language }: MessageReader): readonly Part[] {
  const blanks = [...text.matchAll(/ /gu)].map(({ index }) => index)
  const pauses = blanks.filter((at) => isPause(original.slice(ends[at - 1], starts[at + 1])))
  const cuts = [
    ...pauses.map((at) => ({ from: at, to: at + 1, follows: false })),
    ...phrasesIn(text, language.therefore).map(({ from, to }) => ({
      from: from - 1,
      to: afterWord(text, to),
      follows: true,
    })),
    ...phrasesIn(text, language.becauseOf).map(({ from }) => ({ from: from - 1, to: from, follows: false })),
  ]
  const parts: Part[] = []
  let from = 0
  let follows = false
  for (const cut of cuts.filter((each) => each.from > 0).toSorted((a, b) => a.from - b.from)) {
    if (cut.from > from) parts.push({ from, to: cut.from, follows })
    from = Math.max(from, cut.to)
    ;({ follows } = cut)
  }
  return [...parts, { from, to: text.length, follows }].filter((part) => part.to > part.from)
}

/** The first and the last of parts that stand together, the most of the text first. */
function runsOf(parts: readonly Part[]): readonly Run[] {
  if (parts.length > maxParts) return []
  const lengthOf = ([first, last]: Run) => (parts[last]?.to ?? 0) - (parts[first]?.from ?? 0)
  const runs = parts.flatMap((_, first) =>
    parts.slice(first).map((_part, more) => [first, first + more] as const satisfies Run),
  )
  // What follows of something is what is asked for.
  const whole = runs.filter(([, last]) => parts[last + 1]?.follows !== true)
  return whole.toSorted((one, other) => lengthOf(other) - lengthOf(one))
}

/** Behind what is asked for "so" parts nothing: "thank you so much". */
function sentencesOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const starts = parts.flatMap(({ follows }, at) => (follows ? [] : [at]))
  return starts.map((at, n) => parts.slice(at, starts[n + 1]))
}

/** From the first to the last of the parts. */
function textOf({ original, starts, ends }: Folded, parts: readonly Part[]): string {
  const [first, last] = [parts[0], parts.at(-1)]
  return first === undefined || last === undefined ? '' : original.slice(starts[first.from], ends[last.to - 1])
}

/** "Maria" and "cancel order 204" of "Maria wants to cancel order 204". */
function partWho(text: string, { language }: MessageReader): { readonly who: string; readonly wanted: string } {
  const folded = foldText(text)
  const { text: said, original, starts } = folded
  const [place] = phrasesIn(said, language.wanting).toSorted((a, b) => a.from - b.from || b.to - a.to)
  if (place === undefined || place.from === 0 || place.to >= said.length) return { who: '', wanted: text }
  const who = textOf(folded, [{ from: 0, to: place.from - 1, follows: false }])
  const { no, negation, condition } = language.words
  const others = [no, negation, condition, language.nobody]
  const isSomebody =
    who.split(/\s+/u).length <= maxWordsOfWho &&
    !/\d/u.test(who) &&
    !others.some((each) => holdsPhrase(foldText(who).text, each))
  return isSomebody ? { who, wanted: original.slice(starts[afterWord(said, place.to)]) } : { who: '', wanted: text }
}

/** Something is asked for, and nothing refused or put in the place of something else. */
function isWish(reading: Reading): reading is Wishes {
  return (
    reading.kind === 'wishes' &&
    reading.denied === undefined &&
    reading.instead !== true &&
    reading.besides !== true &&
    reading.wishes.every(({ source }) => source === 'sentence')
  )
}

/** "it was a mistake, undo that" */
function isUndo(reading: Reading): reading is Undo {
  return reading.kind === 'undo' && reading.ref === null && reading.of === undefined
}

/** What is asked for, with what is told beside it; `null` where that may be more than told. */
function besides(
  { before, behind, who }: Told,
  wanted: string,
  reading: Wishes | Undo,
  reader: MessageReader,
  when: When,
): Wishes | Undo | null {
  const wishes = reading.kind === 'wishes' ? reading.wishes : []
  const [wish, ...others] = wishes
  if (wishes.some((each) => lacksText(each, reader))) return null
  const only = others.length === 0 && wish !== undefined ? wish : null
  const thing =
    only === null
      ? null
      : toldThing(
          [...before, who].filter((each) => each !== ''),
          only,
          reader,
        )
  const isTold = (part: string, at: number) => isOnlyTold(thing?.at === at ? thing.rest : part, 'before', reader, when)
  if (!before.every(isTold) || !behind.every((part) => isOnlyTold(part, 'behind', reader, when))) return null
  if (reading.kind === 'undo') return behind.length === 0 ? reading : null
  const asides = [before, behind].flatMap((parts) => {
    const kept = parts.filter((part) => !isSaidToBot(part, reader, when))
    return kept.length === 0 ? [] : [kept.join(', ')]
  })
  const [reason, ...more] = asides
  const reasoned =
    only === null || reason === undefined || more.length > 0 || !isReason(reason, reader)
      ? null
      : reasonedWish(wanted, withoutBecause(reason, reader), only, reader, when)
  const found = reasoned ?? (asides.length === 0 ? reading : { ...reading, aside: asides.join(' … ') })
  return thing === null ? found : { ...found, wishes: found.wishes.map((each) => thing.of(each)) }
}

/** "add a note: this is broken" lacks what is told. */
function lacksText({ command, args, refers }: Wish, { catalogue }: MessageReader): boolean {
  const { parameters = [] } = catalogue.commands.get(command) ?? {}
  return parameters.some(
    ({ name, type, entity, required }) =>
      required && entity === null && type === 'text' && args[name] === undefined && refers?.[name] === undefined,
  )
}

function withoutBecause(reason: string, { language }: MessageReader): string {
  const { text, original, starts } = foldText(reason)
  const [end] = language.becauseOf.endsAt(text, 0)
  return end === undefined || end >= text.length ? reason : original.slice(starts[afterWord(text, end)])
}
