import { lookInstead } from '../answers/look-instead.ts'
import type { MessageFacts } from '../event.ts'
import type { Scene } from '../scene.ts'
import { withoutNumbers } from '../session.ts'
import type { Step } from '../step.ts'
import { quotesOpen } from '../things/quoted.ts'
import { dropQuoted } from './change-by-ref.ts'
import { correctDone } from './correct-done.ts'
import type { Corrects } from './corrected-options.ts'
import { correctNewest } from './correct-newest.ts'

/** Corrects what is open; a quoted preview that is no longer open is simply not wanted. */
export function correctOpen(scene: Scene, reading: Corrects, message: MessageFacts): Step {
  return quotesOpen(scene, message)
    ? correctNewest(atPreview(scene), reading, message)
    : (dropQuoted(scene, message) ??
        correctDone(scene, reading, message) ??
        lookInstead(scene, reading.correction, message) ??
        correctNewest(scene, reading, message))
}

/** What quotes the open preview refers to that one, even if a question or a menu is newer. */
function atPreview({ session, ...scene }: Scene): Scene {
  return { ...scene, session: { ...withoutNumbers(session), question: null } }
}
