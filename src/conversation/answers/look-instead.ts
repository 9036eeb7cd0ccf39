import type { MessageFacts } from '../event.ts'
import type { Scene } from '../scene.ts'
import { isFree } from '../session.ts'
import type { Step } from '../step.ts'
import { askOfAnother } from './ask-of-another.ts'

/** "No, 205", "no, Maria" behind a look at an order, where nothing is open: a look at that one; `null` where nothing was looked at. */
export function lookInstead(scene: Scene, value: string, message: MessageFacts): Step | null {
  const { session, context } = scene
  const looked = context.catalogue.commands.get(session.repeat?.command ?? '')
  if (!isFree(session) || session.menu?.live === true || looked?.safety !== 'read') return null
  return askOfAnother(scene, { kind: 'what-about', value, free: true }, message)
}
