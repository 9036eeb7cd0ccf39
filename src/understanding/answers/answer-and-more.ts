/**
 * "yes and cancel order 205", "CONFIRM C9F2, then show 204", "yes but cancel 205": an answer to the preview that waits, and a wish of its
 * own behind it. Behind "but" nobody is sure that it was an answer: the wish is wanted besides, and the preview goes on waiting, unless
 * the wish is said to be wanted instead.
 */
import { readAnswer } from '../answers.ts'
import { isSaidInstead } from '../corrections/correction.ts'
import { readControlWord, yesOf } from '../words/control-words.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import type { Language } from '../words/language.ts'
import type { OpenText } from '../open-text.ts'
import { afterWord, type Phrases, phrasesIn, skipLeading } from '../text/phrases.ts'
import type { Confirmation, Reading } from '../reading.ts'
import { readBesides } from './said-besides.ts'

/** Nobody says more than so many words before what comes after them. */
const maxWords = 6

export function readAnswerAndMore(said: OpenText): Reading | null {
  if (said.expectation.kind !== 'confirmation') return null
  const { language } = said.reader
  return (
    readBehind(said, language.words.and, 'and') ?? readBehind(said, language.however, 'but') ?? readBehindMark(said)
  )
}

function readBehind(said: OpenText, joins: Phrases, kind: 'and' | 'but'): Reading | null {
  const { text, original, starts } = said.folded
  const allowed = new Set(phrasesIn(text, said.reader.language.allowing).map(({ to }) => to))
  for (const { from, to } of phrasesIn(text, joins)) {
    if (from === 0) continue
    const rest = afterAlso(original.slice(starts[afterWord(text, to)] ?? original.length), said.reader.language)
    const reading = readParts(said, { before: original.slice(0, starts[from]), rest }, kind)
    if (reading !== null) return allowed.has(to) ? asAllowance(reading) : reading
  }
  return null
}

/** "Go ahead and cancel order 205" allows just that, and answers nothing else. */
function asAllowance(reading: Reading): Reading {
  const answers = reading.kind === 'wishes' ? reading.answers : undefined
  return reading.kind !== 'wishes' || answers === undefined
    ? reading
    : { ...reading, answers: { ...answers, allows: true } }
}

/** "C9F2. show 204": a code says by itself where it ends. */
function readBehindMark(said: OpenText): Reading | null {
  const mark = /[,;.\n]\s*(?=\p{L})/u.exec(said.text)
  if (mark === null) return null
  const parts = { before: said.text.slice(0, mark.index), rest: said.text.slice(mark.index + mark[0].length) }
  const reading = readParts(said, parts, 'and')
  return reading?.kind === 'wishes' && reading.answers?.by.kind === 'token' ? reading : null
}

function readParts(
  said: OpenText,
  { before, rest }: { readonly before: string; readonly rest: string },
  kind: 'and' | 'but',
): Reading | null {
  const by = answerIn(before, said)
  if (by === null) return null
  const { commands, language } = said.reader
  const folded = foldText(rest)
  // "Bota 2 velas tb na 103": no part is called "velas tb".
  const besides = readBesides(folded, said.reader, said.when)
  const found = besides?.kind === 'wishes' ? besides : commands.read(rest, said.when)
  if (found?.kind !== 'wishes' || found.denied !== undefined) return null
  const mayCorrect = kind === 'and' && isByVerb(folded, language)
  if (mayCorrect || !isSaidInstead(folded, language)) {
    const answers = { by, rest, ...(mayCorrect && { mayCorrect }) }
    return { ...found, besides: true, ...(kind === 'and' && { answers }) }
  }
  return kind === 'but' ? { ...found, instead: true } : null
}

/** "Bota 2 velas": the only word of correcting is the verb of what is asked for. */
function isByVerb({ text, original, starts }: Folded, language: Language): boolean {
  const [end] = language.correctingOrWish.endsAt(text, skipLeading(text, language.skipped))
  if (end === undefined) return false
  return !isSaidInstead(foldText(original.slice(starts[afterWord(text, end)] ?? original.length)), language)
}

/** What is said before it, where that alone answers the preview. */
function answerIn(before: string, { expectation, reader: { language } }: OpenText): Confirmation | null {
  const folded = foldText(before)
  if (folded.text.split(' ').length > maxWords || isQuestion(before)) return null
  const answer = readAnswer(folded, expectation, language)
  if (answer !== null) return answer.kind === 'token' || answer.kind === 'phrase' ? answer : null
  if (readControlWord(folded, language) !== 'yes') return null
  return yesOf(folded, language)
}

/** "also" says once more that it is wanted besides. */
function afterAlso(rest: string, { also }: Language): string {
  const { text, original, starts } = foldText(rest)
  return original.slice(starts[skipLeading(text, also)] ?? original.length)
}
