import type { Json } from '../../json.ts'
import type { Wish } from '../../understanding/wish.ts'
import { dropNewest } from '../waiting/drop.ts'
import { isSameCommand } from '../previews/is-same-command.ts'
import { factOf, type CommandRecord, type Lookup } from '../lookup.ts'
import { commandOf } from '../render/render-outcome.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { isFree, openDraft } from '../session.ts'
import { done, needs, type Step } from '../step.ts'
import { offeredUndo } from '../things/undo-of.ts'

/**
 * "don't cancel order 204" runs nothing; and if exactly that is open or waits for its turn, it is dropped. What is open is
 * also dropped if the negation `refuses` it ("no, don't …") or names nothing ("not that one", "don't cancel"): a later yes
 * must not do it. When the negation stands beside a request (`isBeside`), nothing needs to be said if what it negates was
 * not open.
 */
export function negateWishes(scene: Scene, negated: readonly Wish[], refuses: boolean, isBeside = false): Step {
  const { session, context } = scene
  const isNegated = (command: string, values: Readonly<Record<string, Json>>) =>
    negated.flatMap((wish) => [wish, ...(wish.or ?? [])]).some((wish) => isSameCommand(context, wish, command, values))
  const wishes = session.wishes.filter(({ wish }) => !isNegated(wish.command, wish.args))
  const left = { ...scene, session: { ...session, wishes } }
  const draft = openDraft(session)
  if (draft !== null && isNegated(draft.command, { ...draft.raw, ...draft.args })) return dropNewest(left)
  const isNotThat = negated.every(({ args }) => Object.keys(args).length === 0)
  if ((refuses || isNotThat) && !isFree(session)) return dropNewest(left)
  const { lastDone } = session
  if (lastDone !== null && isFree(session) && wishes.length === session.wishes.length) {
    const lookup = { kind: 'ref', ref: lastDone } as const satisfies Lookup
    const record = factOf(scene.facts, lookup)
    if (record === undefined) return needs(lookup)
    if (record !== null && isNegated(record.name, record.args)) return tooLate(scene, record)
  }
  return done(left.session, isBeside ? [] : [{ about: 'info', text: say(context.locale, 'negated') }])
}

/** "No anules nada", about the command that is open; `null` when what is denied is not open. */
export function dropDenied(scene: Scene, paths: readonly string[] = []): Step | null {
  const open = openDraft(scene.session)
  const path = open === null ? undefined : scene.context.catalogue.commands.get(open.command)?.path
  return path !== undefined && paths.includes(path) ? dropNewest(scene) : null
}

/** "that was not to be cancelled": it was, and the person is told how to take it back. */
function tooLate({ session, context }: Scene, record: CommandRecord): Step {
  const command = context.catalogue.commands.get(record.name)
  const mayUndo =
    record.status === 'executed' && command !== undefined && offeredUndo(context, command, record) !== null
  const text = say(context.locale, 'negated_done', { ref: record.ref, undo: mayUndo ? 'yes' : 'no' })
  return done(session, [{ about: 'info', text, command: commandOf(record) }])
}
