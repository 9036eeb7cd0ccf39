/**
 * Somebody who may not do something themselves has asked this person for it. It waits behind what is open, and is then previewed like a wish
 * of their own, with the name of whoever asked: whoever confirms it does it.
 */
import type { ConversationEvent } from '../event.ts'
import { withReminder } from '../questions/remind.ts'
import { summarise } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import { maxWaiting, type Scene } from '../scene.ts'
import { done, type Decision, type Step } from '../step.ts'
import { wishOfDraft } from '../wish-and-draft.ts'
import { isWishDue } from '../waiting/wishes.ts'

/** Puts it behind everything else that waits. Where too much waits, or it cannot be asked for any more, whoever asked hears that it came to nothing. */
export function onAsked(scene: Scene, { record, by }: Extract<ConversationEvent, { kind: 'asked' }>): Step {
  const { session, context } = scene
  const command = context.catalogue.commands.get(record.name)
  const turnDown: Decision = { kind: 'turn-down', commandId: record.commandId }
  if (command === undefined || session.wishes.length >= maxWaiting) return done(session, [], [turnDown])
  const name = by === '' ? say(context.locale, 'settled_by_somebody') : by
  const askedBy = { commandId: record.commandId, name }
  const origin = { messageIds: [record.commandId], sentAt: context.now.toISOString(), askedBy }
  // What is known is looked up and judged anew.
  const wish = wishOfDraft({ command: record.name, raw: {}, args: record.args, origin, again: false })
  const queued = { ...session, wishes: [...session.wishes, { wish, origin, besides: [] }] }
  if (isWishDue(queued)) return done(queued)
  const summary = summarise(context.locale, command, record.args, record.facts)
  const text = say(context.locale, 'approval_waits', { name: showValue(name), summary })
  return withReminder(scene, done(queued, [{ about: 'info', text }]))
}
