import type { Envelope } from '../../envelope/envelope.ts'
import { openDraft, type Session } from '../session.ts'
import { done, type Decision, type Step } from '../step.ts'

/**
 * What others have asked for may wait, or be asked about, and then be dropped with everything else: whoever asked hears so. Of what was previewed
 * the ledger tells them, when it is over.
 */
export function withTurnedDown(before: Session, step: Step): Step {
  if (step.kind === 'needs') return step
  const kept = new Set([...askedIn(step.session), ...step.decisions.flatMap(previewedFor)])
  const lost = askedIn({ ...before, pending: null }).filter((id) => !kept.has(id))
  if (lost.length === 0) return step
  const told = lost.map((commandId): Decision => ({ kind: 'turn-down', commandId }))
  return done(step.session, step.replies, [...step.decisions, ...told])
}

/** The commands of those who asked for what is open and waits. */
function askedIn({ pending, question, wishes }: Pick<Session, 'pending' | 'question' | 'wishes'>): readonly string[] {
  const open = openDraft({ pending, question })
  return [open?.origin, pending?.draft.origin, ...wishes.map(({ origin }) => origin)].flatMap((origin) =>
    origin?.askedBy === undefined ? [] : [origin.askedBy.commandId],
  )
}

function previewedFor(decision: Decision): readonly string[] {
  const { asked_by: askedBy }: Partial<Envelope['sayso']> =
    decision.kind === 'accept' || decision.kind === 'refuse' ? decision.envelope.sayso : {}
  return askedBy === undefined ? [] : [askedBy]
}
