/**
 * What has begun cannot be stopped. But where nobody knows yet what came of it and it is asked again and again, the person hears so,
 * and CANCEL ends the asking: what may have happened is then for people to find out (docs/decisions/027).
 */
import { factOf, type Asking, type CommandRecord, type Lookup } from './lookup.ts'
import { summarise } from './render/describe-command.ts'
import { commandOf } from './render/render-outcome.ts'
import { clockTime } from './render/render-time.ts'
import { say } from './render/say.ts'
import type { Context, Scene } from './scene.ts'
import { done, needs, type Step } from './step.ts'

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

function askingText({ catalogue, locale, person }: Context, record: CommandRecord, { state, until }: Asking): string {
  const { name, args, facts, ref } = record
  const command = catalogue.commands.get(name)
  const summary = command === undefined ? name : summarise(locale, command, args, facts)
  const time = until === null ? '' : clockTime(locale, person.timeZone, new Date(until))
  return say(locale, 'asked_again', { summary, state, time, ref })
}
