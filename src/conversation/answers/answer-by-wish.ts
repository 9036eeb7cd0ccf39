/**
 * "refund 60" to "Order 204: how much should be refunded?": somebody who repeats the verb together with the missing value
 * has answered, and does not mean another thing. A number that is also the id of a thing may be either, and is read as it
 * would be by itself.
 */
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { jsonText } from '../../json.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import { fillQuestion } from './fill-question.ts'
import type { MessageFacts } from '../event.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { isNumberForName } from '../things/number-for-name.ts'
import type { Scene } from '../scene.ts'
import type { Question } from '../session.ts'
import { needs, type Step } from '../step.ts'

/** `null` when it does not answer the open question. */
export function answerByWish(
  scene: Scene,
  { wishes: [wish, ...others], denied }: Extract<Reading, { kind: 'wishes' }>,
  message: MessageFacts,
): Step | null {
  const { question } = scene.session
  if (question?.kind !== 'value' || wish === undefined || others.length > 0 || denied !== undefined) return null
  if (wish.command !== question.draft.command || wish.source !== 'sentence') return null
  const command = scene.context.catalogue.commands.get(wish.command)
  const target = command?.parameters.find(({ name }) => name === command.intent.target)
  if (target === undefined || target.name === question.parameter || question.draft.args[target.name] === undefined)
    return null
  const said = Object.keys(wish.args)
  const value = wish.args[question.parameter]
  if (value !== undefined)
    return said.length > 1 ? null : fillQuestion(scene, question, value, message, wish.said?.[question.parameter])
  const number = said.length === 1 ? wish.args[target.name] : undefined
  return number === undefined ? null : fillByNumber(scene, question, { wish, number }, message)
}

function fillByNumber(
  scene: Scene,
  question: Question,
  { wish, number }: { readonly wish: Wish; readonly number: string },
  message: MessageFacts,
): Step | null {
  const { parameters = [], intent } = scene.context.catalogue.commands.get(wish.command) ?? {}
  const asked = parameters.find(({ name }) => name === question.parameter)
  const target = parameters.find(({ name }) => name === intent?.target)
  const entity = target?.entity ?? null
  if (asked === undefined || target === undefined || entity === null || !isNumber(asked.type)) return null
  if (!/^\d+(?:[.,]\d{1,2})?$/u.test(number)) return null
  const id = normaliseArgument(target, number)
  if (id.kind === 'value' && !isNumberForName(scene.context, target, number)) {
    const lookup = { kind: 'entity', entity, by: 'id', value: jsonText(id.value) } as const satisfies Lookup
    const rows = factOf(scene.facts, lookup)
    if (rows === undefined) return needs(lookup)
    if (rows.length > 0) return null
  }
  return fillQuestion(scene, question, number, message)
}
