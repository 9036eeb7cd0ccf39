import type { Reply } from '../../channel/reply.ts'
import { isAlike } from '../../understanding/text/is-alike.ts'
import { isStruck } from '../../envelope/struck.ts'
import { assertNever } from '../../errors.ts'
import type { Reading } from '../../understanding/reading.ts'
import { takenBackBy } from '../previews/changed-since.ts'
import { draftCommand } from '../previews/draft-command.ts'
import { beginDraft } from '../previews/drafts.ts'
import { dropNewest, dropPreview } from '../waiting/drop.ts'
import { endAsking, endAskingOfAnother } from '../previews/end-asking.ts'
import type { MessageFacts } from '../event.ts'
import { factOf, type CommandRecord, type Lookup } from '../lookup.ts'
import { mayAsk } from '../may-ask.ts'
import { clockSlackMs } from '../previews/meant-for-preview.ts'
import { mayRetry } from '../previews/may-retry.ts'
import { askInPrivate } from '../questions/ask-in-private.ts'
import { holdsName } from './holds-name.ts'
import { plainWords } from '../things/plain-words.ts'
import { summarise, textsOf } from '../render/describe-command.ts'
import { summaryOf } from '../render/summary-of.ts'
import { commandOf } from '../render/render-outcome.ts'
import { overText, quotedCommandOf, quotedElsewhere, quotesOpen } from '../things/quoted.ts'
import { recentTime } from '../render/render-time.ts'
import { say } from '../render/say.ts'
import { resolveArguments } from '../things/resolve-arguments.ts'
import { takesBack } from '../outcomes/reversibility.ts'
import type { Context, Scene } from '../scene.ts'
import { isFree, openPreview } from '../session.ts'
import { isInDoubt, settleText } from '../settle-doubt.ts'
import { tellOnItsWay } from '../outcomes/tell-how-it-went.ts'
import { done, needs, sayAbove, type Step } from '../step.ts'
import { fillableUndo, offeredUndo, undoOf } from '../things/undo-of.ts'

/** "UNDO #K7Q2M", "RETRY #K7Q2M" and "CANCEL #K7Q2M": a change to a command that the person asked for before. */
export function changeByRef(
  scene: Scene,
  reading: Extract<Reading, { kind: 'undo' | 'retry' | 'cancel-ref' }>,
  message: MessageFacts,
): Step {
  const { session, context } = scene
  const { ref } = reading
  if (ref === null && reading.kind === 'retry') return retryLast(scene, message)
  if (ref === null)
    return reading.kind === 'undo' && reading.of !== undefined
      ? undoNamed(scene, reading.of, message)
      : undoLast(scene, message)
  const lookup = { kind: 'ref', ref } as const satisfies Lookup
  const record = factOf(scene.facts, lookup)
  if (record === undefined) return needs(lookup)
  const refuse = (key: string) => {
    const how = record !== null && isInDoubt(record) ? settleText(context, ref) : ''
    const text = [say(context.locale, key, { ref }), how].filter((line) => line !== '').join('\n')
    return done(session, [{ about: 'refusal' as const, text }])
  }
  if (record === null && reading.kind === 'cancel-ref')
    return endAskingOfAnother(scene, ref, () => refuse('ref_unknown'))
  if (record === null) return refuse('ref_unknown')
  // What was asked for in private is told there alone.
  const command = context.catalogue.commands.get(record.name)
  if (context.chatKind !== 'private' && command?.onlyPrivate === true)
    return askInPrivate(scene, command, 'only_private')
  switch (reading.kind) {
    case 'undo':
      return undo(scene, record, refuse, message)
    case 'retry':
      return retry(scene, record, refuse, message)
    case 'cancel-ref':
      return cancel(scene, record, refuse)
    default:
      return assertNever(reading)
  }
}

/** "retry" alone: what is quoted, else what failed last; what is on its way is not begun a second time. */
function retryLast(scene: Scene, message: MessageFacts): Step {
  const { session, context, facts } = scene
  const quoted = quotedCommandOf(message)
  if (quoted !== null) return changeByRef(scene, { kind: 'retry', ref: quoted.ref }, message)
  const onItsWay = tellOnItsWay(scene)
  if (onItsWay !== null) return onItsWay
  const { lastOver: ref } = session
  const record = ref === null ? null : factOf(facts, { kind: 'ref', ref })
  if (record === undefined && ref !== null) return needs({ kind: 'ref', ref })
  return record?.status === 'failed'
    ? changeByRef(scene, { kind: 'retry', ref: record.ref }, message)
    : done(session, [{ about: 'refusal', text: say(context.locale, 'retry_nothing') }])
}

/**
 * "undo that": what is quoted, else what is open, else what was done last; a command on its way is not passed over. Said once more
 * while an undo waits for its yes, it is no no to it.
 */
function undoLast(scene: Scene, message: MessageFacts): Step {
  const { session, context } = scene
  const quoted = quotedCommandOf(message)
  const undone = session.question === null ? openPreview(session)?.draft.takesBack : undefined
  if (quoted === null && undone !== undefined) return changeByRef(scene, { kind: 'undo', ref: undone.ref }, message)
  const isOpen = quoted === null ? !isFree(session) : quoted.commandId === session.pending?.commandId
  if (isOpen || quotedElsewhere(scene, message)?.status === 'rejected')
    return dropQuoted(scene, message) ?? dropNewest(scene)
  if (quoted !== null) return changeByRef(scene, { kind: 'undo', ref: quoted.ref }, message)
  const halfDone = session.awaited === null ? halfDoneLast(scene) : null
  if (halfDone !== null) return halfDone
  if (session.awaited !== null)
    return done(session, [{ about: 'refusal', text: say(context.locale, 'undo_too_early') }])
  if (session.lastDone !== null) return undoDone(scene, session.lastDone, message)
  const before = factOf(scene.facts, { kind: 'done-before' })
  if (before === undefined) return needs({ kind: 'done-before' })
  return before === null
    ? done(session, [{ about: 'refusal', text: say(context.locale, 'undo_nothing') }])
    : undoDone(scene, before.ref, message)
}

/** Of what stopped halfway just now nothing is undone, and nothing that was done before it is meant; `null` when nothing did. */
function halfDoneLast({ session, context, facts }: Scene): Step | null {
  const { lastOver, lastDone } = session
  if (lastOver === null || lastOver === lastDone) return null
  const lookup = { kind: 'ref', ref: lastOver } as const satisfies Lookup
  const record = factOf(facts, lookup)
  if (record === undefined) return needs(lookup)
  const { outcome } = record ?? { outcome: null }
  if (record === null || outcome?.kind !== 'failed' || outcome.effect !== 'some') return null
  const text = say(context.locale, 'undo_halfway', { summary: summaryOf(context, record), ref: lastOver })
  return done(session, [{ about: 'refusal', text, command: commandOf(record) }])
}

/** What was done last, unless that was after this was written: then something else was meant. */
function undoDone(scene: Scene, ref: string, message: MessageFacts): Step {
  const { session, context } = scene
  const record = factOf(scene.facts, { kind: 'ref', ref })
  if (record === undefined) return needs({ kind: 'ref', ref })
  const settledAt = record?.settledAt ?? null
  return settledAt !== null && Date.parse(message.sentAt) < Date.parse(settledAt) - clockSlackMs
    ? done(session, [{ about: 'refusal', text: say(context.locale, 'undo_written_before', { ref }) }])
    : changeByRef(scene, { kind: 'undo', ref }, message)
}

/**
 * "undo the cancellation": what is open or was done last, if it is one, or what was done last for whoever is named, "undo Karla's";
 * otherwise the person is told how to undo what was done last.
 */
function undoNamed(scene: Scene, of: string, message: MessageFacts): Step {
  const { session, context } = scene
  const open = quotedCommandOf(message)?.name ?? session.question?.draft.command ?? session.pending?.draft.command
  if (open !== undefined && isCalled(context, open, of)) return undoLast(scene, message)
  if (session.awaited !== null) {
    const lookup = { kind: 'command', commandId: session.awaited } as const satisfies Lookup
    const awaited = factOf(scene.facts, lookup)
    if (awaited === undefined) return needs(lookup)
    if (awaited !== null && isCalled(context, awaited.name, of)) return undoLast(scene, message)
  }
  const ref = session.lastDone
  if (ref === null) return done(session, [{ about: 'refusal', text: say(context.locale, 'undo_nothing') }])
  const record = factOf(scene.facts, { kind: 'ref', ref })
  if (record === undefined) return needs({ kind: 'ref', ref })
  const command = record === null ? undefined : context.catalogue.commands.get(record.name)
  if (record === null || command === undefined)
    return done(session, [{ about: 'refusal', text: say(context.locale, 'undo_nothing') }])
  const summary = summarise(context.locale, command, record.args, record.facts)
  if (isCalled(context, record.name, of) || holdsName(context, command, record, of))
    return changeByRef(scene, { kind: 'undo', ref }, message)
  const state = takesBack(scene, record) ?? 'no'
  if (typeof state !== 'string') return state
  return done(session, [{ about: 'refusal', text: say(context.locale, 'undo_other', { summary, ref, undo: state }) }])
}

function isCalled({ catalogue, locale }: Context, token: string, of: string): boolean {
  const command = catalogue.commands.get(token)
  const title = command === undefined ? [] : plainWords(textsOf(locale, command).title).split(' ')
  const words = title.filter((word) => word.length > 2)
  return plainWords(of)
    .split(' ')
    .every((said) => words.some((word) => isAlike(word, said)))
}

/**
 * "0" or "no" that quotes a preview is about that one, whatever else is open: if that one is open it is dropped, otherwise
 * the person is told what became of it. `null` when no preview is quoted.
 */
export function dropQuoted(scene: Scene, message: MessageFacts): Step | null {
  const { pending } = scene.session
  if (pending !== null && quotesOpen(scene, message)) return dropPreview(scene, pending)
  const { quotedCommand, quoted = [] } = message
  const isLapsed = pending !== null && quotedCommand === pending.commandId
  const other = isLapsed
    ? (quoted.find(({ commandId }) => commandId === quotedCommand) ?? null)
    : quotedElsewhere(scene, message)
  if (other === null) return null
  if (other.status === 'rejected')
    return done(scene.session, [{ about: 'info', text: overText(scene, other), command: commandOf(other) }])
  return changeByRef(scene, { kind: 'cancel-ref', ref: other.ref }, message)
}

/** The undo is a command of its own, with its own rights and confirmation; from what it undoes it only takes its values. */
function undo(scene: Scene, record: CommandRecord, refuse: (key: string) => Step, message: MessageFacts): Step {
  const { catalogue } = scene.context
  const command = catalogue.commands.get(record.name)
  if (isInDoubt(record)) return refuse('undo_unknown')
  if (record.status !== 'executed' && record.verdict !== 'happened') return refuse('undo_not_executed')
  const plan = command === undefined ? null : undoOf({ catalogue }, command, record)
  if (command === undefined || plan === null)
    return refuse(isStruck(record.args) ? 'words_forgotten' : 'undo_impossible')
  const undone = factOf(scene.facts, { kind: 'was-undone', commandId: record.commandId })
  if (undone === undefined) return needs({ kind: 'was-undone', commandId: record.commandId })
  if (undone) return refuse('undo_done_already')
  const { command: undoing, raw } = plan
  const draft = beginDraft(undoing.token, message, {
    raw,
    former: raw,
    takesBack: takenBackBy(scene.context, command, record, plan),
  })
  // What the person may not ask for is refused as such, and nothing is looked up for it.
  if (!mayAsk(scene.context, undoing.token)) return draftCommand(scene, draft)
  const resolved = resolveArguments(scene, undoing, draft)
  if (resolved.kind === 'needs') return needs(...resolved.lookups)
  const isGone =
    resolved.kind === 'ask' && resolved.because.kind === 'not-found' && raw[resolved.parameter.name] !== undefined
  if (isGone) return refuse('undo_gone')
  const step = draftCommand(scene, draft)
  if (resolved.kind !== 'ask') return step
  const { locale } = scene.context
  return sayAbove(say(locale, 'undo_asks', { summary: summarise(locale, command, record.args, record.facts) }), step)
}

/** UJG 10 `retry`: the same command once more, with its own preview, if its contract and its effect allow that. */
function retry(scene: Scene, record: CommandRecord, refuse: (key: string) => Step, message: MessageFacts): Step {
  const { outcome } = record
  const effect = outcome?.kind === 'failed' ? outcome.effect : 'none'
  if (isInDoubt(record)) return refuse('retry_unknown')
  if (!mayRetry(scene.context, record)) return refuse(effect === 'some' ? 'retry_partly' : 'retry_impossible')
  // What was done in part still holds its key, and would otherwise be taken for the same command.
  return draftCommand(scene, beginDraft(record.name, message, { args: record.args, again: effect === 'some' }))
}

/** Whether it was done and cannot be taken back, as its preview said. */
function isFinal(context: Context, record: CommandRecord): boolean {
  const command = context.catalogue.commands.get(record.name)
  return record.status === 'executed' && command !== undefined && fillableUndo(context, command, record) === null
}

/** That it was done, when that was not long ago, and what takes it back. */
function doneAlready(context: Context, record: CommandRecord): Reply {
  const { locale, catalogue, person, now } = context
  const { name, ref, args, facts, settledAt } = record
  const command = catalogue.commands.get(name)
  const summary = command === undefined ? name : summarise(locale, command, args, facts)
  const mayUndo = command !== undefined && offeredUndo(context, command, record) !== null
  const at = settledAt === null ? null : new Date(settledAt)
  const time = (at === null ? null : recentTime(locale, person.timeZone, { at, now })) ?? 'none'
  return {
    about: 'info',
    text: say(locale, 'cancel_done', { summary, ref, time, undo: mayUndo ? 'yes' : 'no' }),
    command: commandOf(record),
  }
}

function cancel(scene: Scene, record: CommandRecord, refuse: (key: string) => Step): Step {
  const { session, context } = scene
  const { pending } = session
  if (record.status === 'accepted') {
    return pending?.commandId === record.commandId ? dropPreview(scene, pending) : refuse('cancel_elsewhere')
  }
  if (isFinal(context, record)) return refuse('cancel_final')
  if (record.status === 'executed') return done(session, [doneAlready(context, record)])
  if (record.status !== 'confirmed') return refuse('cancel_too_late')
  if (record.started) return endAsking(scene, record, () => refuse('cancel_running'))
  const text = say(context.locale, 'cancelled_waiting', { ref: record.ref })
  const command = { ...commandOf(record), status: 'rejected', reason: 'cancelled' } as const
  // No outcome will be reported: the command ends here, and so does the waiting for it.
  const awaited = session.awaited === record.commandId ? null : session.awaited
  return done(
    { ...session, awaited, lastOver: record.ref },
    [{ about: 'info', text, command }],
    [{ kind: 'cancel', commandId: record.commandId }],
  )
}
