import type { Reply } from '../channel/reply.ts'
import { may } from '../access/may.ts'
import { assertNever } from '../errors.ts'
import type { Command } from '../catalogue/catalogue.ts'
import { intentOf } from '../envelope/build-envelope.ts'
import { askFor } from './ask.ts'
import { factOf, type Lookup, type CommandRecord } from './lookup.ts'
import { proposeCommand, refuseCommand } from './propose-command.ts'
import { clockTime } from './render/render-time.ts'
import { summarise } from './render/describe-command.ts'
import { commandOf } from './render/render-outcome.ts'
import { say } from './render/say.ts'
import { resolveArguments } from './resolve-arguments.ts'
import type { Scene } from './scene.ts'
import type { Draft, QueuedWish } from './session.ts'
import { after, done, needs, type Step } from './step.ts'

/** A wish becomes a draft; what it names is taken as said. */
export function draftWish(scene: Scene, { wish, origin }: QueuedWish): Step {
  return draftCommand(scene, { command: wish.command, raw: wish.args, args: {}, origin, again: false })
}

/**
 * The way from a wish to an envelope: rights, values, entities, queue, repeats. It stops at the first thing that must be
 * asked of the person or of the world; nothing is guessed (CCP XI).
 */
export function draftCommand(scene: Scene, draft: Draft, note: string | null = null): Step {
  const { context } = scene
  const command = context.catalogue.commands.get(draft.command)
  if (command === undefined)
    return done(scene.session, [{ about: 'refusal', text: say(context.locale, 'command_gone') }])
  if (!may({ person: context.person, scope: command.scope, roles: context.catalogue.roles })) {
    return refuseCommand(scene, command, draft, 'unauthorised', 'unauthorised')
  }
  const cleared = supersede(scene, command)
  const resolved = resolveArguments(cleared.scene, command, draft)
  switch (resolved.kind) {
    case 'needs':
      return needs(...resolved.lookups)
    case 'ask':
      return after(cleared, askFor(cleared.scene, command, resolved, scene.session.question))
    case 'complete':
      return after(
        cleared,
        issue(cleared.scene, command, { ...draft, raw: {}, args: resolved.args }, resolved.facts, note),
      )
    default:
      return assertNever(resolved)
  }
}

/** A new mutation takes the place of the preview that waits; a read leaves it open. A new command always answers an open question. */
function supersede(scene: Scene, command: Command) {
  const { session } = scene
  const { pending } = session
  if (command.safety === 'read' || pending === null) {
    return { scene: { ...scene, session: { ...session, question: null } }, replies: [], decisions: [] }
  }
  return {
    scene: { ...scene, session: { ...session, question: null, pending: null } },
    replies: [],
    decisions: pending.lapsed ? [] : [{ kind: 'reject', commandId: pending.commandId, reason: 'superseded' } as const],
  }
}

function issue(
  scene: Scene,
  command: Command,
  draft: Draft,
  found: Parameters<typeof proposeCommand>[3],
  note: string | null,
): Step {
  if (command.safety === 'read') return proposeCommand(scene, command, draft, found, { again: 0, others: 0 }, note)
  const queue = { kind: 'queue' } as const satisfies Lookup
  const repeat = {
    kind: 'repeat',
    userId: scene.context.person.id,
    intent: intentOf(command, draft.args),
    args: draft.args,
    again: draft.again,
  } as const satisfies Lookup
  const queueFact = factOf(scene.facts, queue)
  const repeatFact = factOf(scene.facts, repeat)
  if (queueFact === undefined || repeatFact === undefined) return needs(queue, repeat)
  if (queueFact === 'down') return refuseCommand(scene, command, draft, 'queue_unavailable', 'queue_down')
  if (repeatFact.earlier !== null) {
    return done({ ...scene.session, repeat: draft }, [alreadyAsked(scene, command, repeatFact.earlier)])
  }
  return proposeCommand(scene, command, draft, found, repeatFact.issuance, note)
}

/** CCP IX.B: a repeat gets the recorded outcome, or hears that the command is still under way. */
export function alreadyAsked({ context }: Scene, command: Command, earlier: CommandRecord): Reply {
  const { locale, person } = context
  const summary = summarise(locale, command, earlier.args)
  const key =
    earlier.status === 'executed' || earlier.status === 'compensated'
      ? 'already_done'
      : earlier.reason === 'effect_unknown'
        ? 'already_unknown'
        : 'already_waiting'
  const time = earlier.settledAt === null ? '' : clockTime(locale, person.timeZone, new Date(earlier.settledAt))
  return { about: 'info', text: say(locale, key, { summary, ref: earlier.ref, time }), command: commandOf(earlier) }
}
