/**
 * "it arrived broken, refund 10 of order 205", "Maria wants to cancel order 204": something is asked for, and something is told around
 * it that asks for nothing. What is told becomes the reason where the command takes one; else it is kept as it was said, for whoever
 * asks to see that it is no part of what is done.
 */
import { foldText, type Folded } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import { isOnlyTold, isReason, isSaidToBot } from './only-told.ts'
import { afterWord, holdsPhrase, isMadeOf, phrasesIn } from '../text/phrases.ts'
import { type MessageReader, readMessage, readMistyped } from '../read-message.ts'
import { withoutBecause, withReason } from '../wishes/read-reason.ts'
import type { Expectation } from '../expectation.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import { around, type Around, partsOf, type Part, type Run, runsOf, textOf } from './told-parts.ts'
import { type ToldThing, toldThing } from './told-thing.ts'
import { isTooLong } from '../text/too-long.ts'
import type { When } from '../values/when.ts'
import { soleWish } from '../wishes/sole-wish.ts'

type Wishes = Extract<Reading, { kind: 'wishes' }>
type Undo = Extract<Reading, { kind: 'undo' }>

/** So many of them are read where that takes long: with their typos mended, and in other languages. */
const maxOuter = 4
/** Who wants something has no longer name. */
const maxWordsOfWho = 4
const nothing = { kind: 'nothing' } as const

/** What is told around what is asked for, and who wants it. */
type Told = Around & { readonly who: string }

/** Some runs, and how what they want is read. */
type Attempt = { readonly runs: readonly Run[]; readonly read: (wanted: string) => Reading | null }

/**
 * `null` when nothing is asked for, or what stands around it may change what is meant.
 * Typos are mended where nothing is asked for without, but in a language that `isForeign` to the person.
 */
export function readAside(
  text: string,
  { kind }: Expectation,
  reader: MessageReader,
  when: When,
  { isForeign = false }: { readonly isForeign?: boolean } = {},
): Wishes | Undo | null {
  if (isTooLong(text)) return null
  const folded = foldText(text)
  const parts = partsOf(folded, reader.language)
  const runs = runsOf(parts)
  const outer = runs.filter(([first, last]) => first === 0 || last === parts.length - 1).slice(0, maxOuter)
  // Where something is open, what is told may put that right.
  const strict = kind === 'confirmation'
  const attempts: readonly Attempt[] = [
    { runs: isForeign ? outer : runs, read: (wanted) => readMessage(wanted, nothing, reader, when) },
    { runs: isForeign ? [] : outer, read: (wanted) => readMistyped(wanted, nothing, reader, when) },
  ]
  for (const attempt of attempts) {
    const found = readRuns(folded, parts, attempt, strict, reader, when)
    if (found !== null) return found
  }
  return null
}

function readRuns(
  folded: Folded,
  parts: readonly Part[],
  { runs, read }: Attempt,
  strict: boolean,
  reader: MessageReader,
  when: When,
): Wishes | Undo | null {
  const text = folded.original
  for (const [first, last] of runs) {
    // A question that asks for nothing decides nothing: "what do you think?"
    if (isQuestion(text) && last < parts.length - 1) continue
    const said = textOf(folded, parts.slice(first, last + 1))
    const { who, ways } = isQuestion(text) ? { who: '', ways: [said] } : partWho(said, reader)
    const { before, behind } = around(folded, parts, [first, last])
    const told: Told = strict ? { before: [], behind: [...before, ...behind], who } : { before, behind, who }
    if (parts.length === last - first + 1 && who === '') continue
    for (const wanted of ways) {
      // "Maria needs it" asks for nothing.
      const reading = who !== '' && reader.commands.isReference(foldText(wanted)) ? null : read(wanted)
      const isWanted = reading !== null && (isWish(reading) || isUndo(reading))
      const found = isWanted ? besides(told, reading, reader, when) : null
      if (found !== null) return found
    }
  }
  return null
}

/**
 * "Maria" and "cancel order 204" of "Maria wants to cancel order 204"; what Maria wants done ("order 204 cancelled") is read first as whoever
 * writes would want it.
 */
function partWho(
  text: string,
  { language }: MessageReader,
): { readonly who: string; readonly ways: readonly string[] } {
  const folded = foldText(text)
  const { text: said, original, starts } = folded
  const [place] = phrasesIn(said, language.wanting).toSorted((a, b) => a.from - b.from || b.to - a.to)
  if (place === undefined || place.from === 0 || place.to >= said.length) return { who: '', ways: [text] }
  const who = textOf(folded, [{ from: 0, to: place.from - 1, follows: false }])
  const { no, negation, condition } = language.words
  const others = [no, negation, condition, language.nobody]
  const isSomebody =
    who.split(/\s+/u).length <= maxWordsOfWho &&
    !/\d/u.test(who) &&
    !others.some((each) => holdsPhrase(foldText(who).text, each))
  if (!isSomebody) return { who: '', ways: [text] }
  const wanted = original.slice(starts[afterWord(said, place.to)])
  const isDone = language.wantingDone.endsAt(said, place.from).includes(place.to)
  return { who, ways: isDone ? [`${language.iWant} ${wanted}`, wanted] : [wanted] }
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
  reading: Wishes | Undo,
  reader: MessageReader,
  when: When,
): Wishes | Undo | null {
  const { language } = reader
  const wishes = reading.kind === 'wishes' ? reading.wishes : []
  if (wishes.some((each) => lacksText(each, reader))) return null
  // "Refund 20 of 204 and 10 for the delay": 10 is a sum.
  if (wishes.length > 1 && behind.some((part) => isMadeOf(foldText(part).text, language.reasons, language.skipped)))
    return null
  const only = soleWish(reading, { despiteDenied: true })
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
  // "Order 204, cancel it": what only names the thing tells nothing.
  const names = ({ rest }: ToldThing) => isMadeOf(foldText(rest).text, language.ofThing, language.skipped)
  const telling = before.filter((_part, at) => thing?.at !== at || !names(thing))
  const asides = [telling, behind].flatMap((parts) => {
    const kept = parts.filter((part) => !isSaidToBot(part, reader, when))
    return kept.length === 0 ? [] : [kept.join(', ')]
  })
  const [reason, ...more] = asides
  const reasoned =
    only === null || reason === undefined || more.length > 0 || !isReason(reason, reader)
      ? null
      : withReason(reading, withoutBecause(reason, language), only, reader)
  const found = reasoned ?? (asides.length === 0 ? reading : { ...reading, ...toldAside(asides, reader) })
  // "Cancel it" is no undo of what was done last where the thing is named.
  const { mayUndo: _mayUndo, ...certain } = found
  return thing === null ? found : { ...certain, wishes: found.wishes.map((each) => thing.of(each)) }
}

function toldAside(
  asides: readonly string[],
  { language: { dates } }: MessageReader,
): Pick<Wishes, 'aside' | 'narrows'> {
  const aside = asides.join(' … ')
  const words = foldText(aside).text.split(' ')
  const narrows = words.some(
    (word, at) => /\d/u.test(word) || [dates.date, dates.month].some((read) => read(words, at).length > 0),
  )
  return { aside, ...(narrows && { narrows }) }
}

/** "add a note: this is broken" lacks what is told. */
function lacksText({ command, args, refers }: Wish, { catalogue }: MessageReader): boolean {
  const { parameters = [] } = catalogue.commands.get(command) ?? {}
  return parameters.some(
    ({ name, type, entity, required }) =>
      required && entity === null && type === 'text' && args[name] === undefined && refers?.[name] === undefined,
  )
}
