import type { Parameter } from '../catalogue/catalogue.ts'
import type { Wish } from '../understanding/reading.ts'
import { draftWish } from './draft-command.ts'
import type { MessageFacts } from './event.ts'
import { isAsking } from './is-asking.ts'
import { originOf } from './origin.ts'
import { textsOf } from './render/describe-command.ts'
import { say } from './render/say.ts'
import { showTyped } from './render/show-typed.ts'
import { showValue } from './render/show-value.ts'
import type { Context, Scene } from './scene.ts'
import type { QueuedWish, Session } from './session.ts'
import { settleReferences } from './settle-references.ts'
import { done, type Step } from './step.ts'

/** How many wishes may wait; the oldest message's last ones are forgotten first. */
const maxWaiting = 20
/** Values that are not what was said. */
const unshown: ReadonlySet<Parameter['kind']> = new Set<Parameter['kind']>(['secret', 'file', 'structured'])

/**
 * Several wishes of one message become several commands, each with its own preview, one after the other. What waits from
 * an earlier message goes on waiting behind them.
 */
export function startWishes(scene: Scene, wishes: readonly Wish[], message: MessageFacts): Step {
  const { session } = scene
  const origin = originOf(message)
  const besides = openCommands(session)
  const queued = [
    ...settleReferences(scene, wishes).map((wish) => ({ wish, origin, besides })),
    ...session.wishes,
  ].slice(0, maxWaiting)
  return nextWish({ ...scene, session: { ...session, wishes: queued } })
}

/** Takes up the first wish that waits. */
export function nextWish(scene: Scene): Step {
  const [next, ...rest] = scene.session.wishes
  if (next === undefined) return done(scene.session)
  return withWaiting(scene, draftWish({ ...scene, session: { ...scene.session, wishes: rest } }, next))
}

/** Whoever is asked about the first hears what comes after it. */
function withWaiting({ context }: Scene, step: Step): Step {
  const last = step.kind === 'done' ? step.replies.at(-1) : undefined
  if (step.kind === 'needs' || last === undefined || !isAsking(last)) return step
  const wishes = wishNames(context, step.session.wishes)
  if (wishes === '') return step
  const text = `${last.text}\n\n${say(context.locale, 'wishes_waiting', { wishes })}`
  return done(step.session, [...step.replies.slice(0, -1), { ...last, text }], step.decisions)
}

/** What wishes are for and with what values, in one line. */
export function wishNames({ catalogue, locale }: Context, wishes: readonly Pick<QueuedWish, 'wish'>[]): string {
  const names = wishes.flatMap(({ wish: { command: token, args, said } }) => {
    const command = catalogue.commands.get(token)
    if (command === undefined) return []
    const { target } = command.intent
    const values = command.parameters
      .toSorted((a, b) => Number(b.name === target) - Number(a.name === target))
      .flatMap(({ name, kind, type }) => {
        const value = args[name]
        if (unshown.has(kind) || value === undefined) return []
        return said?.[name] ?? showTyped(locale, type, value) ?? value
      })
    const { title } = textsOf(locale, command)
    return [values.length === 0 ? title : `${title} (${values.map(showValue).join(', ')})`]
  })
  return names.join(', ')
}

/**
 * Whether the next wish can be taken up: nothing was asked of the person, no read runs, and no command is open or awaited
 * that came up after it was said. The caller then sends `next-wish`.
 */
export function isWishDue(session: Session): boolean {
  const [next] = session.wishes
  if (next === undefined || session.question !== null || session.running !== null) return false
  return openCommands(session).every((commandId) => next.besides.includes(commandId))
}

function openCommands({ pending, awaited }: Session): readonly string[] {
  return [pending === null || pending.lapsed ? null : pending.commandId, awaited].filter((each) => each !== null)
}
