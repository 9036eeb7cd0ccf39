/** The wishes of a reading, those that are denied among them: taken out, and put back changed. */
import type { CommandReading } from './read-commands.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'

/** A reading that says what is wanted, or not wanted. */
export type Named = Extract<CommandReading, { kind: 'wishes' | 'negated' }>

/** What is asked for, and what is not wanted. */
export function wishesOf(reading: Reading | null): readonly Wish[] {
  if (reading?.kind === 'ambiguous') return reading.wishes
  if (reading?.kind === 'wishes') return [...reading.wishes, ...(reading.denied ?? [])]
  return reading?.kind === 'negated' ? [reading.wish, ...(reading.others ?? [])] : []
}

/** The reading with other wishes in the place of those that `wishesOf` gives. */
export function withWishes(reading: Named, wishes: readonly Wish[]): Named {
  if (reading.kind === 'negated') {
    const [wish = reading.wish, ...others] = wishes
    return { ...reading, wish, ...(reading.others !== undefined && { others }) }
  }
  const { length } = reading.wishes
  return {
    ...reading,
    wishes: wishes.slice(0, length),
    ...(reading.denied !== undefined && { denied: wishes.slice(length) }),
  }
}

/** What a text can be taken for: one reading, or one for each wish that it may be. */
export function namedOf(reading: CommandReading | null): readonly Named[] {
  if (reading?.kind !== 'ambiguous' && reading?.kind !== 'wishes' && reading?.kind !== 'negated') return []
  return reading.kind === 'ambiguous' ? reading.wishes.map((wish) => ({ kind: 'wishes', wishes: [wish] })) : [reading]
}
