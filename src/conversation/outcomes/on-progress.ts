import type { Progress } from '../../execution/run/tell-progress.ts'
import type { CommandRecord } from '../lookup.ts'
import { renderProgress } from '../render/render-progress.ts'
import type { Scene } from '../scene.ts'
import { done, type Step } from '../step.ts'

/** A command takes its time: the person sees how far it has got. Nothing else follows, not even a reminder. */
export function tellProgress({ session, context }: Scene, record: CommandRecord, progress: Progress): Step {
  return done(session, [renderProgress(context, record, progress)])
}
