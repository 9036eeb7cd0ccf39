/**
 * "refund 20", when there is no order 20 and one was mentioned before: the number is the sum, and the refund is for that
 * order. The preview shows both.
 */
import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { recall } from './mentions.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'

/** The draft with the number as the missing sum; `null` when it cannot be one, or when nothing was mentioned. */
export function sumOfIt(scene: Scene, command: Command, draft: Draft, { name, entity }: Parameter): Draft | null {
  const { [name]: said = '', ...raw } = draft.raw
  if (name !== command.intent.target || entity === null || !/^\d+(?:[.,]\d{1,2})?$/u.test(said)) return null
  const sum = command.parameters.find(
    (each) =>
      each.type === 'money' && each.required && raw[each.name] === undefined && draft.args[each.name] === undefined,
  )
  if (sum === undefined || recall(scene, { entity }).length !== 1) return null
  return { ...draft, raw: { ...raw, [sum.name]: said }, refers: { ...draft.refers, [name]: { said, entity } } }
}
