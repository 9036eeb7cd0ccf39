import { isDone } from '../../envelope/lifecycle.ts'
import { factOf, type CommandRecord, type Lookup } from '../lookup.ts'
import { summaryOf } from '../render/summary-of.ts'
import { commandOf } from '../render/render-outcome.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Scene } from '../scene.ts'
import { done, needs, type Step } from '../step.ts'

/** Takes back what others were asked for; what one of them has done, or is about to do, stays as it is. */
export function takeBackAsking({ session, context, facts }: Scene, asked: CommandRecord): Step {
  const lookup = { kind: 'answers', commandId: asked.commandId } as const satisfies Lookup
  const answers = factOf(facts, lookup)
  if (answers === undefined) return needs(lookup)
  const summary = summaryOf(context, asked)
  const late = answers.find(({ record }) => isDone(record) || record.status === 'confirmed')
  const told = (key: string, by = '') =>
    [
      { about: 'info', text: say(context.locale, key, { summary, name: showValue(by) }), command: commandOf(asked) },
    ] as const
  if (late !== undefined)
    return done(session, told(isDone(late.record) ? 'approval_done' : 'approval_under_way', late.by))
  return done({ ...session, lastOver: null }, told('approval_taken_back'), [
    { kind: 'recall', commandId: asked.commandId },
  ])
}
