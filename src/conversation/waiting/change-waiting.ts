/**
 * "cancel 204 and refund 205 for 10", "no, refund 205 for 20": a wish that waits is asked for with other values. The new one
 * takes its place, and what is open stays open. `null` when no such wish waits.
 */
import type { Wish } from '../../understanding/wish.ts'
import type { MessageFacts } from '../event.ts'
import { originOf } from '../previews/origin.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { done, type Step } from '../step.ts'
import { wishNames } from '../previews/wish-names.ts'

export function changeWaiting(
  { session, context }: Scene,
  [wish, ...others]: readonly Wish[],
  message: MessageFacts,
): Step | null {
  const target = wish === undefined ? null : (context.catalogue.commands.get(wish.command)?.intent.target ?? null)
  if (wish === undefined || others.length > 0 || target === null || wish.args[target] === undefined) return null
  const at = session.wishes.findIndex(
    ({ wish: waiting }) => waiting.command === wish.command && waiting.args[target] === wish.args[target],
  )
  const waiting = session.wishes[at]
  if (waiting === undefined) return null
  const changed = { ...waiting, wish, origin: originOf(message, waiting.origin) }
  const text = say(context.locale, 'waiting_changed', { wishes: wishNames(context, [changed]) })
  return done({ ...session, wishes: session.wishes.with(at, changed) }, [{ about: 'info', text }])
}
