import type { ConversationEvent } from '../event.ts'
import { withReminder } from '../questions/remind.ts'
import { summaryOf } from '../render/summary-of.ts'
import { reachedLines } from '../render/reached-text.ts'
import { commandOf } from '../render/render-outcome.ts'
import { nameOrSomebody } from '../render/name-or-somebody.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { done, type Step } from '../step.ts'

/** Tells the person who asked for a command what somebody else found out about it; nothing else follows. */
export function tellSettled(
  scene: Scene,
  { record, verdict, by }: Extract<ConversationEvent, { kind: 'settled' }>,
): Step {
  const { session, context } = scene
  const { catalogue, locale } = context
  const command = catalogue.commands.get(record.name)
  const { outcome } = record
  const isInPart = outcome?.kind === 'failed' && outcome.effect === 'some'
  const reached = isInPart ? reachedLines(locale, command, record.args, outcome.steps) : []
  const text = say(locale, reached.length > 0 ? `settled_part_${verdict}` : `settled_${verdict}`, {
    reached: reached.join('\n'),
    name: nameOrSomebody(locale, by),
    ref: record.ref,
    summary: summaryOf(context, record),
  })
  return withReminder(scene, done(session, [{ about: 'info', text, command: commandOf(record) }]))
}
