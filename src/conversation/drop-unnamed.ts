import { dropAll } from './drop-all.ts'
import { dropNewest } from './drop.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import { isFree } from './session.ts'
import { done, type Step } from './step.ts'

/**
 * "no, wait a moment": the words after the "no" name nothing, so the no is all that counts; how to name another is said. They may have
 * been about what waits for its turn as well ("no, 25 for the second"), which is not shown as if nothing had been said.
 */
export function dropUnnamed(scene: Scene): Step {
  const step = scene.session.wishes.length > 0 ? dropAll(scene) : dropNewest(scene)
  const last = step.kind === 'done' ? step.replies.at(-1) : undefined
  if (step.kind === 'needs' || last === undefined || isFree(scene.session)) return step
  const text = `${last.text}\n${say(scene.context.locale, 'dropped_unnamed')}`
  return done(step.session, [...step.replies.slice(0, -1), { ...last, text }], step.decisions)
}
