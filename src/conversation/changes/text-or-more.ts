/**
 * "No, 205 because she called" of a cancellation with a reason: the words may be another reason, or another order with its reason. Nothing is
 * changed, and what waits is shown once more with how to say each.
 */
import type { Command } from '../../catalogue/catalogue.ts'
import { jsonText } from '../../json.ts'
import type { FreeCorrection, HeldValue } from '../../understanding/correction-reading.ts'
import type { MessageFacts } from '../event.ts'
import { parameterName } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import type { Step } from '../step.ts'
import type { Option } from '../waiting/among-waiting.ts'
import { showAnew } from '../waiting/not-as-shown.ts'

/** `null` where the words are a text and nothing else. */
export function textOrMore(
  scene: Scene,
  { command, draft }: { readonly command: Command; readonly draft: Draft },
  { parameter }: Option,
  { correction, text: said = correction, holds = [] }: FreeCorrection,
  message: MessageFacts,
): Step | null {
  const possible = holds.filter((each) => mayBeMeant(each, command, draft))
  // Of "12 trays" the 12 is rather how many than a thing.
  const held = possible.find(({ parameter: name }) => !isThing(command, name)) ?? possible[0]
  if (held === undefined) return null
  const { locale } = scene.context
  const named = (name: string, words: string) => `${parameterName(locale, command, name)}: ${showValue(words)}`
  const note = say(locale, 'value_or_text', {
    said: showValue(said),
    value: named(held.parameter, held.words),
    text: named(parameter.name, said),
  })
  return showAnew(scene, note, message)
}

/** A number is that of another thing where it is as long as its own: "call 5551234" names no order. */
function mayBeMeant({ parameter, value }: HeldValue, command: Command, { args }: Draft): boolean {
  return !isThing(command, parameter) || jsonText(args[parameter] ?? null).length === value.length
}

function isThing({ parameters }: Command, parameter: string): boolean {
  return parameters.some(({ name, type }) => name === parameter && type === 'id')
}
