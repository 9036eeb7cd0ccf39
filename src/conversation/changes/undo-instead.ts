/**
 * "cancel that", after something was done with an order: perhaps the order should be cancelled, perhaps what was done should
 * be taken back. The person is asked which; if it cannot be taken back, they are told so. `null` when only one of the two is
 * possible.
 */
import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import { takenBackBy } from '../previews/changed-since.ts'
import { chooseWish } from '../answers/choose-command.ts'
import type { MessageFacts } from '../event.ts'
import { factOf } from '../lookup.ts'
import { recall } from '../things/mentions.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { isFree } from '../session.ts'
import { needs, type Step } from '../step.ts'
import { offeredUndo } from '../things/undo-of.ts'

export function undoInstead(
  scene: Scene,
  { wishes: [wish, ...others], mayUndo }: Extract<Reading, { kind: 'wishes' }>,
  message: MessageFacts,
): Step | null {
  const { session, context } = scene
  const ref = session.lastDone
  if (mayUndo !== true || wish?.refers === undefined || others.length > 0 || ref === null || !isFree(session))
    return null
  const record = factOf(scene.facts, { kind: 'ref', ref })
  if (record === undefined) return needs({ kind: 'ref', ref })
  const command = record === null ? undefined : context.catalogue.commands.get(record.name)
  if (record?.status !== 'executed' || command === undefined || record.name === wish.command) return null
  const meant = Object.values(wish.refers).flatMap((reference) => recall(scene, reference))
  if (meant.length !== 1 || meant[0] !== record.intent.target?.id) return null
  const undo = offeredUndo(context, command, record)
  // Cancelling an order that was reinstated is the same as taking that back.
  if (undo?.command.token === wish.command) return null
  const { refers, ...asked } = wish
  const known = Object.fromEntries(Object.keys(refers).map((name) => [name, meant[0] ?? '']))
  const named: Wish = { ...asked, args: { ...wish.args, ...known }, known }
  if (undo === null)
    return chooseWish(scene, [named], message, { note: say(context.locale, 'undo_impossible', { ref }) })
  const takesBack = takenBackBy(context, command, record, undo)
  const undoing: Wish = { command: undo.command.token, args: undo.raw, source: 'sentence' }
  return chooseWish(scene, [undoing, named], message, { takesBack })
}
