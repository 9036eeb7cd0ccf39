import { isDone, type ReasonCode } from '../../envelope/lifecycle.ts'
import type { ConversationEvent } from '../event.ts'
import { factOf, type Answer, type CommandRecord, type Lookup } from '../lookup.ts'
import { withReminder } from '../questions/remind.ts'
import { summaryOf } from '../render/summary-of.ts'
import { commandOf } from '../render/render-outcome.ts'
import { reasonName } from '../render/reason-name.ts'
import { nameOrSomebody } from '../render/name-or-somebody.ts'
import { say } from '../render/say.ts'
import type { Context, Scene } from '../scene.ts'
import { done, needs, type Step } from '../step.ts'

const isOver = ({ record: { settledAt } }: Answer) => settledAt !== null

/** Tells whoever asked somebody else for something what came of it; they may have changed a value before they did it. */
export function tellAnswered(scene: Scene, event: Extract<ConversationEvent, { kind: 'answered' }>): Step {
  const text = answerText(scene.context, event.asked, event)
  return withReminder(scene, done(scene.session, [{ about: 'info', text, command: commandOf(event.asked) }]))
}

/** The same to whoever wants to know: if anybody has done it, that; else what was answered last, once nobody can answer any more. */
export function tellAnswers({ session, context, facts }: Scene, asked: CommandRecord): Step {
  const lookup = { kind: 'answers', commandId: asked.commandId } as const satisfies Lookup
  const answers = factOf(facts, lookup)
  if (answers === undefined) return needs(lookup)
  const answer = answers.find(({ record }) => isDone(record)) ?? (answers.every(isOver) ? answers[0] : undefined)
  const text =
    answer === undefined
      ? say(context.locale, 'approval_open', { summary: summaryOf(context, asked) })
      : answerText(context, asked, answer)
  return done(session, [{ about: 'info', text, command: commandOf(asked) }])
}

function answerText(
  context: Context,
  asked: CommandRecord,
  { record, by }: { readonly record: CommandRecord | null; readonly by: string },
): string {
  const { locale } = context
  return say(locale, `approval_${howItEnded(record)}`, {
    name: nameOrSomebody(locale, by),
    summary: summaryOf(context, record ?? asked),
    why: reasonName(locale, record?.reason ?? 'declined'),
  })
}

/** They did not want it, whether they said so or never looked. */
const unwanted: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['declined', 'withdrawn', 'cancelled', 'superseded'])

function howItEnded(record: CommandRecord | null): 'done' | 'declined' | 'expired' | 'unknown' | 'failed' {
  if (record === null) return 'declined'
  const { status, reason, outcome } = record
  if (isDone(record)) return 'done'
  if (status === 'failed') return outcome?.kind === 'failed' && outcome.effect === 'unknown' ? 'unknown' : 'failed'
  if (reason !== null && unwanted.has(reason)) return 'declined'
  return reason === 'expired' ? 'expired' : 'failed'
}
