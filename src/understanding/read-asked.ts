import { asAllowed } from './answers/allowed.ts'
import { asksForChange } from './asks-for-change.ts'
import { readForgotten } from './corrections/leave-out.ts'
import type { OpenText } from './open-text.ts'
import type { Reading } from './reading.ts'
import { isWrittenAsToken } from './wishes/explicit-token.ts'
import { readReason } from './wishes/read-reason.ts'
import { readThingFirst } from './wishes/read-thing-first.ts'
import { readThingThenVerb } from './wishes/read-thing-then-verb.ts'
import { withoutRepeats } from './wishes/same-wish.ts'
import { soleWish } from './wishes/sole-wish.ts'

/** What is asked for, and what it takes back or leaves out as well. */
export function readAsked(said: OpenText): Reading | null {
  const reading = askedFor(said)
  return reading === null ? null : (asAllowed(reading, said) ?? reading)
}

/** "cancela o pedido da maria, ela desistiu": a name that goes on behind a pause has swallowed what it is asked for. */
function askedFor({ text, folded, expectation, reader, when }: OpenText): Reading | null {
  const { commands, language } = reader
  const read = commands.read(text, when)
  const reading = read?.kind === 'wishes' ? { ...read, wishes: withoutRepeats(read.wishes) } : read
  const { args = {} } = soleWish(reading, { despiteDenied: true }) ?? {}
  const isSwallowed = Object.values(args).some((value) => /[,.;(]\s/u.test(value))
  const thingFirst = mayLook(reading, reader) ? readThingThenVerb(folded, reader, when) : null
  if (thingFirst !== null) return thingFirst
  const reasoned = isSwallowed ? (readThingFirst(folded, reader, when) ?? readReason(folded, reader, when)) : null
  if (reasoned !== null || reading?.kind !== 'wishes') return reasoned ?? reading
  if (commands.dropsOpen(folded)) return { ...reading, mayUndo: true }
  // Whoever writes FORGET means the command of that name.
  const isNamed = expectation.kind === 'nothing' || (reading.wishes[0]?.source === 'token' && isWrittenAsToken(text))
  const leavesOut = isNamed ? null : readForgotten(folded, language)
  return leavesOut === null ? reading : { ...reading, leavesOut }
}

/** Whether it asks for nothing, or first of all to look at something. */
function mayLook(reading: Reading | null, reader: OpenText['reader']): boolean {
  if (reading?.kind !== 'wishes') return reading === null
  return !asksForChange({ ...reading, wishes: reading.wishes.slice(0, 1) }, reader)
}
