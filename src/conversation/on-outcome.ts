import type { Reply } from '../channel/reply.ts'
import type { CommandRecord } from './lookup.ts'
import { renderOutcome } from './render/render-outcome.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import type { Session } from './session.ts'
import { done, type Decision, type Step } from './step.ts'

/** A command is over: the person hears how, and what else they asked for in the same message is taken up. */
export function tellOutcome(scene: Scene, record: CommandRecord): Step {
  const { session, context } = scene
  const command = context.catalogue.commands.get(record.name)
  if (command === undefined) return done(session, [{ about: 'outcome', text: say(context.locale, 'command_gone') }])
  const told = renderOutcome({ context, command, record })
  const reply = { ...told, text: [told.text, reminderOf(scene, session)].filter((line) => line !== '').join('\n\n') }
  return done({ ...session, running: session.running === record.commandId ? null : session.running }, [reply])
}

/** One line about the preview that still waits, so that a digression does not bury it. */
function reminderOf({ context }: Scene, { pending }: Session): string {
  if (pending === null || pending.lapsed || Date.parse(pending.expiresAt) <= context.now.getTime()) return ''
  return say(context.locale, 'reminder', { summary: pending.summary })
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
