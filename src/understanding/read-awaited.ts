/**
 * What a text is while the value of a parameter is awaited: mostly that value, now and then something else that the person wants.
 */
import { asksForUndo, readUndone } from './answers.ts'
import { asValue, type ExactValue, readExactValue, stripFiller } from './bare-value.ts'
import { type ControlWord, readControlWord } from './words/control-words.ts'
import { readAskedInstead, readCorrection, readInstead } from './corrections/correction.ts'
import { readContrast } from './corrections/contrast.ts'
import { courtesyInReply } from './answers/read-plain-words.ts'
import { readCourtesy } from './words/courtesy.ts'
import { type Folded, foldText, isPause } from './text/fold-text.ts'
import { readHalf } from './read-half.ts'
import { readHelpTopic } from './wishes/help-topic.ts'
import { isQuestion } from './text/is-question.ts'
import type { Language } from './words/language.ts'
import { readLedAnswer, readLedThing } from './corrections/led-value.ts'
import { afterWord, isMadeOf, skipLeading } from './text/phrases.ts'
import { opensQuote, readQuoted } from './text/quotes.ts'
import type { Expectation } from './expectation.ts'
import type { Reading } from './reading.ts'
import type { WrittenReader } from './read-message.ts'
import { readSecondThought, readSelfCorrected } from './corrections/self-correction.ts'
import { givenName } from './sentences/slot-of-parameter.ts'
import { asksToSee } from './answers/show-again.ts'
import type { When } from './values/when.ts'
import { readWhatAbout } from './answers/what-about.ts'
import { soleWish } from './wishes/sole-wish.ts'
import { isDigits } from './text/is-digits.ts'

type ValueExpectation = Extract<Expectation, { kind: 'value' }>

/** An answer that is itself a question ("Maria?") is a name of so many words at most; longer ones ask something else. */
const maxAskedName = 3

/** While free text is awaited only these control words are not the text itself. */
const waysOut: readonly ControlWord[] = ['drop', 'help', 'menu', 'back']

/** Reads an answer to a question for a value; `folded` is `null` where the text is too long to be anything but one. */
export function readAwaited(
  text: string,
  folded: Folded | null,
  wanted: ValueExpectation,
  reader: WrittenReader,
  when: When,
): Reading {
  if (wanted.type === 'text') return readText(text, folded, wanted, reader, when)
  const reading = readValue(text, folded, wanted, reader, when)
  if (folded === null || reading.kind !== 'value') return reading
  const another = readWhatAbout(folded, reader.catalogue, reader.language, when)
  if (another?.asValue === undefined) return reading
  // "What about Sunday?" says a day for want of a better one.
  const meant = isDay(wanted) ? readExactValue(foldText(another.value), wanted, reader.language, when) : null
  return { ...(meant === null ? reading : asValue(meant)), another }
}

function isDay({ type }: ValueExpectation): boolean {
  return type === 'date' || type === 'month'
}

/**
 * Free text is taken verbatim, however much it looks like something else, unless it is a way out, a bare yes or no, a token, a question
 * that a command answers which only looks, or says that the answer is still to come, or that nobody knows it. In quotation marks it may
 * say all that. What is polite behind a name is no part of it.
 */
function readText(
  text: string,
  folded: Folded | null,
  { personName, command }: ValueExpectation,
  reader: WrittenReader,
  when: When,
): Reading {
  const { catalogue, commands, language } = reader
  const quoted = readWhollyQuoted(text)
  if (quoted !== null) return { kind: 'value', text: quoted }
  const word = folded === null ? null : readControlWord(folded, language)
  if (word !== null && waysOut.includes(word)) return { kind: word }
  if (folded !== null && isBareNo(folded, language)) return { kind: 'no' }
  if (folded !== null && isNoAndDrop(folded, language)) return { kind: 'drop' }
  if (word === 'yes' && !isMadeOf(folded?.text ?? '', language.yesOrText, language.aroundControl))
    return { kind: 'yes' }
  if (folded !== null && isMadeOf(folded.text, language.unsure, language.aroundControl)) return { kind: 'wait' }
  if (folded !== null && asksToSee(folded, language)) return { kind: 'again' }
  const token = commands.readTokens(text, when)
  if (token !== null) return token
  const courtesy = folded === null ? null : readCourtesy(folded, language)
  if (courtesy !== null && isNoText(courtesy, text)) return { kind: courtesy }
  const asked =
    folded === null ? null : (commands.read(text, when) ?? readAskedInstead(folded, commands, language, when))
  const [wish] = asked?.kind === 'wishes' ? asked.wishes : []
  const looks = wish !== undefined && catalogue.commands.get(wish.command)?.safety === 'read'
  if (asked !== null && looks && isQuestion(text)) return asked
  // Nobody is called “cancel 204 and let Maria know”.
  if (personName === true && (asksSomething(text, folded, language) || readHalf(text, reader, when) !== null))
    return { kind: 'unknown' }
  const name = personName === true && folded !== null ? givenName(folded, 0, folded.text.length, language) : null
  const asks = soleWish(asked, { despiteDenied: true })
  const thing = folded === null ? null : correctedThing(folded, command, reader, when)
  return {
    kind: 'value',
    text: name ?? text,
    ...(thing !== null && { corrects: true, thing }),
    ...(asks !== null && asks.refers === undefined && { asks }),
  }
}

/** The number of "no, 207", "sorry, it's order 207": perhaps the thing that the text is for, and no text. */
function correctedThing(folded: Folded, command: string | undefined, reader: WrittenReader, when: When): string | null {
  const { commands, language } = reader
  const wanted = [{ type: 'id' }] as const
  const reading =
    readInstead(folded, language, wanted, when) ??
    readLedThing(folded, command, reader, when) ??
    readCorrection(folded, commands, language, wanted, when)
  return reading?.kind === 'correction' && isDigits(reading.correction) ? reading.correction : null
}

/** Nobody is called "why do you need that?" or "can this be undone". */
function asksSomething(text: string, folded: Folded | null, language: Language): boolean {
  const isLong = text.trim().split(/\s+/u).length > maxAskedName
  return (isLong && isQuestion(text)) || (folded !== null && readCourtesy(folded, language) === 'reversible')
}

/** What stands between quotation marks, where they are around all of it: the text itself, whatever it says. */
function readWhollyQuoted(text: string): string | null {
  const said = text.trim()
  const quoted = opensQuote(said, 0) ? readQuoted(said, 0) : null
  return quoted?.end === said.length && quoted.value.trim() !== '' ? quoted.value : null
}

/** "No", "não não", "👎": no text at all is wanted. What tells what is wrong ("wrong order") may be what a note should say. */
function isBareNo({ text, original }: Folded, { bareNo, aroundControl }: Language): boolean {
  return bareNo.lists(original) || isMadeOf(text, bareNo, aroundControl)
}

/** "No, leave it": a no, and nothing but words of dropping. Without a pause "no" may only deny them: "no cancelar". */
function isNoAndDrop(folded: Folded, { words, bareNo, bareNoOrDrop, aroundControl }: Language): boolean {
  const { text, original, starts, ends } = folded
  const isParted = (end: number) =>
    isPause(original.slice(ends[end - 1], starts[afterWord(text, end)])) ||
    !words.negation.endsAt(text, 0).includes(end)
  return bareNo.endsAt(text, 0).some(isParted) && isMadeOf(text, bareNoOrDrop, aroundControl)
}

/** "Hold on" and "oi?": whoever says so has not answered yet. "Bom dia" may be what a note should say. */
function isNoText(courtesy: string, text: string): boolean {
  return !opensQuote(text, 0) && (courtesy === 'wait' || (courtesy === 'greeting' && isQuestion(text)))
}

/** A value of a kind, unless something else is asked for. */
function readValue(
  text: string,
  folded: Folded | null,
  wanted: ValueExpectation,
  reader: WrittenReader,
  when: When,
): Reading {
  const { commands, language } = reader
  if (folded === null) return commands.read(text, when) ?? { kind: 'value', text }
  const second = readSecondThought(folded, wanted, language, when)
  if (second !== null) return asValue(second)
  const going = readGoingOn(folded, wanted, language, when)
  if (going !== null) return asValue(going)
  const beside = readBesideThing(folded, wanted, reader, when)
  if (beside !== null) return beside
  // Before the control words: "0" is a number here, and "yes" an answer.
  const exact = isStop(folded, wanted, language)
    ? null
    : asSaid(readExactValue(folded, wanted, language, when, language.aroundExact), folded)
  const isOther = beginsWithNo(folded, language) || isOfThing(folded, wanted, language)
  const corrects = isOther && { corrects: true as const }
  if (exact !== null) return { ...asValue(exact), ...corrects }
  const word = readControlWord(folded, language)
  if (word !== null) return { kind: word }
  const called = readLedAnswer(folded, wanted, reader, when)
  if (called !== null) return asValue(called)
  if (asksToSee(folded, language)) return { kind: 'again' }
  // Before an undo: who asks whether there is one has decided nothing.
  if (readCourtesy(folded, language) === 'reversible') return { kind: 'reversible' }
  const drops = commands.dropsOpen(folded) || isMadeOf(folded.text, language.dropOpen, language.aroundControl)
  if (drops || asksForUndo(folded, language)) return { kind: 'drop' }
  if (commands.isReference(folded)) return { kind: 'value', text, refers: true }
  const asked =
    readContrast(folded, commands, language, [wanted], when, { isSure: true }) ??
    readInstead(folded, language, [wanted], when) ??
    readCorrection(folded, commands, language, [wanted], when) ??
    readSelfCorrected(folded, reader, when) ??
    commands.read(text, when) ??
    readAskedInstead(folded, commands, language, when)
  if (asked?.kind === 'correction') {
    const { correction, said } = asked
    return { kind: 'value', text: correction, ...(said === undefined ? {} : { said }), ...corrects }
  }
  if (asked?.kind === 'free-correction') return { kind: 'value', text: asked.correction, free: true }
  if (asked !== null) return asked
  const undone = readUndone(folded, language)
  // Of several words it may be what is asked for: "reverse parking only".
  if (undone !== null && !undone.includes(' ')) return { kind: 'undo', ref: null, of: undone }
  const helpAbout = readHelpTopic(folded, language)
  if (helpAbout !== null) return { kind: 'unknown', helpAbout }
  const courtesy = courtesyInReply(folded, language)
  if (courtesy !== null) return courtesy
  const name = stripFiller(folded, language, language.answering)
  return isQuestion(text) && name.split(/\s+/u).length > maxAskedName
    ? { kind: 'unknown' }
    : { kind: 'value', text: name }
}

/** "Monday at 10" behind "next week", which alone was no day: the Monday of that week. */
function readGoingOn(folded: Folded, wanted: ValueExpectation, language: Language, when: When): ExactValue | null {
  const { within, ...alone } = wanted
  if (within === undefined || folded.text === '') return null
  const both = [`${within} ${folded.original.trim()}`, `${folded.original.trim()} ${within}`]
  return both.map((said) => readExactValue(foldText(said), alone, language, when)).find((each) => each !== null) ?? null
}

/** "No, 30 reais" where a thing is asked for: what was said with it, where its words tell that it is no thing. */
function readBesideThing(
  folded: Folded,
  { others = [] }: ValueExpectation,
  { commands, language }: WrittenReader,
  when: When,
): Reading | null {
  if (others.length === 0) return null
  const reading =
    readInstead(folded, language, others, when) ?? readCorrection(folded, commands, language, others, when)
  return reading?.kind === 'correction' && !/^[\d.,]+$/u.test(reading.said ?? reading.correction) ? reading : null
}

/** "Zero", "0%" and "0 kg" are no "0", which drops what is asked. */
function asSaid(exact: ExactValue | null, { text, original }: Folded): ExactValue | null {
  return exact?.value === '0' && text !== '0' ? { said: original.trim(), ...exact } : exact
}

function beginsWithNo({ text }: Folded, { words, skipped }: Language): boolean {
  return words.no.endsAt(text, skipLeading(text, skipped)).some((end) => end < text.length)
}

/** "Order 204" and "oops, el 204", where a sum is wanted, are perhaps the thing that it should be of. */
function isOfThing({ text }: Folded, { type }: ValueExpectation, { ofThing, mistaken, skipped }: Language): boolean {
  if (type !== 'money' && type !== 'decimal' && type !== 'integer') return false
  const from = skipLeading(text, mistaken, skipLeading(text, skipped))
  return from > 0 || ofThing.endsAt(text, from).some((end) => /^ \d+$/u.test(text.slice(end)))
}

/** "Para todo" stops everything, though "todo" alone is the whole sum and "para" may stand before one. */
function isStop({ text }: Folded, { type }: ValueExpectation, { words }: Language): boolean {
  return type === 'money' && words.drop_all.endsAt(text, 0).includes(text.length)
}
