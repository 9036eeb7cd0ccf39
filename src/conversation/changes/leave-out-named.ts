/**
 * "never mind Maria", "esquece o Rui": what is open, or waits for its turn, is dropped where it is about whoever is called so. What the
 * words ask for besides is taken up only where nothing is.
 */
import { jsonText, type Json } from '../../json.ts'
import type { Reading } from '../../understanding/reading.ts'
import { whetherCalledSo } from './whether-called-so.ts'
import { dropNewest } from '../waiting/drop.ts'
import { leaveOutWaiting } from '../waiting/leave-out.ts'
import { plainWords } from '../things/plain-words.ts'
import type { Scene } from '../scene.ts'
import { openDraft } from '../session.ts'
import { whether, type Step } from '../step.ts'

/** `null` where nothing that is open or waits is about that. */
export function leaveOutNamed(scene: Scene, reading: Extract<Reading, { kind: 'wishes' | 'unknown' }>): Step | null {
  const { leavesOut: name } = reading
  if (name === undefined) return null
  const waiting = leaveOutWaiting(scene, ({ wish }) => isAbout(wish.args, name))
  if (waiting !== null) return waiting
  const draft = openDraft(scene.session)
  if (draft === null) return null
  // Whoever asks once more for what they are shown still wants it.
  if (reading.kind === 'wishes' && reading.wishes.some(({ command }) => command === draft.command)) return null
  const isSaid = isAbout(draft.raw, name) || isAbout(draft.args, name)
  const isOpen = isSaid ? whether(true) : whetherCalledSo(scene, name)
  if (isOpen.kind === 'needs') return isOpen
  return isOpen.kind === 'yes' ? dropNewest(scene) : null
}

function isAbout(values: Readonly<Record<string, Json>>, name: string): boolean {
  return Object.values(values).some((value) => ` ${plainWords(jsonText(value))} `.includes(` ${plainWords(name)} `))
}
