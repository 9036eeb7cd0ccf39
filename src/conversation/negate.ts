import type { Json } from '../json.ts'
import type { Wish } from '../understanding/reading.ts'
import { dropNewest } from './drop.ts'
import { isSameCommand } from './is-same-command.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import { isFree } from './session.ts'
import { done, type Step } from './step.ts'

/**
 * "don't cancel order 204" runs nothing; and where just that is open or waits for its turn, it is dropped. So is what is open
 * where the negation `refuses` it ("no, don't …"), or is "not that one": nobody asks not to be shown something.
 */
export function negateWishes(scene: Scene, negated: readonly Wish[], refuses: boolean): Step {
  const { session, context } = scene
  const isNegated = (command: string, values: Readonly<Record<string, Json>>) =>
    negated.flatMap((wish) => [wish, ...(wish.or ?? [])]).some((wish) => isSameCommand(context, wish, command, values))
  const wishes = session.wishes.filter(({ wish }) => !isNegated(wish.command, wish.args))
  const left = { ...scene, session: { ...session, wishes } }
  const draft = session.question?.draft ?? (session.pending?.lapsed === false ? session.pending.draft : undefined)
  if (draft !== undefined && isNegated(draft.command, { ...draft.raw, ...draft.args })) return dropNewest(left)
  const isNotThat = negated.every(
    ({ command, args }) => context.catalogue.commands.get(command)?.safety === 'read' && Object.keys(args).length === 0,
  )
  if ((refuses || isNotThat) && !isFree(session)) return dropNewest(left)
  return done(left.session, [{ about: 'info', text: say(context.locale, 'negated') }])
}
