import type { Parameter } from '../catalogue/catalogue.ts'
import { foldText } from './fold-text.ts'
import type { Language } from './language.ts'
import { slotOfParameter } from './sentences/slot-of-parameter.ts'

/** Longer texts are no number and no choice, in characters. */
const maxTypedLength = 200
const asTyped: ReadonlySet<Parameter['type']> = new Set(['text', 'id', 'phone'])

/**
 * What a value that was typed after `name=` is in the spelling that all languages share: "10,50" is `10.50` in
 * Portuguese, "pago" is `paid`. It reads what `{name}` takes in a sentence, so that both ways of saying a value mean the
 * same. Ids, phone numbers and free text, and what it cannot read, stay as typed.
 */
export function readTypedValue(parameter: Parameter, typed: string, language: Language): string {
  if (asTyped.has(parameter.type) || typed.length > maxTypedLength) return typed
  const slot = slotOfParameter(parameter, language)
  if (slot.kind !== 'value') return typed
  const folded = foldText(typed)
  return slot.read(folded, 0).find(({ end }) => end === folded.text.length)?.value ?? typed
}
