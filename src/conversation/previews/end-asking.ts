/**
 * What has begun cannot be stopped. But where nobody knows yet what came of it and it is asked again and again, the person hears so,
 * and CANCEL ends the asking, theirs or an owner's: what may have happened is then for people to find out (docs/decisions/027).
 */
import { ownerRole } from '../../access/owner.ts'
import { factOf, type AskedOfAnother, type Asking, type CommandRecord, type Lookup } from '../lookup.ts'
import { summaryOf } from '../render/summary-of.ts'
import { askInPrivate } from '../questions/ask-in-private.ts'
import { commandOf } from '../render/render-outcome.ts'
import { clockTime } from '../render/render-time.ts'
import { nameOrSomebody } from '../render/name-or-somebody.ts'
import { say } from '../render/say.ts'
import type { Context, Scene } from '../scene.ts'
import { isInDoubt, settleText } from '../settle-doubt.ts'
import { done, needs, type Step } from '../step.ts'

/** CANCEL of a command that has begun; `otherwise` where it is not asked about. */
export function endAsking(scene: Scene, record: CommandRecord, otherwise: () => Step): Step {
  return whereAsked(scene, record, otherwise, (asking) => {
    const { session, context } = scene
    if (asking.state === 'looked' || asking.state === 'ended') return tell(scene, record, asking, 'refusal')
    const text = say(context.locale, 'asking_ended', { ref: record.ref })
    return done(
      session,
      [{ about: 'info', text, command: commandOf(record) }],
      [{ kind: 'end-asking', commandId: record.commandId }],
    )
  })
}

/** CANCEL of a command that is not this person's: an owner ends the asking about it too; `otherwise` where there is none. */
export function endAskingOfAnother(scene: Scene, ref: string, otherwise: () => Step): Step {
  const { session, facts, context } = scene
  const lookup = { kind: 'asked-of-another', ref } as const satisfies Lookup
  const found = factOf(facts, lookup)
  if (found === undefined) return needs(lookup)
  if (found === null) return otherwise()
  const { locale, person } = context
  if (!person.roles.includes(ownerRole))
    return done(session, [{ about: 'refusal', text: say(locale, 'asking_not_yours', { ref }) }])
  const { record, asking } = found
  const asked = context.catalogue.commands.get(record.name)
  if (context.chatKind !== 'private' && asked?.onlyPrivate === true) return askInPrivate(scene, asked, 'only_private')
  const command = commandOf(record)
  if (asking.state === 'looked' || asking.state === 'ended')
    return done(session, [{ about: 'refusal', text: ofAnotherText(context, 'asked_again_of_another', found), command }])
  const lines = [ofAnotherText(context, 'asking_ended_of_another', found), settleText(context, ref)]
  const text = lines.filter((line) => line !== '').join('\n')
  return done(session, [{ about: 'info', text, command }], [{ kind: 'end-asking', commandId: record.commandId }])
}

/** Above what came of a command that nobody knows, for whoever asked for it: that somebody else has ended the asking. */
export function endedByAnother({ facts, context }: Scene, record: CommandRecord): Step | readonly string[] {
  if (!isInDoubt(record)) return []
  const lookup = { kind: 'asking-ended-by', commandId: record.commandId } as const satisfies Lookup
  const by = factOf(facts, lookup)
  if (by === undefined) return needs(lookup)
  return by === null ? [] : [say(context.locale, 'asking_ended_by', { name: nameOrSomebody(context.locale, by) })]
}

/** How a command that has begun is asked about; `otherwise` where it is not. */
export function tellAsking(scene: Scene, record: CommandRecord, otherwise: () => Step): Step {
  return whereAsked(scene, record, otherwise, (asking) => tell(scene, record, asking, 'info'))
}

function whereAsked(
  { facts }: Scene,
  { commandId }: CommandRecord,
  otherwise: () => Step,
  then: (asking: Asking) => Step,
): Step {
  const lookup = { kind: 'asking', commandId } as const satisfies Lookup
  const asking = factOf(facts, lookup)
  if (asking === undefined) return needs(lookup)
  return asking === null ? otherwise() : then(asking)
}

function tell({ session, context }: Scene, record: CommandRecord, asking: Asking, about: 'info' | 'refusal'): Step {
  return done(session, [{ about, text: askingText(context, record, asking), command: commandOf(record) }])
}

function askingText(context: Context, record: CommandRecord, { state, until }: Asking): string {
  const { locale, person } = context
  const time = until === null ? '' : clockTime(locale, person.timeZone, new Date(until))
  return say(locale, 'asked_again', { summary: summaryOf(context, record), state, time, ref: record.ref })
}

function ofAnotherText(context: Context, key: string, { record, asking: { state }, who }: AskedOfAnother): string {
  const what = { summary: summaryOf(context, record), ref: record.ref, who: nameOrSomebody(context.locale, who) }
  return say(context.locale, key, { ...what, state })
}
