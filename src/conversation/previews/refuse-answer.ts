import type { Confirmation } from '../../understanding/reading.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import type { Pending } from '../session.ts'
import { done, type Step } from '../step.ts'

/** A refused confirmation is evidence: who tried what on which command, without the token itself. */
export function refuse(scene: Scene, key: string, answer: Confirmation, pending: Pending | null, params = {}): Step {
  return done(
    scene.session,
    [
      {
        about: 'refusal',
        text: say(scene.context.locale, key, {
          summary: pending?.summary ?? '',
          phrase: pending?.phrase ?? '',
          // In a group, everybody can read a code that was given to somebody else.
          where: scene.context.chatKind,
          ...params,
        }),
      },
    ],
    [
      {
        kind: 'note',
        evidence: 'confirmation.refused',
        facts: { why: key, answer: answer.kind, command: pending?.commandId ?? null },
      },
    ],
  )
}
