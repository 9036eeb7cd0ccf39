import { readAnswer } from '../answers.ts'
import { readBareOrdinal, readExactValue, stripFiller } from '../bare-value.ts'
import { readControlWord } from '../words/control-words.ts'
import { readAlone, readCorrectedValue } from './corrected-value.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { withLetterBehind } from '../text/lone-letter.ts'
import { afterWord, holdsPhrase, isMadeOf, type Phrases, skipLeading, trimPhrases } from '../text/phrases.ts'
import type { CommandReader } from '../wishes/read-commands.ts'
import type { CorrectedValue, ValueCorrection } from '../correction-reading.ts'
import type { Reading } from '../reading.ts'
import type { AnswerReader } from '../wishes/references.ts'
import type { WantedValue } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'
import { soleWish } from '../wishes/sole-wish.ts'

const maxCorrectionLength = 80

/**
 * "no, 205", "wait no 205", "no, I meant order 205": what the person says instead. After a pause or "I meant" anything short
 * is a correction, though a free one, unless it goes on refusing; else only a number or a value of one of the `wanted` kinds
 * is ("no way" is not understood). A value that is wanted is one even where it could be asked about ("no, order 205"). Else a
 * command after "no," is that command; without the pause it is whatever the whole text asks for, or a command that is not
 * wanted, the safer reading of "no cancel order 204".
 * @param asks whether a text asks for more than a look
 */
export function readCorrection(
  folded: Folded,
  commands: CommandReader,
  language: Language,
  wanted: readonly WantedValue[],
  when: When,
  asks: (text: string) => boolean = () => false,
): Reading | null {
  const at = skipLeading(folded.text, language.skipped)
  const isNoOne = isMadeOf(folded.text, language.words.everything, language.skipped)
  const first = language.words.no.endsAt(folded.text, at)
  const isLed = first.length === 0
  for (const end of isLed ? noBehindWait(folded.text, language) : first) {
    const from = afterWord(folded.text, end)
    // "No" alone is a control word, which "wait, no" is not.
    if (from >= folded.text.length && isLed) return { kind: 'no' }
    if (from >= folded.text.length) continue
    if (isNoOne) return { kind: 'no' }
    const gap = folded.original.slice(folded.ends[end - 1], folded.starts[from])
    const paused = isPause(gap)
    const whole = paused ? null : commands.read(folded.original, when)
    const found = whole ?? readRest(foldText(folded.original.slice(folded.starts[from])), paused)
    // "No, gracias, María" is said to whoever is thanked, and is no name that is meant.
    if (found?.kind === 'free-correction' && isThanked(folded.text, { at, end, from })) return { kind: 'no' }
    if (found !== null) return found
  }
  return null

  function isThanked(text: string, no: { readonly at: number; readonly end: number; readonly from: number }): boolean {
    const { thanks } = language.words
    return holdsPhrase(text.slice(no.at, no.end), thanks) || thanks.endsAt(text, no.from).length > 0
  }

  /**
   * "No, and cancel 205", "no, and show 205": what is wanted in place of what is open. "No, also cancel 205" wants both, or neither, and of
   * "no, and Maria's order" nobody knows what for.
   */
  function readBehindAnd({ text, original, starts }: Folded) {
    const besides = language.also.endsAt(text, 0)
    const end = language.words.and.endsAt(text, 0).find((each) => !besides.includes(each))
    const said = end === undefined ? undefined : original.slice(starts[afterWord(text, end)] ?? original.length)
    const asked = said === undefined ? null : commands.read(said, when)
    const isName = said !== undefined && !asks(said) && beginsWithValue(asked, stripFiller(foldText(said), language))
    return isName || asked?.kind !== 'wishes' ? null : asked
  }

  function readRest(rest: Folded, paused: boolean): Reading | null {
    const control = readControlWord(rest, language)
    if (control === 'no' || control === 'drop') return { kind: 'no' }
    const value =
      readAlone(rest, wanted, language, when) ??
      // "Bota nota no 204: oi" begins as a correction does.
      (asks(rest.original) ? null : readInstead(rest, language, wanted, when)) ??
      readCorrectedValue(withoutNo(rest, language), wanted, language, when)
    const isNoMore = [language.words.negation, language.later].some((phrases) =>
      isMadeOf(rest.text, phrases, language.skipped),
    )
    // "No, in the morning" says when, where a moment waits; without the pause it says when not.
    const isWhen = paused || !isDayPart(rest, language)
    if ((isNoMore && value?.as !== 'datetime') || !isWhen) return { kind: 'no' }
    if (control !== null || readAnswer(rest, { kind: 'nothing' }, language) !== null) return null
    if (value !== null) return value
    const led = (trimPhrases(rest.text, language.filler)?.from ?? 0) > skipLeading(rest.text, language.skipped)
    // Nobody is called "and list Pedro".
    const asked = readBehindAnd(rest) ?? commands.read(rest.original, when)
    // What it is that is not wanted cannot be told of several.
    if (asked?.kind === 'ambiguous' && !paused) return null
    if (asked?.kind === 'negated') return { ...asked, refuses: true }
    const words = withoutLeading(rest, language.wording, language)
    const note = withoutLeading(rest, language.wordingOrTelling, language)
    const names = stripFiller(foldText(words), language)
    const place = placeIn(rest, language)
    const free = {
      kind: 'free-correction',
      correction: names,
      ...(words !== names && { text: words }),
      ...(note !== words && { note }),
      ...(place !== null && { place }),
      ...(!paused && isVerbOfThing(rest, language) && { refuses: true as const }),
    } as const
    if (place !== null) return free
    if (wanted.length > 0 && paused && isOnly(asked, names)) return free
    if (asked?.kind === 'wishes' && asked.denied === undefined && !paused && !led) return negated(asked)
    if (asked !== null) return paused ? instead(asked) : asked
    const number = readUnwanted(rest, language, when)
    if (number !== null) return { kind: 'correction', ...number }
    if (beginsWithNo(rest.text, language)) return { kind: 'no' }
    return (paused || led || isCode(names)) && names.length <= maxCorrectionLength ? free : null
  }
}

/**
 * "sorry, I meant 207", "205 instead": a correction without a no, where nothing is said but a value that is wanted, and that it
 * corrects. `null` for anything else.
 */
export function readInstead(
  folded: Folded,
  language: Language,
  wanted: readonly WantedValue[],
  when: When,
): ValueCorrection | null {
  const read = (said: string | null) =>
    said === null ? null : readCorrectedValue(foldText(said), wanted, language, when, folded)
  const said = withoutLead(folded, language.corrective, language)
  // "El 15" is a day, which "15" is not.
  return said === null ? null : (read(withoutLead(folded, language.beforeDrop, language)) ?? read(said))
}

/** "better: call first": whatever follows a word of correcting and a colon stands in place of what was said. */
export function readNewWording(folded: Folded, language: Language): Reading | null {
  const { text, original, starts, ends } = folded
  const { correcting } = language.words
  // "Mejor" is also what is said around a wish.
  const found = [0, skipLeading(text, language.skipped)].flatMap((at) => correcting.endsAt(text, at))
  for (const end of found) {
    const from = starts[afterWord(text, end)] ?? original.length
    if (!/^\s*:/u.test(original.slice(ends[end - 1], from))) continue
    const said = original.slice(from).trim()
    const control = readControlWord(foldText(said), language)
    if (control === 'no' || control === 'drop') return { kind: 'no' }
    return control === null && said !== '' ? { kind: 'free-correction', correction: said } : null
  }
  return null
}

/** "wait, cancel order 205", "never mind, show order 205", "forget it and show order 205": what is asked for instead of what is open. */
export function readAskedInstead(
  folded: Folded,
  commands: AnswerReader,
  language: Language,
  when: When,
): Reading | null {
  const { text } = folded
  const said = withoutLead(folded, language.words.correcting, language)
  // "Só isso" has said all, and asks for no look at it.
  const found = said === null || commands.isReference(foldText(said)) ? null : commands.read(said, when)
  if (found !== null) return found
  for (const end of language.words.drop.endsAt(text, skipLeading(text, language.skipped))) {
    const rest = partedFrom(folded, end, language)
    if (rest === null) continue
    const asked = commands.read(withoutLead(foldText(rest), language.words.correcting, language) ?? rest, when)
    if (asked !== null) return instead(asked)
  }
  return null
}

/** Whether words of correcting stand around what is said: "sorry, cancel order 205", "cancel order 205 instead". */
export function isSaidInstead(folded: Folded, language: Language): boolean {
  return withoutLead(folded, language.words.correcting, language) !== null
}

/** A number of no kind that is wanted. With a unit, as in "8 reais" or "5%", it is of that kind and no other. */
function readUnwanted(rest: Folded, language: Language, when: When): CorrectedValue | null {
  const read = (type: WantedValue['type']) => readExactValue(rest, { type }, language, when)
  const number = read('id') ?? read('decimal')
  if (number !== null)
    return { correction: number.value, ...(number.said !== undefined && { said: number.said, as: 'money' }) }
  const share = read('percent')
  return share === null ? null : { correction: share.value, said: rest.original.trim(), as: 'percent' }
}

/** Where a no ends that stands behind words of waiting or of slips: "wait, no". */
function noBehindWait(text: string, { words, beforeNo }: Language): readonly number[] {
  return words.no.endsAt(text, skipLeading(text, beforeNo))
}

/** "205" of what follows the first no of "no no, 205". */
function withoutNo(rest: Folded, { words }: Language): Folded {
  const from = skipLeading(rest.text, words.no)
  return from === 0 ? rest : foldText(rest.original.slice(rest.starts[from] ?? rest.original.length))
}

/** "b2-1": a word of letters and figures, which says nothing but what something is called. */
function isCode(text: string): boolean {
  return /^(?=\S*\d)(?=\S*\p{L})\S+$/u.test(text)
}

/** "the second", "the other one": of a list that was shown before. */
function placeIn(rest: Folded, language: Language): number | 'other' | null {
  if (isMadeOf(rest.text, language.otherOne, language.filler)) return 'other'
  return readBareOrdinal(rest, language.aroundOnly, language)
}

/** "la pongas" of "no la pongas": a pronoun and hardly more than what is not to be done with it. */
function isVerbOfThing({ text }: Folded, { words, skipped }: Language): boolean {
  return words.that_thing.endsAt(text, skipLeading(text, skipped)).some((end) => {
    const rest = text.slice(afterWord(text, end))
    const kept = trimPhrases(rest, skipped)
    return kept?.from === 0 && /^\p{L}+(?: \p{L}+)?$/u.test(rest.slice(0, kept.to))
  })
}

/** "call first" of "it should say: call first". */
function withoutLeading({ text, original, starts }: Folded, leads: Phrases, { skipped }: Language): string {
  const [end] = leads.endsAt(text, skipLeading(text, skipped))
  const at = end === undefined ? 0 : afterWord(text, end)
  return (at === 0 || at >= text.length ? original : original.slice(starts[at])).trim()
}

/** What comes behind a word of dropping that ends there, and is parted from it by a pause or an "and"; `null` when it is not. */
function partedFrom({ text, original, starts, ends }: Folded, end: number, language: Language): string | null {
  const at = afterWord(text, end)
  const from = starts[at] ?? original.length
  // What is put in quotes is not parted from the word before it.
  if (/^\s*[,;.!…–—\n-]/u.test(original.slice(ends[end - 1], from))) return original.slice(from)
  // "cancel and refund 204" asks for both.
  if (language.words.cancel.endsAt(text, skipLeading(text, language.skipped)).includes(end)) return null
  const joined = language.borders.endsAt(text, at)[0]
  return joined === undefined ? null : original.slice(starts[afterWord(text, joined)] ?? original.length)
}

/** What is open is not wanted, whatever is asked for. */
function instead(asked: Reading): Reading {
  return asked.kind === 'wishes' ? { ...asked, instead: true } : asked
}

/** What stands between phrases of `around`, as it was written; `null` when none of them says that it is a correction. */
export function withoutLead(folded: Folded, around: Phrases, { words }: Language): string | null {
  const { text, original, starts, ends } = folded
  const kept = trimPhrases(text, around)
  if (kept === null) return null
  const isLed = [text.slice(0, kept.from), text.slice(kept.to)].some((part) => holdsPhrase(part, words.correcting))
  return isLed ? original.slice(starts[kept.from], ends[withLetterBehind(folded, kept, around) - 1]) : null
}

/** "please don't" is a no; "don't cancel" where it is not said what: it is for the conversation to know what could be meant. */
export function readNegatedVerb(folded: Folded, commands: AnswerReader, { words, skipped }: Language): Reading | null {
  const { text, original, starts } = folded
  if (isMadeOf(text, words.negation, skipped)) return { kind: 'no' }
  for (const end of words.negation.endsAt(text, skipLeading(text, skipped))) {
    const [wish, ...or] = commands.readVerb(original.slice(starts[afterWord(text, end)] ?? original.length))
    if (wish !== undefined) return { kind: 'negated', wish: or.length === 0 ? wish : { ...wish, or } }
  }
  return null
}

/** "In the morning": a part of the day, and no day. */
function isDayPart({ text }: Folded, { dates }: Language): boolean {
  const words = text.split(' ')
  return dates.dayPart(words, 0).some(({ to, said }) => to === words.length && said.date === null)
}

/** Whether it begins with the only thing that it names: "Maria's order". */
function beginsWithValue(asked: Reading | null, text: string): boolean {
  const values = Object.values(soleWish(asked)?.args ?? {})
  return values.length === 1 && text.startsWith(values[0] ?? '')
}

/** Whether nothing is asked but a name: "Maria's order". */
function isOnly(asked: Reading | null, name: string): boolean {
  const values = Object.values(soleWish(asked)?.args ?? {})
  return values.length === 1 && values[0] === name
}

/** "do not cancel", "leave my name as it is for now": more refusal, and no value. What may stand around a value may begin one. */
function beginsWithNo(text: string, { words, filler }: Language): boolean {
  const around = filler.endsAt(text, 0)
  return [words.no, words.negation, words.drop].some((phrases) =>
    phrases.endsAt(text, 0).some((end) => !around.includes(end)),
  )
}

function negated(asked: Extract<Reading, { kind: 'wishes' }>): Reading | null {
  // Of several, "no" may be about the first alone.
  const wish = soleWish(asked, { despiteDenied: true })
  return wish === null ? null : { kind: 'negated', wish }
}
