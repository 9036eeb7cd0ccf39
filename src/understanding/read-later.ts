/**
 * "cancel order 204 tomorrow at 8", "pausa por uma hora", "every Monday send the report": something that is to be done at another time,
 * or for a while. Nobody waits: it is neither done at once nor taken for something else, and whoever asks is told so.
 */
import { type Folded, foldText } from './fold-text.ts'
import type { Language } from './language.ts'
import { isWordStart } from './match-literal.ts'
import { afterWord, skipLeading } from './phrases.ts'
import type { Reading } from './reading.ts'
import type { AnswerReader } from './references.ts'
import { parseAmountWords } from './values/number-words.ts'
import { clockReadings, withoutPart } from './values/clock-values.ts'
import { settleValue, valueReader } from './values/read-values.ts'
import type { When } from './values/when.ts'

/** More words say no time. */
const maxWords = 8

const clockTypes = ['datetime', 'date', 'time'] as const

/** `null` when the text asks for nothing, or says no time before it or behind it that is still to come. */
export function readLater(
  folded: Folded,
  commands: AnswerReader,
  language: Language,
  when: When,
): Extract<Reading, { kind: 'later' }> | null {
  const { text, original, starts } = folded
  const asks = (from: number, to: number): boolean => {
    const rest = original.slice(starts[from], to >= text.length ? original.length : starts[to])
    return rest.trim() !== '' && commands.read(rest, when) !== null
  }
  const first = skipLeading(text, language.skipped)
  for (const end of timesAt(folded, first, language, when)) {
    if (end < text.length && asks(afterWord(text, end), text.length)) return { kind: 'later' }
  }
  for (const at of lastWords(text)) {
    const isTime = timesAt(folded, at, language, when).includes(text.length)
    if (isTime && asks(0, at)) return { kind: 'later' }
  }
  return null
}

/** Where the last words of a text begin, the fewest first. */
function lastWords(text: string): readonly number[] {
  const places: number[] = []
  for (let at = text.length - 1; at > 0 && places.length < maxWords; at--) if (isWordStart(text, at)) places.push(at)
  return places
}

/** Where a time ends that begins at a place and is still to come, and what lasts until then or recurs. */
function timesAt(folded: Folded, at: number, language: Language, when: When): readonly number[] {
  const { text } = folded
  const lasting = language.lasting
    .endsAt(text, at)
    .flatMap((end) => lastsFrom(folded, afterWord(text, end), language, when))
  return [...language.later.endsAt(text, at), ...lasting, ...momentsAt(folded, at, language, when)]
}

/** "until tomorrow", and "for two hours", which ends where "in two hours" does. */
function lastsFrom(folded: Folded, at: number, language: Language, when: When): readonly number[] {
  const { text } = folded
  const ahead = `${language.ahead} `
  const inThat = momentsAt(foldText(`${ahead}${text.slice(at)}`), 0, language, when)
  return [...momentsAt(folded, at, language, when), ...inThat.map((end) => end - ahead.length + at)]
}

function momentsAt(folded: Folded, at: number, language: Language, when: When): readonly number[] {
  // Numbers alone are no time here, in figures or in words: "ten fifty" is a sum as well.
  const isNumber = (end: number): boolean => {
    const words = folded.text.slice(at, end).split(' ')
    return words.every((word) => parseAmountWords([word], language.code) !== null)
  }
  return clockTypes.flatMap((type) =>
    valueReader({ type }, language)(folded, at)
      .filter(({ end }) => !isNumber(end))
      .filter(({ value }) =>
        clockReadings(settleValue({ type }, value, language, when)).some((each) => isToCome(withoutPart(each), when)),
      )
      .map(({ end }) => end),
  )
}

/** Whether a day is later than today, or a moment later than now; a time of day comes again. */
function isToCome(value: string, { now, timeZone }: When): boolean {
  if (/^\d{4}-\d\d-\d\d$/u.test(value)) return value > new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
  return /^\d\d:\d\d$/u.test(value) || new Date(value) > now
}
