import { tellAnswers } from '../approvals/on-answered.ts'
import { doneOnce } from '../previews/already-asked.ts'
import { offeredOrNot } from '../things/offered-or-not.ts'
import type { MessageFacts } from '../event.ts'
import { tellAsking } from '../previews/end-asking.ts'
import { factOf, type CommandRecord, type Lookup } from '../lookup.ts'
import { quotedCommandOf } from '../things/quoted.ts'
import { summaryOf } from '../render/summary-of.ts'
import { withReminder } from '../questions/remind.ts'
import { commandOf, renderOutcome } from '../render/render-outcome.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { openPreview } from '../session.ts'
import { done, needs, type Step } from '../step.ts'

/**
 * "Did it work?": about what is quoted, else the preview that waits, else what is under way or ended last. A question that is
 * open is about that only where nothing was done before it: of what was done, nobody hears that it is still to come.
 */
export function tellHowItWent(scene: Scene, message: MessageFacts): Step {
  const { session, context, facts } = scene
  const answer = (key: string, params = {}) =>
    done(session, [{ about: 'info', text: say(context.locale, key, params) }])
  const nothing = () => answer('worked_nothing', { history: offeredOrNot(context, 'HISTORY') })
  const quoted = quotedCommandOf(message)
  if (quoted !== null) return howItWent(scene, quoted)
  if (openPreview(session) !== null) return answer('worked_waiting')
  const lookup = lastOf(session)
  if (lookup === null) return asksForChange(scene) ? answer('worked_waiting') : nothing()
  const record = factOf(facts, lookup)
  if (record === undefined) return needs(lookup)
  return record === null ? nothing() : howItWent(scene, record)
}

/** To who says yes twice: what they confirmed is on its way; `null` where nothing of theirs is. */
export function tellOnItsWay(scene: Scene): Step | null {
  const { session, facts } = scene
  if (session.awaited === null) return null
  const lookup = { kind: 'command', commandId: session.awaited } as const satisfies Lookup
  const record = factOf(facts, lookup)
  if (record === undefined) return needs(lookup)
  return record?.status === 'confirmed' ? howItWent(scene, record) : null
}

/** To who sends a code twice: what came of what it confirmed; `null` where it is not the code of what was confirmed last here. */
export function tellOfSpent(scene: Scene, token: string): Step | null {
  const { session, context, facts } = scene
  const lookup = lastOf(session)
  if (lookup === null) return null
  const record = factOf(facts, lookup)
  if (record === undefined) return needs(lookup)
  if (record === null || record.status === 'accepted') return null
  const own = { kind: 'token', commandId: record.commandId, token } as const satisfies Lookup
  const verdict = factOf(facts, own)
  if (verdict === undefined) return needs(own)
  if (!verdict.spent) return null
  const command = context.catalogue.commands.get(record.name)
  const isDone = record.status === 'executed' && command !== undefined
  return withReminder(scene, isDone ? done(session, [doneOnce(context, command, record)]) : howItWent(scene, record))
}

function asksForChange({ session: { question }, context: { catalogue } }: Scene): boolean {
  return question !== null && catalogue.commands.get(question.draft.command)?.safety !== 'read'
}

function lastOf({
  awaited,
  lastOver,
}: Scene['session']): Extract<Lookup, { kind: 'command' } | { kind: 'ref' }> | null {
  if (awaited !== null) return { kind: 'command', commandId: awaited }
  return lastOver === null ? null : { kind: 'ref', ref: lastOver }
}

/** Repeats its outcome, but as information: what is marked as an outcome is counted by machines. */
function howItWent(scene: Scene, record: CommandRecord): Step {
  const { session, context } = scene
  const { status } = record
  if (record.reason === 'approval_asked') return tellAnswers(scene, record)
  if (status !== 'accepted' && status !== 'confirmed')
    return done(session, [{ ...renderOutcome(context, record), about: 'info' as const }])
  const told = () => {
    const key = status === 'accepted' ? 'worked_waiting' : 'worked_under_way'
    const text = say(context.locale, key, { summary: summaryOf(context, record) })
    return done(session, [{ about: 'info', text, command: commandOf(record) }])
  }
  return record.started && status === 'confirmed' ? tellAsking(scene, record, told) : told()
}
