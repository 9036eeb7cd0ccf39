import type { Scene } from '../scene.ts'
import type { Pending } from '../session.ts'
import { refuse } from '../previews/refuse-answer.ts'
import type { Step } from '../step.ts'

/** What may have been a yes to what waits, or not ("ok" after something else, "perfect"). What is said next answers this, and "ok" is a yes again. */
export function askWhetherYes(scene: Scene, { asideSince: _aside, ...pending }: Pending): Step {
  const { session, context } = scene
  const yes = context.locale.words['yes']?.[0] ?? 'yes'
  const answer = { kind: 'yes', doubt: 'notes' } as const
  const asked = { ...scene, session: { ...session, pending } }
  if (pending.method !== 'yes') return refuse(asked, `confirm_wrong_kind_${pending.method}`, answer, pending)
  return refuse(asked, 'yes_or_noted', answer, pending, { yes })
}
