/**
 * "if order 204 is shipped, cancel it", "cancela o 204 quando for pago": a wish that is to wait until something is so. Nobody waits:
 * it is neither done nor taken apart, and whoever asks is told so. A question may begin with the same words ("if order 204 is
 * shipped", "order 204, when does it arrive?"), and free text may hold them ("note on order 204: call if late"): these are what they were.
 */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordStart } from '../text/match-literal.ts'
import { afterWord, isMadeOf, skipLeading } from '../text/phrases.ts'
import { wishesOf } from './named-wishes.ts'
import { quotedRanges } from '../text/quotes.ts'
import type { CommandReading } from './read-commands.ts'
import type { Wish } from '../wish.ts'
import type { AnswerReader, ReferenceReader } from './references.ts'
import { isSameWish } from './same-wish.ts'
import { isTooLong } from '../text/too-long.ts'

/** So many words of a condition are passed over in search of the wish behind it. */
const maxClause = 16
/** More conditions in one text are not looked at. */
const maxPlaces = 4
/** So many parts of one text are read with their references: each of them costs as much as many readings without. */
const maxReferring = 8

type ReadPart = (part: string) => CommandReading | null
type Context = {
  readonly read: ReadPart
  /** The same for less, where it only matters what is asked for. */
  readonly find: ReadPart
  readonly catalogue: Catalogue
  readonly language: Language
}

/** A condition in folded text: where its first word begins and ends. */
type Place = {
  readonly from: number
  readonly to: number
  /** It begins the text, or what comes after a border between wishes. */
  readonly leads: boolean
}

/** Reads what `commands` reads, but what is asked for on a condition. */
export function refuseConditions(commands: ReferenceReader, catalogue: Catalogue, language: Language): ReferenceReader {
  const plain = commands.withoutReferences
  const refusing = (reader: AnswerReader): AnswerReader => ({
    ...reader,
    read: (text, when) => {
      const read = (part: string) => reader.read(part, when)
      const tries = { left: reader === plain ? 0 : maxReferring }
      const known = new Map<string, CommandReading | null>()
      const find = (part: string) => {
        if (!known.has(part)) known.set(part, plain.read(part, when) ?? readReferring(part))
        return known.get(part) ?? null
      }
      const readReferring = (part: string) => (commands.holdsReference(part) && tries.left-- > 0 ? read(part) : null)
      return withoutConditions(text, read(text), { read, find, catalogue, language })
    },
  })
  return { ...commands, ...refusing(commands), withoutReferences: refusing(plain) }
}

function withoutConditions(text: string, reading: CommandReading | null, context: Context): CommandReading | null {
  if (isTooLong(text)) return reading
  const folded = foldText(text)
  const places = placesIn(folded, context.language)
  if (places.length === 0) return reading
  const first =
    reading === null
      ? places.slice(0, maxPlaces).find((place) => hasWish(folded, place, context))
      : places.find(({ leads }) => leads)
  const isAsked = first !== undefined && asks(folded, first)
  const told = isAsked ? withoutEchoes(reading, context) : reading
  if (told === null ? first === undefined : !isConditional(folded, places, told, context)) return told
  return (isAsked ? lookBefore(folded, first, context) : null) ?? { kind: 'conditional' }
}

/** "order 204, when does it arrive?" is one look at it. */
function withoutEchoes(reading: CommandReading | null, context: Context): CommandReading | null {
  if (reading?.kind !== 'wishes' || !isOnlyLook([reading], context)) return reading
  return { ...reading, wishes: reading.wishes.filter(({ refers }, at) => at === 0 || refers === undefined) }
}

/** What is looked at before a question, where nothing else is asked for: "order 204" of "order 204, when does it arrive?". */
function lookBefore(folded: Folded, place: Place, context: Context): CommandReading | null {
  const { original, starts } = folded
  const asked = context.read(original.slice(0, starts[place.from]))
  const rests = wordsBehind(folded, place).map((at) => context.find(original.slice(starts[at])))
  return asked !== null && isOnlyLook([asked, ...rests], context) ? asked : null
}

function isConditional(folded: Folded, places: readonly Place[], reading: CommandReading, context: Context): boolean {
  if (reading.kind !== 'wishes') return false
  const { catalogue, language } = context
  const [wish, ...others] = reading.wishes
  const start = skipLeading(folded.text, language.skipped)
  // A note may say it behind its colon; only of several wishes it may belong to the next.
  const leading = places.find((place) => (others.length === 0 ? place.from === start : place.leads))
  const isLed = leading !== undefined && wish !== undefined && (others.length > 0 || changes(wish, catalogue))
  const isLook = leading !== undefined && asks(folded, leading) && isOnlyLook([reading], context)
  if (isLed && !isLook && !isAffirmed(folded, reading.wishes, context)) return true
  return reading.wishes.some(
    (each) => isNamedBy(each, catalogue, language) || places.some((place) => isCutBy(each, folded, place)),
  )
}

/** "order 204, when does it arrive?", "¿cuándo llega?": nobody makes a condition of a question. */
function asks({ original, starts, ends }: Folded, { from, to }: Place): boolean {
  const gap = original.slice(from === 0 ? 0 : ends[from - 2], starts[from])
  const isAccented = /\p{M}/u.test(original.slice(starts[from], ends[to - 1]).normalize('NFD'))
  return isAccented || gap.includes('¿') || /\?[^\p{L}\p{N}]*$/u.test(original)
}

/** Whether something is looked at, and nothing changed or denied. */
function isOnlyLook(readings: readonly (CommandReading | null)[], { catalogue }: Context): boolean {
  return readings.flatMap(wishesOf).every((wish) => !changes(wish, catalogue))
}

function placesIn(folded: Folded, language: Language): readonly Place[] {
  const { text, original, starts, ends } = folded
  const quoted = quotedRanges(original)
  const places: Place[] = []
  let border = skipLeading(text, language.skipped)
  for (let at = 0; at < text.length; at++) {
    if (!isWordStart(text, at)) continue
    const [skipped] = language.skipped.endsAt(text, at)
    const [joined] = language.borders.endsAt(text, at)
    const paused = at > 0 && isPause(original.slice(ends[at - 2], starts[at]))
    if (joined !== undefined) border = afterWord(text, joined)
    if (paused && joined === undefined) border = at
    const [end] = language.words.condition.endsAt(text, at)
    const isQuoted = quoted.some(({ from, to }) => (starts[at] ?? 0) >= from && (starts[at] ?? 0) < to)
    if (end !== undefined && (skipped ?? 0) < end && !isQuoted && isSaid(folded, at, end, language))
      places.push({ from: at, to: end, leads: at === border })
    if (skipped !== undefined && at === border) border = afterWord(text, skipped)
  }
  return places
}

/** "sí, cancela el 204" agrees: an accent makes it another word, and so does a pause behind it. */
function isSaid(folded: Folded, from: number, end: number, { words }: Language): boolean {
  const { text, original, starts, ends } = folded
  const next = afterWord(text, end)
  if (next >= text.length || isPause(original.slice(ends[end - 1], starts[next]))) return false
  return (
    !words.yes.endsAt(text, from).includes(end) ||
    !/\p{M}/u.test(original.slice(starts[from], ends[end - 1]).normalize('NFD'))
  )
}

/** "si ocurrió" without its accent: the yes of what the rest alone asks for as well, as nothing that waits for a condition does. */
function isAffirmed(
  { text, original, starts }: Folded,
  [wish, ...others]: readonly Wish[],
  { read, language: { words, skipped } }: Context,
): boolean {
  if (wish === undefined || others.length > 0) return false
  const from = skipLeading(text, skipped)
  return words.condition.endsAt(text, from).some((end) => {
    if (!words.yes.endsAt(text, from).includes(end)) return false
    const [alone, ...more] = wishesOf(read(original.slice(starts[afterWord(text, end)] ?? original.length)))
    return alone !== undefined && more.length === 0 && isSameWish(alone, wish)
  })
}

/** Whether something is asked for before a condition, or after its clause. */
function hasWish(folded: Folded, place: Place, { find, catalogue, language }: Context): boolean {
  const { text, original, starts, ends } = folded
  const { from, to, leads } = place
  const before = from > 0 ? wishesOf(find(original.slice(0, starts[from]))) : []
  const isTold = !leads && language.noCondition.endsAt(text, from).length > 0
  // "o pedido 204 se perdeu" tells what has become of what it names.
  const isAskedBefore = isTold ? before.some((wish) => changes(wish, catalogue)) : before.length > 0
  if (!leads || isAskedBefore) return isAskedBefore
  const first = afterWord(text, to)
  for (const at of wordsBehind(folded, place)) {
    const [wish, ...others] = wishesOf(find(original.slice(starts[at])))
    if (wish === undefined) continue
    const isMeant = changes(wish, catalogue)
    // "si cancela el 204" is a yes.
    const agrees = language.words.yes.endsAt(text, from).includes(to) && (isMeant || others.length === 0)
    if (at === first && agrees) return false
    if (at > first && (isMeant || isPause(original.slice(ends[at - 2], starts[at]))))
      return !isMadeOf(text.slice(first, at - 1), language.words.yes, language.skipped)
  }
  return false
}

/** Where the words behind a condition begin, as far as they are looked at. */
function wordsBehind({ text }: Folded, { to }: Place): readonly number[] {
  const places: number[] = []
  for (let at = afterWord(text, to); at < text.length && places.length < maxClause; at = nextWord(text, at))
    places.push(at)
  return places
}

function nextWord(text: string, at: number): number {
  const blank = text.indexOf(' ', at)
  return blank < 0 ? text.length : blank + 1
}

function changes({ command }: Wish, { commands }: Catalogue): boolean {
  return commands.get(command)?.safety !== 'read'
}

/** "cancel order 204 as soon as it ships" gives no reason, though "as" may begin one. */
function isCutBy({ args }: Wish, { text }: Folded, { from, to }: Place): boolean {
  const blanks = [...text.slice(from, to).matchAll(/ /gu)].map(({ index }) => from + index + 1)
  const values = Object.values(args).map((value) => foldText(value).text)
  return blanks.some((at) => values.some((value) => value !== '' && text.startsWith(value, at)))
}

/** "cancel the order of Maria if she calls": the condition was taken for a part of the name. */
function isNamedBy({ command, args, source }: Wish, { commands }: Catalogue, language: Language): boolean {
  if (source !== 'sentence') return false
  const names = (commands.get(command)?.parameters ?? []).filter(({ entity }) => entity !== null)
  return names.some(({ name }) => {
    const folded = foldText(args[name] ?? '')
    return placesIn(folded, language).some(({ from }) => from > 0)
  })
}
