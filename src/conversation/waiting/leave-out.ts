/** Leaves out one of several things: one that waits for its turn, or what is open. */
import { withoutMark } from '../../envelope/as-id.ts'
import type { Json } from '../../json.ts'
import { jsonText } from '../../json.ts'
import { dropNewest } from './drop.ts'
import { say } from '../render/say.ts'
import type { Context, Scene } from '../scene.ts'
import { openDraft, type QueuedWish } from '../session.ts'
import { done, type Done, type Step } from '../step.ts'
import { wishNames } from '../previews/wish-names.ts'

/** `null` when no such thing is open or waiting. */
export function leaveOutThing(scene: Scene, value: string): Step | null {
  const { session, context } = scene
  const waiting = leaveOutWaiting(scene, ({ wish }) => isAbout(context, wish.command, wish.args, value))
  if (waiting !== null) return waiting
  const draft = openDraft(session)
  const isOpen = draft !== null && isAbout(context, draft.command, { ...draft.raw, ...draft.args }, value)
  return isOpen ? dropNewest(scene) : null
}

/**
 * Removes what is not wanted from what waits for its turn, and names it; what is open stays. `null` when nothing that waits
 * is concerned.
 */
export function leaveOutWaiting(
  { session, context }: Scene,
  isUnwanted: (waiting: QueuedWish) => boolean,
): Done | null {
  const out = session.wishes.filter(isUnwanted)
  if (out.length === 0) return null
  const wishes = session.wishes.filter((each) => !out.includes(each))
  const text = say(context.locale, 'left_out', { wishes: wishNames(context, out) })
  return done({ ...session, wishes }, [{ about: 'info', text }])
}

/** Whether this thing is the target of a command with these values. */
export function isAbout(
  { catalogue }: Context,
  token: string,
  values: Readonly<Record<string, Json>>,
  value: string,
): boolean {
  const target = catalogue.commands.get(token)?.intent.target ?? null
  return target !== null && values[target] !== undefined && withoutMark(jsonText(values[target])) === withoutMark(value)
}
