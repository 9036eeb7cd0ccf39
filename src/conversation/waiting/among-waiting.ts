import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { jsonText } from '../../json.ts'
import type { CorrectedValue, FreeCorrection, ValueCorrection } from '../../understanding/correction-reading.ts'
import { draftWish } from '../previews/draft-command.ts'
import { inPlaceOfPreview } from './drop.ts'
import type { MessageFacts } from '../event.ts'
import { leaveOutWaiting } from './leave-out.ts'
import { replaceWaiting } from './replace-waiting.ts'
import { originOf } from '../previews/origin.ts'
import type { Scene } from '../scene.ts'
import type { Draft, QueuedWish } from '../session.ts'
import { after, type Step } from '../step.ts'

/** What a correction may mean: this value for this parameter. */
export type Option = {
  readonly parameter: Parameter
  readonly value: CorrectedValue & Pick<FreeCorrection, 'text' | 'note'>
}

/** What is open, and what is said about its target. */
type Target = { readonly command: Command; readonly draft: Draft; readonly option: Option }

/**
 * "cancel 205, 207 and 208", followed by which of them is meant or not meant; `null` when only the first of them is spoken
 * of.
 */
export function amongWaiting(
  scene: Scene,
  of: Target,
  corrects: ValueCorrection | FreeCorrection,
  message: MessageFacts,
): Step | null {
  const { command, draft, option } = of
  const { parameter, value } = option
  if (parameter.name !== command.intent.target) return null
  if (corrects.only === true) return keepOnly(scene, command, draft, option, message)
  if (corrects.kind === 'correction' && corrects.alone === true)
    return leaveOutWaiting(scene, waitingFor(of, value.correction))
  const first = jsonText(draft.args[parameter.name] ?? null)
  if (corrects.not !== undefined && corrects.not !== first) {
    return value.correction === first || scene.session.wishes.some(waitingFor(of, value.correction))
      ? leaveOutWaiting(scene, waitingFor(of, corrects.not))
      : replaceWaiting(scene, corrects.not, value, message)
  }
  return takeWaiting(scene, of, message)
}

/** Matches the waiting wish to do the same to the thing with this id. */
function waitingFor({ command, option }: Target, id: string): (waiting: QueuedWish) => boolean {
  return ({ wish }) => wish.command === command.token && wish.args[option.parameter.name] === id
}

/** "I meant 207": a wish that waits is wanted in place of what is open. */
function takeWaiting(scene: Scene, of: Target, message: MessageFacts): Step | null {
  const { session } = scene
  const wanted = session.wishes.find(waitingFor(of, of.option.value.correction))
  return wanted === undefined ? null : takeInstead(scene, wanted, message)
}

/** Takes up this wish now, in place of what is open. */
export function takeInstead({ session, ...scene }: Scene, wanted: QueuedWish, message: MessageFacts): Step {
  const wishes = session.wishes.filter((each) => each !== wanted)
  const origin = originOf(message, wanted.origin)
  return inPlaceOfPreview({ ...scene, session: { ...session, question: null, wishes } }, (left) =>
    draftWish(left, { ...wanted, origin }),
  )
}

/** "cancel 205, 207 and 208", "only 207": drops the first one and the others that wait. `null` when nothing is left out. */
function keepOnly(
  scene: Scene,
  command: Command,
  draft: Draft,
  { parameter, value }: Option,
  message: MessageFacts,
): Step | null {
  const kept = ({ wish }: QueuedWish) => wish.args[parameter.name] === value.correction
  const isAlike = ({ wish }: QueuedWish) => wish.command === command.token
  const { wishes } = scene.session
  const told = leaveOutWaiting(scene, (each) => isAlike(each) && !kept(each))
  const left = { ...scene.session, wishes: wishes.filter((each) => !isAlike(each)) }
  const wanted = wishes.find((each) => isAlike(each) && kept(each))
  if (wanted !== undefined)
    return after({ replies: told?.replies ?? [] }, takeInstead({ ...scene, session: left }, wanted, message))
  const isFirst = jsonText(draft.args[parameter.name] ?? null) === value.correction
  return isFirst ? told : null
}
