import type { Json } from '../../json.ts'
import type { CorpusCase } from './parse-corpus.ts'
import type { Recognition } from './recognition.ts'

/** What is wrong with the answer to a case; `null` when it is right. */
export function judgeCase(wanted: CorpusCase, found: Recognition | null): string | null {
  if (wanted.intent === null) return found === null ? null : `understood as ${found.intent}, but nothing may match`
  if (found === null) return 'not understood'
  if (found.intent !== wanted.intent) return `understood as ${found.intent}`
  const problems = Object.keys({ ...wanted.slots, ...found.slots }).flatMap((slot) => judgeSlot(slot, wanted, found))
  return problems.length === 0 ? null : problems.join('; ')
}

function judgeSlot(slot: string, { slots, accept }: CorpusCase, found: Recognition): readonly string[] {
  const filled = found.slots[slot]
  if (filled === undefined) return [`the slot ${slot} is missing`]
  if (!(slot in slots)) return [`the slot ${slot} should not be there: ${JSON.stringify(filled.value)}`]
  const right = [slots[slot] ?? null, ...(accept[slot] ?? [])]
  if (right.some((value) => isSame(value, filled.value))) return []
  return [`${slot} is ${JSON.stringify(filled.value)} and not ${JSON.stringify(slots[slot])}`]
}

function isSame(one: Json, other: Json): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
