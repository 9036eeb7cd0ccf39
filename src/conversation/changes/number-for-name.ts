/**
 * "no, 4" of a booking for Mariana: nobody knows the ids of what is called by its name, so a number alone is not another guest, whoever may
 * have that id.
 */
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import type { Option } from '../waiting/among-waiting.ts'
import type { MessageFacts } from '../event.ts'
import { isNumber } from '../things/named-by-number.ts'
import { showAnew } from '../waiting/not-as-shown.ts'
import { format } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import type { Step } from '../step.ts'

/** Says that nothing is called so, and shows what waits once more; `null` where the number may be what was meant. */
export function refuseNumberForName(scene: Scene, draft: Draft, option: Option, message: MessageFacts): Step | null {
  const { locale } = scene.context
  const { parameter, value } = option
  const texts = locale.entities[parameter.entity ?? '']
  const isShownById = texts?.named === undefined || texts.named.includes('{id}')
  const isSaidById = draft.byNumber?.includes(parameter.name) === true
  // What is no id there may still be a part of what things are called: "1204" of "1204 block B".
  const mayBeId = normaliseArgument(parameter, value.correction).kind === 'value'
  if (isShownById || isSaidById || !mayBeId || !isNumber(value.correction)) return null
  return showAnew(scene, format(locale, texts.missing, { value: showValue(value.correction) }), message)
}
