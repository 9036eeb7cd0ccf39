/**
 * Things whose ids mean nothing to people, in a sentence. A number is an id of one where its title stands before it ("customer 22"). A
 * number alone is none, and where it is said for one it may be a day or a time.
 */
import type { Command } from '../../catalogue/catalogue.ts'
import { asId, isMarkedId } from '../../envelope/as-id.ts'
import { foldText } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { trimPhrases } from '../text/phrases.ts'
import { idBehindTitle } from '../values/id-behind-title.ts'
import type { Language } from '../words/language.ts'
import { type Given, numberAsTime } from './number-as-time.ts'
import type { MatchText } from './prepared-text.ts'
import type { FilledSlot } from './sentence-reading.ts'
import { standIn } from './stand-in.ts'

/**
 * The slots with all that, ids marked (`asId`).
 * @property numbers how many numbers still stand for such things
 */
export function asUnnumbered(
  slots: readonly FilledSlot[],
  command: Command,
  { source }: MatchText,
  given: Given,
): { readonly slots: readonly FilledSlot[]; readonly numbers: number } {
  const { unnumbered } = given.language
  if (source === null || unnumbered.size === 0) return { slots, numbers: 0 }
  const titleOf = ({ name }: FilledSlot) => {
    const parameter = command.parameters.find((each) => each.name === name)
    return parameter?.type === 'id' ? unnumbered.get(parameter.entity ?? '') : undefined
  }
  const named = slots.map((slot) => {
    const title = slot.value === standIn ? undefined : titleOf(slot)
    const id = title === undefined ? null : idBehindTitle(slot.value, source, slot.from, title)
    return id === null ? slot : { ...slot, value: asId(id) }
  })
  const isOpen = (slot: FilledSlot) => titleOf(slot) !== undefined && slot.value !== standIn && !isMarkedId(slot.value)
  const numberOf = (slot: FilledSlot) => (isOpen(slot) ? numberIn(slot, given.language) : null)
  const slot = named.find((each) => numberOf(each) !== null)
  const number = slot === undefined ? null : numberOf(slot)
  const timed =
    slot === undefined || number === null
      ? null
      : numberAsTime({ slots: named, slot, number }, command.parameters, source, given)
  const read = timed ?? named
  return { slots: read, numbers: read.filter((each) => numberOf(each) !== null).length }
}

/** The number of "las 10"; `null` where there is more, or none. */
function numberIn({ value }: FilledSlot, { article }: Language): string | null {
  const { text } = foldText(value)
  const kept = isDigits(text) ? { from: 0, to: text.length } : trimPhrases(text, article)
  const said = kept === null ? '' : text.slice(kept.from, kept.to)
  return isDigits(said) ? said : null
}
