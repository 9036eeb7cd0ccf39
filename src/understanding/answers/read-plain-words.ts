/** What is said in words that mean one thing alone, and what asks for nothing. */
import { readAllowedDrop } from './allowed.ts'
import { isNoAndYes, isPerhapsYes, readControlWord, yesOf } from '../words/control-words.ts'
import { readCourtesy } from '../words/courtesy.ts'
import type { Folded } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import type { Language } from '../words/language.ts'
import type { OpenText } from '../open-text.ts'
import { holdsPhrase, isMadeOf, lastPlace, type Phrases, phrasesIn } from '../text/phrases.ts'
import type { Reading } from '../reading.ts'
import { wantedOf } from '../values/wanted-value.ts'

export function thanks({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  const isYes = expectation.kind === 'nothing' && readControlWord(folded, language) === 'yes'
  return isYes && holdsPhrase(folded.text, language.words.thanks) ? { kind: 'thanks' } : null
}

export function controlWord(said: OpenText): Reading | null {
  const word = readControlWord(said.folded, said.reader.language)
  // "Me esquece" asks to be forgotten, though "esquece" drops what is open.
  if (word === 'drop' && readCourtesy(said.folded, said.reader.language) === 'erasure') return { kind: 'erasure' }
  const allowed = word === 'drop' ? readAllowedDrop(said) : null
  if (allowed !== null) return allowed
  if ((word === null || word === 'yes') && mayAgree(said)) return { kind: 'yes', doubt: 'differs' }
  if (word === null) return yesToAll(said)
  if (word === 'yes' && !isAgreement(said)) return null
  if (word !== 'yes') return { kind: word }
  return yesOf(said.folded, said.reader.language)
}

/** "Yes to all": a yes to what is shown, whatever waits behind it. */
function yesToAll({ text, folded, expectation, reader: { language } }: OpenText): Reading | null {
  if (expectation.kind !== 'confirmation' || isQuestion(text)) return null
  const at = lastPlace(folded.text, (rest) => isMadeOf(rest, language.toAll, language.aroundYes))
  const yes = at === null ? '' : folded.text.slice(0, at - 1)
  return isMadeOf(yes, language.words.yes, language.aroundYes) ? { kind: 'yes', toAll: true } : null
}

export function reversible({ folded, reader: { language } }: OpenText): Reading | null {
  return readCourtesy(folded, language) === 'reversible' ? { kind: 'reversible' } : null
}

/**
 * Nobody agrees by asking ("tá aí?"), nor in words that ask for something, which some words of yes do as well; and "approved" of what is
 * to be rejected says what it should be instead.
 */
function isAgreement(said: OpenText): boolean {
  const { text, folded, reader, when } = said
  const { commands, language } = reader
  if (isQuestion(text) || isOtherValue(said)) return false
  const isWhole = (phrases: Phrases) => phrases.endsAt(folded.text, 0).includes(folded.text.length)
  return (isWhole(language.words.yes) && !isWhole(language.yesOrWish)) || commands.read(text, when) === null
}

/** Whether it may be a yes to a preview that waits, and may be none. */
function mayAgree(said: OpenText): boolean {
  const { text, folded, expectation, reader } = said
  const { language } = reader
  const isOpen = expectation.kind === 'confirmation' && !isQuestion(text)
  return isOpen && (isPerhapsYes(folded, language) || isNoAndYes(folded, language)) && !isOtherValue(said)
}

/** Whether something else that could be chosen in what is open is called so; not by the word that the preview asks for. */
function isOtherValue({ folded, expectation, reader: { catalogue, language } }: OpenText): boolean {
  if (expectation.kind !== 'confirmation' || isMadeOf(folded.text, language.plainYes, language.aroundYes)) return false
  const isYes = ({ from, to }: { readonly from: number; readonly to: number }) =>
    [language.words.yes, language.perhapsYes].some((phrases) => phrases.endsAt(folded.text, from).includes(to))
  const { parameters = [] } = catalogue.commands.get(expectation.command ?? '') ?? {}
  return parameters.some((parameter) => {
    const chosen = expectation.values?.find((each) => each.parameter === parameter.name)?.chosen
    const { choices = [] } = wantedOf(parameter)
    return choices.some((value) => value !== chosen && phrasesIn(folded.text, language.choice(value)).some(isYes))
  })
}

/** "hold on": before what corrects something, for "wait" does so as well. */
export function waiting({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  const waits = isMadeOf(folded.text, language.words.wait, language.aroundControl)
  return expectation.kind === 'confirmation' && waits ? { kind: 'wait' } : null
}

export function courtesy({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  if (expectation.kind !== 'nothing') return courtesyInReply(folded, language)
  const kind = readCourtesy(folded, language)
  return kind === null ? null : { kind }
}

/** The same to what is asked: "perfect" may be meant as a yes, and thanks for nothing. */
export function courtesyInReply(folded: Folded, language: Language): Reading | null {
  const kind = readCourtesy(folded, language)
  const praises = kind === 'thanks' && isMadeOf(folded.text, language.praise, language.aroundControl)
  return praises ? { kind, praise: true } : kind === null ? null : { kind }
}
