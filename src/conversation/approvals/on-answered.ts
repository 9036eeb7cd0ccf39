import type { ReasonCode } from '../../envelope/lifecycle.ts'
import type { ConversationEvent } from '../event.ts'
import type { CommandRecord } from '../lookup.ts'
import { withReminder } from '../questions/remind.ts'
import { summarise } from '../render/describe-command.ts'
import { commandOf } from '../render/render-outcome.ts'
import { reasonName } from '../render/reason-name.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Scene } from '../scene.ts'
import { done, type Step } from '../step.ts'

/** Tells whoever asked somebody else for something what came of it; they may have changed a value before they did it. */
export function tellAnswered(
  scene: Scene,
  { asked, record, by }: Extract<ConversationEvent, { kind: 'answered' }>,
): Step {
  const { session, context } = scene
  const { catalogue, locale } = context
  const { name, args, facts } = record ?? asked
  const command = catalogue.commands.get(name)
  const text = say(locale, `approval_${howItEnded(record)}`, {
    name: by === '' ? say(locale, 'settled_by_somebody') : showValue(by),
    summary: command === undefined ? name : summarise(locale, command, args, facts),
    why: reasonName(locale, record?.reason ?? 'declined'),
  })
  return withReminder(scene, done(session, [{ about: 'info', text, command: commandOf(asked) }]))
}

/** They did not want it, whether they said so or never looked. */
const unwanted: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['declined', 'withdrawn', 'cancelled', 'superseded'])

function howItEnded(record: CommandRecord | null): 'done' | 'declined' | 'expired' | 'unknown' | 'failed' {
  if (record === null) return 'declined'
  const { status, reason, outcome } = record
  if (status === 'executed' || status === 'compensated') return 'done'
  if (status === 'failed') return outcome?.kind === 'failed' && outcome.effect === 'unknown' ? 'unknown' : 'failed'
  if (reason !== null && unwanted.has(reason)) return 'declined'
  return reason === 'expired' ? 'expired' : 'failed'
}
