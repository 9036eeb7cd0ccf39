/**
 * "20, it was late", "she called, the 15th": the value that is awaited, and something told around it, which is the reason of a command
 * that takes one.
 */
import { asValue, readSureValue } from '../bare-value.ts'
import { foldText } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import { isOnlyTold, isReason, isSaidToBot } from './only-told.ts'
import { isMadeOf } from '../text/phrases.ts'
import type { MessageReader } from '../read-message.ts'
import type { Expectation } from '../expectation.ts'
import type { Reading } from '../reading.ts'
import { mayTellWhy, reasonsOf, withoutBecause } from '../wishes/read-reason.ts'
import { readDayBeside } from '../answers/read-value-and-beside.ts'
import { isTooLong } from '../text/too-long.ts'
import { around, partsOf, runsOf, textOf } from './told-parts.ts'
import { isClockType } from '../values/clock-values.ts'
import { isNumber } from '../values/is-number.ts'
import type { When } from '../values/when.ts'

type Wanted = Extract<Expectation, { kind: 'value' }>

/** `null` where all of it is the value, or what stands around it may be more than told. */
export function readToldValue(
  text: string,
  wanted: Wanted,
  reader: MessageReader,
  when: When,
): Extract<Reading, { kind: 'value' }> | null {
  const isThing = wanted.type === 'id'
  if (!(isThing || isNumber(wanted.type) || isClockType(wanted.type)) || isTooLong(text) || isQuestion(text))
    return null
  const folded = foldText(text)
  const read = (said: string) => readSureValue(foldText(said), wanted, reader.language, when)
  if (read(text) !== null) return null
  const parts = partsOf(folded, reader.language)
  const reasons = reasonsOf(wanted.command, reader)
  const mayBeReason = (part: string) =>
    reasons.length > 0 && mayTellWhy(part, reader.language) && reader.commands.read(part, when) === null
  for (const [first, last] of runsOf(parts)) {
    const exact = read(textOf(folded, parts.slice(first, last + 1)))
    const { before, behind } = around(folded, parts, [first, last])
    const days = [...before, ...behind].map((part) => readDayBeside(part, wanted, reader, when))
    const beside = days.find((day) => day !== null)
    // "205, no 207", "Maria, 205" may be of either.
    const mayBeOther =
      isThing && [...before, ...behind].some((part) => /\p{N}/u.test(part) || mayBeName(part, reader, when))
    const isTold =
      !mayBeOther &&
      before.every((part) => isOnlyTold(part, 'before', reader, when)) &&
      behind.every((part) => isOnlyTold(part, 'behind', reader, when) || mayBeReason(part))
    if (exact === null || !isTold) continue
    const kept = [...before, ...behind].filter((part, at) => days[at] === null && tells(part, reader, when))
    const aside = kept.join(', ')
    if (reasons.length > 0 && beside === undefined && aside !== '' && isReason(aside, reader)) {
      const value = withoutBecause(aside, reader.language)
      return { ...asValue(exact), beside: { said: aside, values: reasons.map((parameter) => ({ parameter, value })) } }
    }
    return {
      ...asValue(exact),
      ...(isNumber(wanted.type) && beside !== undefined && { beside }),
      ...(kept.length > 0 && { aside }),
    }
  }
  return null
}

function mayBeName(part: string, reader: MessageReader, when: When): boolean {
  return /^\p{Lu}\p{L}*$/u.test(part) && isReason(part, reader) && tells(part, reader, when)
}

/** Whether somebody needs to see that it is passed over. */
function tells(part: string, reader: MessageReader, when: When): boolean {
  const { reasons, skipped } = reader.language
  return part !== '' && !isMadeOf(foldText(part).text, reasons, skipped) && !isSaidToBot(part, reader, when)
}
