import type { Parameter } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { slotOfParameter } from '../sentences/slot-of-parameter.ts'
import { settleValue } from '../values/read-values.ts'
import { wantedOf } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'

/** Longer texts are no number and no choice, in characters. */
const maxTypedLength = 200
const asTyped: ReadonlySet<Parameter['type']> = new Set(['text', 'id', 'phone', 'email', 'file'])

/**
 * What a value that was typed after `name=` is in the spelling that all languages share: "10,50" is `10.50` in
 * Portuguese, "pago" is `paid`. It reads what `{name}` takes in a sentence, so that both ways of saying a value mean the
 * same. Ids, phone numbers, addresses, file names and free text, and what it cannot read, stay as typed.
 */
export function readTypedValue(parameter: Parameter, typed: string, language: Language, when: When): string {
  if (asTyped.has(parameter.type) || typed.length > maxTypedLength) return typed
  const slot = slotOfParameter(parameter, language)
  if (slot.kind !== 'value') return typed
  const folded = foldText(typed)
  const found = slot.read(folded, 0).find(({ end }) => end === folded.text.length)
  return found === undefined ? typed : settleValue(wantedOf(parameter), found.value, language, when)
}
