/**
 * "5 boxes of sprite" to "How many?" or "Which product?", "$20 to Maria": a value, and behind it what something is called, after the word
 * that leads to it in the sentences of the command. One of the two is awaited, and the other is said besides.
 */
import { asValue, readExactValue, readSureValue, stripFiller } from '../bare-value.ts'
import { isName } from '../corrections/contrast.ts'
import { ledBy } from '../corrections/led-value.ts'
import type { Expectation } from '../expectation.ts'
import type { WrittenReader } from '../read-message.ts'
import type { Reading } from '../reading.ts'
import { type Folded, foldText, originalBetween } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import { isTooLong } from '../text/too-long.ts'
import type { Beside } from '../value-of.ts'
import { isNumber } from '../values/is-number.ts'
import type { When } from '../values/when.ts'
import { readControlWord } from '../words/control-words.ts'
import { readOtherBeside } from './read-value-and-beside.ts'

type Wanted = Extract<Expectation, { kind: 'value' }>
type Both = Extract<Reading, { kind: 'value' }>

/** `null` where it is not both, or nobody can tell where the one ends and the other begins. */
export function readValueAndName(text: string, wanted: Wanted, reader: WrittenReader, when: When): Both | null {
  if (isTooLong(text) || isQuestion(text) || !(wanted.type === 'id' || isNumber(wanted.type))) return null
  const folded = foldText(text)
  // "12.50 o quilo" is a price.
  if (isNumber(wanted.type) && readExactValue(folded, wanted, reader.language, when) !== null) return null
  // Nobody is called "noche" of "el sábado a las 8 de la noche".
  if (wanted.type === 'id' && readOtherBeside(text, wanted, reader, when) !== null) return null
  const [both, ...others] = [...folded.text.matchAll(/ /gu)].flatMap(({ index }) => {
    const name = readLedName(originalBetween(folded, index + 1, folded.text.length), wanted, reader, when)
    const value = originalBetween(folded, 0, index)
    return name === null ? [] : (readBoth({ value, name }, wanted, reader, when) ?? [])
  })
  return both === undefined || others.length > 0 ? null : both
}

function readBoth(
  { value, name }: { readonly value: string; readonly name: Beside },
  wanted: Wanted,
  reader: WrittenReader,
  when: When,
): Both | null {
  if (isNumber(wanted.type)) {
    const exact = readSureValue(foldText(value), wanted, reader.language, when)
    return exact === null ? null : { ...asValue(exact), beside: name }
  }
  const called = name.values.find(({ parameter }) => parameter === wanted.parameter)
  const beside = called === undefined ? null : readOtherBeside(value, wanted, reader, when)
  return called === undefined || beside === null ? null : { kind: 'value', text: called.value, beside }
}

/** "Of sprite": what things of the command may be called so. "Of course" names nothing. */
function readLedName(text: string, { command }: Wanted, reader: WrittenReader, when: When): Beside | null {
  const { commands, language } = reader
  const folded = foldText(text)
  if (readControlWord(folded, language) !== null) return null
  const mayBeName = (said: Folded) =>
    isName(said, commands, language, when) &&
    !commands.isReference(said) &&
    readExactValue(said, { type: 'time' }, language, when) === null
  const values = ledBy(folded, command, reader)
    .filter(({ parameter, value }) => parameter.entity !== null && mayBeName(value))
    .map(({ parameter, value }) => ({ parameter: parameter.name, value: stripFiller(value, language) }))
  return values.length === 0 ? null : { said: text, values, isName: true }
}
