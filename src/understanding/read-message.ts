import { readAnswer } from './answers.ts'
import { readBareNumber, readExactValue, stripFiller } from './bare-value.ts'
import { type ControlWord, readControlWord } from './control-words.ts'
import { readCorrection } from './correction.ts'
import { type Folded, foldText } from './fold-text.ts'
import type { Language } from './language.ts'
import type { CommandReader } from './read-commands.ts'
import type { Expectation, Reading } from './reading.ts'
import { maxSentenceLength } from './sentences/sentence-table.ts'

type ValueExpectation = Extract<Expectation, { kind: 'value' }>

/** What reading takes in one language. */
export type MessageReader = { readonly commands: CommandReader; readonly language: Language }

/** While free text is awaited only these control words are not the text itself. */
const waysOut: readonly ControlWord[] = ['drop', 'help', 'menu', 'back']

/** The cheapest reader that is sure wins: answer to the open question, control word, explicit token, sentence. */
export function readMessage(text: string, expectation: Expectation, reader: MessageReader): Reading {
  if (text.trim() === '') return { kind: 'unknown' }
  // Nothing that long is a short answer, and folding it would only take time.
  const folded = text.length > maxSentenceLength ? null : foldText(text)
  const answer = folded === null ? null : readAnswer(folded, expectation, reader.language)
  if (answer !== null) return answer
  if (expectation.kind !== 'value') return readOpen(text, folded, expectation, reader)
  return expectation.type === 'text' ? readText(text, folded, reader) : readValue(text, folded, expectation, reader)
}

function readOpen(text: string, folded: Folded | null, expectation: Expectation, reader: MessageReader): Reading {
  const { commands, language } = reader
  if (folded === null) return commands.read(text) ?? { kind: 'unknown' }
  const word = readControlWord(folded, language)
  if (word !== null) return controlReading(word)
  const n = readBareNumber(folded, expectation.kind === 'choice' ? language.filler : language.skipped, language)
  if (n !== null) return n === 0 ? { kind: 'drop' } : { kind: 'pick', n }
  return commands.read(text) ?? readCorrection(folded, commands, language) ?? { kind: 'unknown' }
}

/** Free text is taken verbatim, however much it looks like something else, unless it is a way out or a token. */
function readText(text: string, folded: Folded | null, { commands, language }: MessageReader): Reading {
  const word = folded === null ? null : readControlWord(folded, language)
  if (word !== null && waysOut.includes(word)) return controlReading(word)
  return commands.readTokens(text) ?? { kind: 'value', text }
}

function readValue(
  text: string,
  folded: Folded | null,
  { type, choices }: ValueExpectation,
  { commands, language }: MessageReader,
): Reading {
  if (folded === null) return commands.read(text) ?? { kind: 'value', text }
  // Before the control words: "0" is a number here, and "yes" an answer.
  const exact = readExactValue(folded, type, language, choices)
  if (exact !== null) return { kind: 'value', text: exact }
  const word = readControlWord(folded, language)
  if (word !== null) return controlReading(word)
  const asked = commands.read(text) ?? readCorrection(folded, commands, language)
  if (asked?.kind === 'no' && asked.correction !== null) return { kind: 'value', text: asked.correction }
  return asked ?? { kind: 'value', text: stripFiller(folded, language) }
}

function controlReading(word: ControlWord): Reading {
  return word === 'no' ? { kind: 'no', correction: null } : { kind: word }
}
