/**
 * What a text means while no value is awaited: whatever may be asked for, or is said of a list or of a preview that is open. Many texts
 * can be read in several ways, and the first reader that is sure wins: their order decides, and the list says why each stands where it does.
 */
import { readAgreement } from './answers/agreement.ts'
import { readAllowed, readAllowedAct } from './answers/allowed.ts'
import { readAnswerAndMore } from './answers/answer-and-more.ts'
import { readRetry, readUndo, readUndoInstead } from './answers.ts'
import { asksForChange } from './asks-for-change.ts'
import { readAnotherTry } from './corrections/another-try.ts'
import { readByReference, readValueAlone } from './corrections/by-reference.ts'
import { readContrast } from './corrections/contrast.ts'
import {
  readAskedInstead,
  readCorrection,
  readInstead,
  readNegatedVerb,
  readNewWording,
} from './corrections/correction.ts'
import { readDeniedBehindYes } from './corrections/denied-behind-yes.ts'
import { readDeniedOfList } from './answers/denied-of-list.ts'
import { readDifference } from './corrections/difference.ts'
import { readHelp } from './wishes/help-topic.ts'
import { isQuestion } from './text/is-question.ts'
import { leftOut } from './corrections/leave-out.ts'
import { readAddedValue } from './corrections/added-value.ts'
import { readNameTold } from './corrections/name-told.ts'
import { readAgreedValue, readLedCorrection, readNameInstead } from './corrections/led-value.ts'
import { readInsteadOf } from './corrections/instead-of.ts'
import { readLedRange } from './corrections/led-range.ts'
import { readNamedValue } from './corrections/named-value.ts'
import { besidesListIn, doneIn, listedIdsIn, listedIn, listedTimesIn, type OpenText, wantedBy } from './open-text.ts'
import { isMadeOf } from './text/phrases.ts'
import { readDayBesides } from './answers/read-day-besides.ts'
import { readLater } from './wishes/read-later.ts'
import { readToday } from './wishes/read-today.ts'
import {
  bareNumber,
  called,
  lastOne,
  listedPhone,
  listedTime,
  numberWithArticle,
  onlyOne,
} from './answers/read-listed.ts'
import { otherOfTwo, severalNumbers, theseMany } from './answers/read-several.ts'
import { readOwned } from './wishes/read-owned.ts'
import { controlWord, courtesy, reversible, thanks, waiting } from './answers/read-plain-words.ts'
import { readReason } from './wishes/read-reason.ts'
import { readThingFirst } from './wishes/read-thing-first.ts'
import { readAsked } from './read-asked.ts'
import type { Reading } from './reading.ts'
import { readBesides } from './answers/said-besides.ts'
import { readSelfCorrected } from './corrections/self-correction.ts'
import { asksToSee, asksWhetherRight } from './answers/show-again.ts'
import { readTwoAlone, readTwoChanged } from './corrections/two-of-kinds.ts'
import { readTwoValues } from './corrections/two-values.ts'
import { readWhatAbout } from './answers/what-about.ts'
import { readWhatElse } from './answers/what-else.ts'

/** "não cancela o 204, só enrola o cliente": more than a refusal, of which the rest must not be passed over in silence. */
const goesOn = /\d\s*[,;.:]\s*\p{L}+\s+\p{L}+/u

type OpenReader = (said: OpenText) => Reading | null

export function readOpen(said: OpenText): Reading {
  for (const read of openReaders) {
    const reading = read(said)
    if (reading !== null) return reading
  }
  return { kind: 'unknown' }
}

/**
 * In the order of their turn, each with what it must come before. The words that mean one thing alone come first, then what puts right
 * what is open, then what asks for something, and last what only means something where nothing else does.
 */
export const openReaders: readonly OpenReader[] = [
  // Before the control words: "ok, thanks" is a yes where something is asked, and where nothing is it agrees to nothing.
  thanks,
  // Before all sentences: "stop it" may also cancel an order, and whoever says "no" or "yes" must be sure of it. "No, wait" is no name.
  controlWord,
  // Before agreements, numbers and menus: "ok, 50 then" behind a refusal of 60.
  readAnotherTry,
  // Before agreements and refusals, each of which takes what follows for another: "yes and cancel 205", "yes but cancel 205".
  readAnswerAndMore,
  // Before undos and corrections: who asks whether it can be undone has decided nothing, and "e se eu errar?" asks of nothing else.
  reversible,
  // Before corrections: "después te digo" and "espera" begin or end as one does.
  waiting,
  // Before what asks for something: "cancel it" is said of the preview, and not of the order that it would be about.
  dropOfOpen,
  // Before questions about something else: "¿y el código?" asks for the preview that shows it.
  showAgain,
  // Before all that takes a value: "sim, mas não no dia 15", "yes, but not 205".
  readDeniedBehindYes,
  // Before everything that takes a number: "mais 20" is neither one more of the things nor a new sum.
  readDifference,
  // Before questions about something else: "and for Saturday" says when what waits is to be.
  readDayBesides,
  // Before numbers: "los dos" is no second option, and "los tres" no third.
  both,
  theseMany,
  // Before corrections: "e o 207?" asks about another order, and "e o 207" for one more, though "é o 207" puts right what is open.
  anotherOne,
  // Before corrections: "no, 150 by card" is no sum of 150 alone; and before that "instead of 204, 205", which is no order and no sum.
  readInsteadOf,
  readTwoChanged,
  // Before numbers and wishes: "actually 2" is no pick, and "wait, order 205" no look at that order.
  instead,
  // Before numbers and corrections: of a list "no el 207" is not 207.
  readDeniedOfList,
  // Before wishes: "not the order 208" refuses no look at it.
  leftOut,
  // Before corrections: "only the second".
  onlyOne,
  otherOfTwo,
  // Before what is called by its name: the number of somebody in a list is a number, in one way to write it.
  listedPhone,
  // Before wishes and times: "order 204" picks from a list, and "the second one" is no second of the month.
  bareNumber,
  lastOne,
  // Before what is called by its name: "3pm" is the moment of a list at which it is.
  listedTime,
  // Before corrections: what was done last is meant where nothing is open that a no could be about.
  undoInstead,
  // Before corrections: "reason: no money" refuses nothing.
  valueWithColon,
  // Before corrections: "não, do 204 e 50" is no sum of 204.50.
  readTwoValues,
  // Before corrections, and before each of the two: "no, from Thursday to Sunday".
  readLedRange,
  // Before corrections: "no, until Thursday" is more than a no.
  readLedCorrection,
  // Before corrections and wishes: "no es el 204 sino el 205" says both what is wrong and what is right.
  contrast,
  // Before wishes: "no, Maria's order" is no look at the order of somebody called "no, Maria".
  correction,
  // Behind corrections: "no, 205 too". Before what it could ask for, and a reason: "cancel 205 as well".
  besides,
  // Before what it could ask for: "move it to Saturday" is said of what is open.
  namedValue,
  // Before the wishes that it would be without the mistake: "cancel 204... sorry, 205".
  selfCorrected,
  // Before what it could ask for: "make it 150" is said of what waits, and not of the booking that this is for.
  readByReference,
  // What is asked for, before everything that a wish only looks like: an agreement, a correction, a time, a reason, an owner, help.
  readAsked,
  // Before what is called by its name: "yes, cancel it".
  agreement,
  // Behind agreements: "yes, you can reinstate it".
  readAllowed,
  // Behind what is asked for: "the order 204" is a look at it, and only what asks for nothing is a value by itself, or two of them.
  readTwoAlone,
  readValueAlone,
  // Behind agreements and what is asked for: "yes 20", "until Thursday".
  readAgreedValue,
  // Behind what is asked for: a note may say "call, then wait".
  askedInstead,
  reworded,
  // Behind what is asked for and said anew: "actually orders" is no name.
  readNameInstead,
  // Behind corrections: "não cancela" is a plain no to what is open.
  negatedVerb,
  // Behind what is asked for: a "daily report" is nothing that should be done every day.
  later,
  // Behind what is asked for, whose own words for a reason count for more than a pause.
  reason,
  // Behind what is asked for: "refund 10 of it" is no order 10 of somebody called "it".
  owned,
  // Behind corrections: "no 215".
  numberWithArticle,
  // Behind what is asked for: "how are you" is an answer that a command may give. Before questions: "e deu certo?" asks about nothing else.
  courtesy,
  // Before what is named: of "undo that" nothing is called "that".
  undo,
  readWhatElse,
  // Behind what is asked for and put right: "1 and 3" says nothing else.
  severalNumbers,
  help,
  // Behind all that means something by itself: a value that was not said before, and whatever may be a name.
  readAddedValue,
  readAllowedAct,
  readNameTold,
  // Last, for everything may be a name.
  called,
]

function dropOfOpen({ folded, expectation, reader: { commands, language } }: OpenText): Reading | null {
  const drops = commands.dropsOpen(folded) || isMadeOf(folded.text, language.dropOpen, language.aroundControl)
  return expectation.kind !== 'nothing' && drops ? { kind: 'drop' } : null
}

function showAgain({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  const asks = asksToSee(folded, language) || asksWhetherRight(folded, language)
  return expectation.kind === 'confirmation' && asks ? { kind: 'again', shown: true } : null
}

function both({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  const isBoth = isMadeOf(folded.text, language.words.both, language.aroundBoth)
  return expectation.kind !== 'nothing' && isBoth ? { kind: 'both' } : null
}

function anotherOne({ text, folded, expectation, reader, when }: OpenText): Reading | null {
  if (expectation.kind !== 'confirmation') return null
  const other = readWhatAbout(folded, reader.catalogue, reader.language, when)
  return isQuestion(text) || other?.more === true ? other : null
}

function instead(said: OpenText): Reading | null {
  const { text, folded, reader, when } = said
  const reading = readInstead(folded, reader.language, listedIn(said) ?? [...wantedBy(said), ...doneIn(said)], when)
  // "Bota nota no 204: oi" begins as a correction does.
  return reading === null || asksForChange(reader.commands.read(text, when), reader) ? null : reading
}

function undoInstead({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  return expectation.kind === 'nothing' ? readUndoInstead(folded, language) : null
}

function valueWithColon(said: OpenText): Reading | null {
  return /^\s*[^:\n]{1,40}:\s/u.test(said.folded.original) ? namedValue(said) : null
}

function contrast(said: OpenText): Reading | null {
  return readContrast(said.folded, said.reader.commands, said.reader.language, wantedBy(said), said.when)
}

function correction(said: OpenText): Reading | null {
  const { commands, language } = said.reader
  const wanted = [
    ...wantedBy(said),
    ...doneIn(said),
    ...listedTimesIn(said),
    ...listedIdsIn(said),
    ...besidesListIn(said),
  ]
  const asks = (text: string) => asksForChange(commands.read(text, said.when), said.reader)
  const reading = readCorrection(said.folded, commands, language, wanted, said.when, asks)
  return reading?.kind === 'no' && said.expectation.kind === 'nothing' && goesOn.test(said.text) ? null : reading
}

function besides({ folded, reader, when }: OpenText): Reading | null {
  return readBesides(folded, reader, when)
}

function namedValue({ folded, expectation, reader, when }: OpenText): Reading | null {
  return expectation.kind === 'confirmation' ? readNamedValue(folded, expectation, reader, when) : null
}

function selfCorrected({ folded, reader, when }: OpenText): Reading | null {
  return readSelfCorrected(folded, reader, when)
}

function agreement({ folded, reader: { commands, language }, when }: OpenText): Reading | null {
  return readAgreement(folded, commands, language, when)
}

function askedInstead({ folded, reader: { commands, language }, when }: OpenText): Reading | null {
  return readAskedInstead(folded, commands, language, when)
}

function reworded({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  return expectation.kind === 'confirmation' ? readNewWording(folded, language) : null
}

function negatedVerb({ folded, reader: { commands, language } }: OpenText): Reading | null {
  return readNegatedVerb(folded, commands, language)
}

function later({ folded, reader, when }: OpenText): Reading | null {
  return readLater(folded, reader, when) ?? readToday(folded, reader, when)
}

function reason({ folded, reader, when }: OpenText): Reading | null {
  return readThingFirst(folded, reader, when) ?? readReason(folded, reader, when)
}

function owned({ folded, reader, when }: OpenText): Reading | null {
  return readOwned(folded, reader, when)
}

function undo({ folded, reader: { language } }: OpenText): Reading | null {
  return readUndo(folded, language) ?? readRetry(folded, language)
}

function help({ folded, reader: { commands, language }, when }: OpenText): Reading | null {
  return readHelp(folded, commands, language, when)
}
