import type { Reply } from '../channel/reply.ts'
import type { Envelope } from '../envelope/envelope.ts'
import type { ReasonCode } from '../envelope/lifecycle.ts'
import type { JsonObject } from '../json.ts'
import type { Lookup } from './lookup.ts'
import type { Session } from './session.ts'

/** What `advance` returns: lookups that it needs, or the end of the turn. */
export type Step = Needs | Done

/** What must be looked up first. */
export type Needs = { readonly kind: 'needs'; readonly lookups: readonly Lookup[] }

/**
 * How many rounds of lookups one event may take: things that are named, whatever else a command needs to know about the
 * world, and what may stand in its way are looked up one after the other, and once more after a confirmation that came too
 * late. Words of a correction are looked for among the things of each kind that the command names, by name, by what is alike and
 * among all. More than any command needs: a turn that fails would leave open what they were said against.
 */
export const maxRounds = 64

export type Done = {
  readonly kind: 'done'
  readonly session: Session
  readonly replies: readonly Reply[]
  readonly decisions: readonly Decision[]
}

/** What the ledger has to write in the same transaction as the session and the replies. */
export type Decision =
  /** A new envelope, waiting for its confirmation, or a read about to run. */
  | {
      readonly kind: 'accept'
      readonly envelope: Envelope
      readonly token: string | null
      readonly expiresAt: string | null
    }
  /** A new envelope that is refused at once; kept as evidence. */
  | { readonly kind: 'refuse'; readonly envelope: Envelope; readonly reason: ReasonCode }
  /** accepted → confirmed, with the claim on its key in the same transaction; then a job. */
  | {
      readonly kind: 'confirm'
      readonly commandId: string
      readonly key: string
      readonly method: 'yes' | 'phrase' | 'token'
      /** What somebody else may have confirmed at the same moment, and the command of theirs that this person was told of. */
      readonly same?: Extract<Lookup, { kind: 'same-by-another' }>
      readonly seen?: string | null
      /** What it is about, and the commands that are under way with it of which this person was told. */
      readonly besides?: Extract<Lookup, { kind: 'under-way' }>
      readonly told?: readonly string[]
    }
  /** accepted → rejected. */
  | { readonly kind: 'reject'; readonly commandId: string; readonly reason: ReasonCode }
  /** accepted → rejected, and these people (their ids) are asked for it instead. */
  | { readonly kind: 'ask-approval'; readonly commandId: string; readonly of: readonly string[] }
  /** Whoever was asked for this command need not do it any more. */
  | { readonly kind: 'recall'; readonly commandId: string }
  /** Whoever asked for this command hears that nothing came of it, though it was never previewed to who was asked. */
  | { readonly kind: 'turn-down'; readonly commandId: string }
  /** confirmed, but not begun → rejected. */
  | { readonly kind: 'cancel'; readonly commandId: string }
  /** What has begun is not asked about any more, so that nobody knows what came of it. */
  | { readonly kind: 'end-asking'; readonly commandId: string }
  /** One more wrong token. */
  | { readonly kind: 'count-wrong-token'; readonly commandId: string }
  /** Run the read that was just accepted, then report its outcome. */
  | { readonly kind: 'run-read'; readonly commandId: string }
  /** A fact for the evidence that changes nothing else. */
  | {
      readonly kind: 'note'
      readonly evidence: 'confirmation.refused' | 'access.refused' | 'message.not_understood' | 'outcome.published'
      /** The command that it is about, if that one is stored. */
      readonly commandId?: string
      readonly facts: JsonObject
    }

export function needs(...lookups: readonly Lookup[]): Needs {
  return { kind: 'needs', lookups }
}

/** Whether something is so, where that may have to be looked up. */
export type Whether = { readonly kind: 'yes' } | { readonly kind: 'no' } | Needs

/** What is known already. */
export function whether(isSo: boolean): Whether {
  return { kind: isSo ? 'yes' : 'no' }
}

/** What has yet to be looked up for something; nothing for what is known. */
export function lookupsOf({ lookups = [] }: { readonly kind: string; readonly lookups?: readonly Lookup[] }) {
  return lookups
}

export function done(session: Session, replies: readonly Reply[] = [], decisions: readonly Decision[] = []): Done {
  return { kind: 'done', session, replies, decisions }
}

/** Adds lines below the last reply; when there is no reply, or nothing to add, everything stays as it is. */
export function sayBelow(step: Step, lines: readonly string[], gap = '\n'): Step {
  const last = step.kind === 'done' ? step.replies.at(-1) : undefined
  if (step.kind === 'needs' || last === undefined || lines.length === 0) return step
  const text = [last.text, ...lines].join(gap)
  return done(step.session, [...step.replies.slice(0, -1), { ...last, text }], step.decisions)
}

/** Puts a line above the last reply; when there is no reply, everything stays as it is. */
export function sayAbove(line: string, step: Step): Step {
  const last = step.kind === 'done' ? step.replies.at(-1) : undefined
  if (step.kind === 'needs' || last === undefined) return step
  return done(step.session, [...step.replies.slice(0, -1), { ...last, text: `${line}\n${last.text}` }], step.decisions)
}

/** Puts what was already said and decided in this turn before what a step adds. */
export function after(
  { replies = [], decisions = [] }: Partial<Pick<Done, 'replies' | 'decisions'>>,
  step: Step,
): Step {
  if (step.kind === 'needs') return step
  return done(step.session, [...replies, ...step.replies], [...decisions, ...step.decisions])
}
