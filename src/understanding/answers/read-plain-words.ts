/** What is said in words that mean one thing alone, and what asks for nothing. */
import { readControlWord } from '../words/control-words.ts'
import { readCourtesy } from '../words/courtesy.ts'
import { isQuestion } from '../text/is-question.ts'
import type { OpenText } from '../open-text.ts'
import { holdsPhrase, isMadeOf } from '../text/phrases.ts'
import type { Reading } from '../reading.ts'

export function thanks({ folded, expectation, reader: { language } }: OpenText): Reading | null {
  const isYes = expectation.kind === 'nothing' && readControlWord(folded, language) === 'yes'
  return isYes && holdsPhrase(folded.text, language.words.thanks) ? { kind: 'thanks' } : null
}

export function controlWord(said: OpenText): Reading | null {
  const word = readControlWord(said.folded, said.reader.language)
  // "Me esquece" asks to be forgotten, though "esquece" drops what is open.
  if (word === 'drop' && readCourtesy(said.folded, said.reader.language) === 'erasure') return { kind: 'erasure' }
  if (word === null || (word === 'yes' && !isAgreement(said))) return null
  return word === 'yes' && isNoted(said) ? { kind: 'yes', noted: true } : { kind: word }
}

export function reversible({ folded, reader: { language } }: OpenText): Reading | null {
  return readCourtesy(folded, language) === 'reversible' ? { kind: 'reversible' } : null
}

/** "ok", "beleza, obrigada": said to what was answered as well as to what is asked. */
function isNoted({ folded, reader: { language } }: OpenText): boolean {
  return language.noted.lists(folded.original) || isMadeOf(folded.text, language.noted, language.skipped)
}

/** Nobody agrees by asking ("tá aí?"), nor in words that ask for something. */
function isAgreement({ text, folded, reader: { commands, language }, when }: OpenText): boolean {
  if (isQuestion(text)) return false
  return language.words.yes.endsAt(folded.text, 0).includes(folded.text.length) || commands.read(text, when) === null
}

export function courtesy({ folded, reader: { language } }: OpenText): Reading | null {
  const kind = readCourtesy(folded, language)
  return kind === null ? null : { kind }
}
