import type { Reply } from '../channel/reply.ts'
import type { CommandRecord } from './lookup.ts'
import { withReminder } from './remind.ts'
import { renderOutcome } from './render/render-outcome.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import { done, type Decision, type Step } from './step.ts'

/** A command is over: the person hears how, and what else they asked for in the same message is taken up. */
export function tellOutcome(scene: Scene, record: CommandRecord): Step {
  const { session, context } = scene
  const over = {
    ...session,
    running: session.running === record.commandId ? null : session.running,
    awaited: session.awaited === record.commandId ? null : session.awaited,
  }
  return withReminder(scene, done(over, [renderOutcome(context, record)]))
}

/** Nobody confirmed in time: the command is rejected, and a late answer will get a fresh preview. */
export function expirePending(scene: Scene, commandId: string): Step {
  const { session, context } = scene
  const { pending } = session
  const decision: Decision = { kind: 'reject', commandId, reason: 'expired' }
  if (pending === null || pending.commandId !== commandId) return done(session, [], [decision])
  const reply: Reply = {
    about: 'info',
    text: say(context.locale, 'preview_expired', { summary: pending.summary }),
    command: {
      id: pending.commandId,
      ref: pending.ref,
      name: pending.draft.command,
      status: 'rejected',
      reason: 'expired',
    },
  }
  return done({ ...session, pending: { ...pending, lapsed: true } }, [reply], [decision])
}
