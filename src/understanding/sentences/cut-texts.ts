/**
 * "anota no 204: nota fiscal enviada": what a colon or a quote introduces is the text that was asked for, all of it, though a sentence
 * could take its first words for its own ("a note on order 204: note …"). So is what begins with a name that such a word is part of.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Command } from '../../catalogue/catalogue.ts'
import type { Folded } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import type { FilledSlot } from './sentence-reading.ts'

type Filled = { readonly slots: readonly FilledSlot[] }

/** Leaves out what is read with a shorter text than another reading of the same command that is alike in all else. */
export function withoutCutTexts<T extends Filled>(
  found: readonly T[],
  commandOf: (one: T) => Command,
  folded: Folded,
  language: Language,
): readonly T[] {
  if (found.length < 2) return found
  const whole = found.flatMap((one) => {
    const command = commandOf(one)
    const text = textIn(one, command)
    return text !== undefined && isIntroduced(folded, text.from, language) ? [{ command, text, slots: one.slots }] : []
  })
  if (whole.length === 0) return found
  return found.filter((one) => {
    const command = commandOf(one)
    const text = textIn(one, command)
    return !whole.some(
      (other) =>
        other.command === command &&
        text !== undefined &&
        other.text.from < text.from &&
        isDeepStrictEqual(besides(other, other.text), besides(one, text)),
    )
  })
}

/** The free text without which the command cannot be done. */
function textIn({ slots }: Filled, { parameters }: Command): FilledSlot | undefined {
  const required = parameters.find(({ type, entity, required: isRequired }) => type === 'text' && !entity && isRequired)
  return required === undefined ? undefined : slots.find(({ name }) => name === required.name)
}

function isIntroduced({ text, original, starts, ends }: Folded, at: number, { compound }: Language): boolean {
  const before = original.slice(ends[at - 2] ?? 0, starts[at])
  return at > 1 && (/[:"“«]/u.test(before) || compound.endsAt(text, at).length > 0)
}

function besides({ slots }: Filled, text: FilledSlot): Readonly<Record<string, string>> {
  return Object.fromEntries(slots.flatMap((slot) => (slot.name === text.name ? [] : [[slot.name, slot.value]])))
}
