/**
 * Things whose ids mean nothing to people, in a sentence. A number is an id of one where its title stands before it ("customer 22"). A
 * number alone is none, and where it is said for one it may be a day or a time.
 */
import type { Command } from '../../catalogue/catalogue.ts'
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
 * The slots with all that.
 * @property byId the parameters whose things are named by their ids
 * @property numbers how many numbers still stand for such things
 */
export function asUnnumbered(
  slots: readonly FilledSlot[],
  command: Command,
  { source }: MatchText,
  given: Given,
): { readonly slots: readonly FilledSlot[]; readonly byId: readonly string[]; readonly numbers: number } {
  const { unnumbered } = given.language
  if (source === null || unnumbered.size === 0) return { slots, byId: [], numbers: 0 }
  const titleOf = ({ name }: FilledSlot) => {
    const parameter = command.parameters.find((each) => each.name === name)
    return parameter?.type === 'id' ? unnumbered.get(parameter.entity ?? '') : undefined
  }
  const named = slots.map((slot) => {
    const title = titleOf(slot)
    const id = title === undefined ? null : idBehindTitle(slot.value, source, slot.from, title)
    return id === null ? slot : { ...slot, value: id, isId: true }
  })
  const numberOf = (slot: FilledSlot & { readonly isId?: boolean }) =>
    slot.isId === true || titleOf(slot) === undefined || slot.value === standIn ? null : numberIn(slot, given.language)
  const slot = named.find((each) => numberOf(each) !== null)
  const number = slot === undefined ? null : numberOf(slot)
  const timed =
    slot === undefined || number === null
      ? null
      : numberAsTime({ slots: named, slot, number }, command.parameters, source, given)
  const read = timed ?? named
  return {
    slots: read.map(({ name, value, wildcard, from, to }) => ({ name, value, wildcard, from, to })),
    byId: named.flatMap((each) => ('isId' in each ? [each.name] : [])),
    numbers: read.filter((each) => numberOf(each) !== null).length,
  }
}

/** The number of "las 10"; `null` where there is more, or none. */
function numberIn({ value }: FilledSlot, { article }: Language): string | null {
  const { text } = foldText(value)
  const kept = isDigits(text) ? { from: 0, to: text.length } : trimPhrases(text, article)
  const said = kept === null ? '' : text.slice(kept.from, kept.to)
  return isDigits(said) ? said : null
}
