/** "Ok, 50 then", right after a refund of 60 was refused: the same with that value, shown before anything is done. `null` where nothing was. */
import type { FreeCorrection, ValueCorrection } from '../../understanding/correction-reading.ts'
import type { MessageFacts } from '../event.ts'
import type { Scene } from '../scene.ts'
import { isFree } from '../session.ts'
import { done, type Step } from '../step.ts'
import { correctValue } from './correct-newest.ts'

export function tryAgain(scene: Scene, corrects: ValueCorrection | FreeCorrection, message: MessageFacts): Step | null {
  const { session, context } = scene
  const { refused } = session
  const command = context.catalogue.commands.get(refused?.draft.command ?? '')
  const isMeant = isFree(session) && session.menu?.live !== true && message.quotedCommand === null
  if (refused === null || command === undefined || !isMeant || corrects.kind !== 'correction') return null
  return correctValue(scene, { command, draft: refused.draft }, corrects, message)
}

/** Only the next message may be about it. */
export function forgetRefused({ session: { refused } }: Scene, step: Step): Step {
  if (step.kind === 'needs' || refused === null || step.session.refused !== refused) return step
  return done({ ...step.session, refused: null }, step.replies, step.decisions)
}
