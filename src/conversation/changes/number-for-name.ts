/**
 * "no, 4" of a booking for Mariana: nobody knows the ids of what is called by its name, so a number alone is not another guest, whoever may
 * have that id.
 */
import type { Command } from '../../catalogue/catalogue.ts'
import { asId } from '../../envelope/as-id.ts'
import type { Option } from '../waiting/among-waiting.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import type { MessageFacts } from '../event.ts'
import { continueWithValue } from '../previews/drafts.ts'
import { isNumberForName } from '../things/number-for-name.ts'
import { whetherNowhere } from '../things/resolve-arguments.ts'
import { showAnew } from '../waiting/not-as-shown.ts'
import { format } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Context, Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import type { Step } from '../step.ts'

/** What a number may be: another id of what was named by one, and no id of what was not, if it can be anything else. */
export function withoutNumbersForNames(
  context: Context,
  { byNumber = [] }: Draft,
  options: readonly Option[],
): readonly Option[] {
  const isForName = ({ parameter, value }: Option) => isNumberForName(context, parameter, value.correction)
  const marked = options.map((option) => {
    const { parameter, value } = option
    return isForName(option) && byNumber.includes(parameter.name)
      ? { ...option, value: { ...value, correction: asId(value.correction) } }
      : option
  })
  const others = marked.filter((option) => !isForName(option))
  return others.length > 0 ? others : marked
}

/** Says that nothing is called so, and shows what waits once more; `null` where the number may be what was meant. */
export function refuseNumberForName(
  scene: Scene,
  { command, draft }: { readonly command: Command; readonly draft: Draft },
  { parameter, value }: Option,
  message: MessageFacts,
): Step | null {
  const { locale } = scene.context
  const { correction: number } = value
  const texts = locale.entities[parameter.entity ?? '']
  // What is no id there may still be a part of what things are called: "1204" of "1204 block B".
  const mayBeId = normaliseArgument(parameter, number).kind === 'value'
  if (texts === undefined || !mayBeId || !isNumberForName(scene.context, parameter, number)) return null
  const meant = continueWithValue(draft, message, { parameter: parameter.name, raw: number })
  const nowhere = whetherNowhere(scene, command, meant, parameter)
  if (nowhere.kind === 'needs') return nowhere
  return nowhere.kind === 'no'
    ? null
    : showAnew(scene, format(locale, texts.missing, { value: showValue(number) }), message)
}
