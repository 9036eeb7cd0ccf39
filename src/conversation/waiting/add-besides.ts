import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import type { MessageFacts } from '../event.ts'
import { isAbout } from './leave-out.ts'
import { recall } from '../things/mentions.ts'
import { namesOfKnown } from '../things/names-of-known.ts'
import { originOf } from '../previews/origin.ts'
import { say } from '../render/say.ts'
import { type Context, maxWaiting, type Scene } from '../scene.ts'
import { type Draft, openDraft } from '../session.ts'
import { meantWish, settleReferences } from '../things/settle-references.ts'
import { done, type Needs, needs, type Step } from '../step.ts'
import { wishNames } from '../previews/wish-names.ts'

/**
 * "cancel 207", "also refund 205": what is asked for besides waits behind what is open, which stays. `null` where nothing is open, or
 * what is asked for is no further change of a thing that is named.
 */
export function addBesides(
  scene: Scene,
  { besides, instead, denied, wishes }: Extract<Reading, { kind: 'wishes' }>,
  message: MessageFacts,
): Step | null {
  const { session, context } = scene
  const draft = openDraft(session)
  if (besides !== true || instead === true || denied !== undefined) return null
  if (draft === null) return null
  if (wishes.some(({ command }) => context.catalogue.commands.get(command)?.safety === 'read')) return null
  const mentioned = settleReferences(scene, wishes).map((wish) => withMentioned(scene, wish))
  const open = mentioned.flatMap((each) => ('kind' in each ? each.lookups : []))
  if (open.length > 0) return needs(...open)
  const meant = mentioned.flatMap((each) => ('kind' in each ? [] : each))
  const wanted = meant.filter((wish) => !isSame(context, wish, draft))
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

/** What is referred to may be another thing by the time that the wish comes up, so it is named now, where it is one thing. */
function withMentioned(scene: Scene, wish: Wish): Wish | Needs {
  const { refers, or: _or, ...asked } = meantWish(scene, wish) ?? wish
  if (refers === undefined) return wish
  const found = Object.entries(refers).map(([name, reference]) => ({ name, reference, ids: recall(scene, reference) }))
  if (found.some(({ ids }) => ids.length !== 1)) return wish
  const known = Object.fromEntries(found.flatMap(({ name, ids }) => ids.map((id) => [name, id])))
  const said = Object.fromEntries(found.map(({ name, reference }) => [name, reference.said]))
  const called = namesOfKnown(scene, scene.context.catalogue.commands.get(wish.command), known)
  if (called.kind === 'needs') return called
  return {
    ...asked,
    args: { ...asked.args, ...known },
    known,
    said: { ...asked.said, ...said },
    names: called.names,
  }
}

/** Whether both are the same command for the same thing. */
function isSame(context: Context, { command, args }: Wish, other: Draft | Wish): boolean {
  const value = args[context.catalogue.commands.get(command)?.intent.target ?? '']
  const values = 'raw' in other ? { ...other.raw, ...other.args } : other.args
  return value !== undefined && other.command === command && isAbout(context, command, values, value)
}
