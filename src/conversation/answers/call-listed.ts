import type { Reading } from '../../understanding/reading.ts'
import { callCandidate } from './answer-choice.ts'
import type { MessageFacts } from '../event.ts'
import { callFromMenu } from '../waiting/menus.ts'
import type { Scene } from '../scene.ts'
import type { Step } from '../step.ts'

/** What means nothing by itself may be the name of something in the open list or menu. */
export function callListed(
  scene: Scene,
  { name }: Extract<Reading, { kind: 'unknown' }>,
  message: MessageFacts,
): Step | null {
  const { question, menu } = scene.session
  if (name === undefined) return null
  if (menu?.live === true) return callFromMenu(scene, name, message)
  return question?.kind === 'choice' ? callCandidate(scene, question, name, message) : null
}
