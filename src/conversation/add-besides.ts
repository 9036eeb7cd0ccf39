import type { Reading, Wish } from '../understanding/reading.ts'
import type { MessageFacts } from './event.ts'
import { isAbout } from './leave-out.ts'
import { originOf } from './origin.ts'
import { say } from './render/say.ts'
import { type Context, maxWaiting, type Scene } from './scene.ts'
import { type Draft, openDraft } from './session.ts'
import { settleReferences } from './settle-references.ts'
import { done, type Done } from './step.ts'
import { wishNames } from './wish-names.ts'

/**
 * "cancel 207", "also refund 205": what is asked for besides waits behind what is open, which stays. `null` where nothing is open, or
 * what is asked for is no further change of a thing that is named.
 */
export function addBesides(
  scene: Scene,
  { besides, instead, denied, wishes }: Extract<Reading, { kind: 'wishes' }>,
  message: MessageFacts,
): Done | null {
  const { session, context } = scene
  const draft = openDraft(session)
  if (besides !== true || instead === true || denied !== undefined) return null
  if (draft === null) return null
  if (wishes.some(({ command }) => context.catalogue.commands.get(command)?.safety === 'read')) return null
  const wanted = settleReferences(scene, wishes).filter((wish) => !isSame(context, wish, draft))
  // What is referred to may be another thing by the time that it comes up.
  if (wanted.length === 0 || wanted.some(({ refers }) => refers !== undefined)) return null
  const further = wanted.filter((wish) => !session.wishes.some((each) => isSame(context, wish, each.wish)))
  if (session.wishes.length + further.length > maxWaiting)
    return done(session, [{ about: 'refusal', text: say(context.locale, 'too_many_wishes', { most: maxWaiting }) }])
  const origin = originOf(message)
  const added = further.map((wish) => ({ wish, origin, besides: [] }))
  const waiting = [...session.wishes, ...added]
  const text = say(context.locale, 'wishes_waiting', { wishes: wishNames(context, waiting) })
  return done({ ...session, wishes: waiting }, [{ about: 'info', text }])
}

/** Whether both are the same command for the same thing. */
function isSame(context: Context, { command, args }: Wish, other: Draft | Wish): boolean {
  const value = args[context.catalogue.commands.get(command)?.intent.target ?? '']
  const values = 'raw' in other ? { ...other.raw, ...other.args } : other.args
  return value !== undefined && other.command === command && isAbout(context, command, values, value)
}
