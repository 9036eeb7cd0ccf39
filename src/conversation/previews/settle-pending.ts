import type { Command } from '../../catalogue/catalogue.ts'
import type { ReasonCode } from '../../envelope/lifecycle.ts'
import type { Confirmation } from '../../understanding/reading.ts'
import { circumstancesOf, isNewlySurrounded } from './circumstances.ts'
import { draftCommand } from './draft-command.ts'
import { continueDraft } from './drafts.ts'
import type { MessageFacts } from '../event.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { mayAsk } from '../may-ask.ts'
import { hindranceOf } from './may-go-on.ts'
import { shownDigest } from './propose-command.ts'
import { rejectPreview } from './reject-preview.ts'
import { textsOf } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import { resolveArguments } from '../things/resolve-arguments.ts'
import { passOn } from './pass-on.ts'
import { sameLookup } from './same-by-another.ts'
import type { Scene } from '../scene.ts'
import type { Pending } from '../session.ts'
import { after, done, lookupsOf, needs, type Step } from '../step.ts'
import { underWayLookup } from './under-way.ts'

/** Reads rights and facts again; only when nothing has changed does the command become `confirmed`. */
export function settle(
  scene: Scene,
  command: Command,
  pending: Pending,
  message: MessageFacts,
  method: Confirmation['kind'] = pending.method,
): Step {
  const { session, context } = scene
  if (!mayAsk(context, command.token)) {
    return endPending(
      scene,
      pending,
      'unauthorised',
      say(context.locale, 'unauthorised_now', { summary: pending.summary }),
    )
  }
  const holder = { kind: 'holder', key: pending.idempotencyKey, commandId: pending.commandId } as const satisfies Lookup
  const held = factOf(scene.facts, holder)
  const resolved = resolveArguments(scene, command, pending.draft)
  const circumstances = circumstancesOf(scene, command, pending.draft)
  if (resolved.kind === 'needs' || circumstances.kind === 'needs' || held === undefined)
    return needs(...lookupsOf(resolved), ...(held === undefined ? [holder] : []), ...lookupsOf(circumstances))
  const hindrance =
    resolved.kind === 'complete'
      ? hindranceOf(context, command, { args: resolved.args, found: resolved.facts, pause: circumstances.pause })
      : null
  if (hindrance?.reason === 'paused')
    return done(session, [
      { about: 'refusal', text: say(context.locale, 'paused_keep', { ...hindrance.params, summary: pending.summary }) },
    ])
  if (circumstances.queue === 'down')
    return done(session, [
      { about: 'refusal', text: say(context.locale, 'queue_down_keep', { summary: pending.summary }) },
    ])
  // Whether what was done elsewhere meanwhile still stands is asked as if the wish were said anew.
  if (held !== null) {
    const wish = { ...pending, draft: { ...pending.draft, again: false } }
    return again(scene, wish, message, 'duplicate', say(context.locale, 'preview_again_changed'))
  }
  const unchanged =
    resolved.kind === 'complete' &&
    !isNewlySurrounded(pending, circumstances) &&
    shownDigest(context, command, resolved.args, resolved.facts) === pending.shown
  if (!unchanged) return again(scene, pending, message, 'changed', say(context.locale, 'preview_again_changed'))
  if (
    pending.asks !== undefined &&
    resolved.kind === 'complete' &&
    (hindrance === null || hindrance.approvable === true)
  ) {
    const known = { args: resolved.args, found: resolved.facts }
    const passed = hindrance === null ? null : passOn(scene, command, pending, known)
    return passed ?? again(scene, pending, message, 'changed', say(context.locale, 'preview_again_changed'))
  }
  if (hindrance !== null) {
    const text = say(context.locale, hindrance.key, {
      title: textsOf(context.locale, command).title,
      ...hindrance.params,
    })
    return endPending(scene, pending, hindrance.reason, text)
  }
  const another = sameLookup(command, pending.draft.args)
  const besides = underWayLookup(command, pending.draft.args)
  return done(
    { ...session, pending: null, awaited: pending.commandId, repeat: pending.draft },
    [],
    [
      {
        kind: 'confirm',
        commandId: pending.commandId,
        key: pending.idempotencyKey,
        method,
        ...(another !== null && { same: another, seen: circumstances.same?.commandId ?? null }),
        ...(besides !== null && { besides, told: pending.underWay ?? [] }),
      },
    ],
  )
}

/** The same wish with a new preview and a new token; what was asked for is looked up afresh. */
export function again(
  scene: Scene,
  pending: Pending,
  message: MessageFacts,
  reason: 'expired' | 'changed' | 'duplicate',
  note: string | null,
): Step {
  const decisions = rejectPreview(pending, reason).decisions
  const cleared = { ...scene, session: { ...scene.session, pending: null } }
  // What answered asked for nothing.
  const { words: _answer, ...answer } = message
  return after({ decisions }, draftCommand(cleared, continueDraft(pending.draft, answer), { note }))
}

/** The command may not go on any more; the person is told why. */
export function endPending(scene: Scene, pending: Pending, reason: ReasonCode, text: string): Step {
  const { command, decisions } = rejectPreview(pending, reason)
  return done({ ...scene.session, pending: null }, [{ about: 'refusal', text, command }], decisions)
}
