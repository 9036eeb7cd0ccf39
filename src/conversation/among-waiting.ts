import type { Command, Parameter } from '../catalogue/catalogue.ts'
import type { Reply } from '../channel/reply.ts'
import { jsonText } from '../json.ts'
import type { CorrectedValue, FreeCorrection, ValueCorrection } from '../understanding/reading.ts'
import { draftWish } from './draft-command.ts'
import { inPlaceOfPending } from './drop.ts'
import type { MessageFacts } from './event.ts'
import { originOf } from './origin.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import type { Draft, QueuedWish } from './session.ts'
import { after, done, type Step } from './step.ts'
import { wishNames } from './wish-names.ts'

/** What may be meant by a correction: this value for this parameter. */
export type Option = { readonly parameter: Parameter; readonly value: CorrectedValue & { readonly text?: string } }

/** What is open, and what is said of its target. */
type Target = { readonly command: Command; readonly draft: Draft; readonly option: Option }

/** "cancel 205, 207 and 208", and which of them is meant, or is not; `null` where only the first of them is spoken of. */
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
  if (corrects.kind === 'correction' && corrects.alone === true) return leaveOut(scene, of, value.correction)
  const first = jsonText(draft.args[parameter.name] ?? null)
  if (corrects.not !== undefined && corrects.not !== first) return leaveOut(scene, of, corrects.not)
  return takeWaiting(scene, of, message)
}

/** What waits for the same to be done with this thing. */
function waitingFor({ command, option }: Target, id: string): (waiting: QueuedWish) => boolean {
  return ({ wish }) => wish.command === command.token && wish.args[option.parameter.name] === id
}

/** "Not 207": what waits for its turn is not wanted, and what is open stays. */
function leaveOut({ session, context }: Scene, of: Target, id: string): Step | null {
  const isMeant = waitingFor(of, id)
  const out = session.wishes.filter(isMeant)
  if (out.length === 0) return null
  const left = session.wishes.filter((each) => !isMeant(each))
  return done({ ...session, wishes: left }, [leftOutReply({ context }, out)])
}

/** "I meant 207": what waits is wanted in place of what is open. */
function takeWaiting(scene: Scene, of: Target, message: MessageFacts): Step | null {
  const { session } = scene
  const wanted = session.wishes.find(waitingFor(of, of.option.value.correction))
  if (wanted === undefined) return null
  const wishes = session.wishes.filter((each) => each !== wanted)
  const origin = originOf(message, wanted.origin)
  return inPlaceOfPending({ ...scene, session: { ...session, question: null, wishes } }, (left) =>
    draftWish(left, { ...wanted, origin }),
  )
}

function leftOutReply({ context }: Pick<Scene, 'context'>, out: readonly QueuedWish[]): Reply {
  return { about: 'info', text: say(context.locale, 'left_out', { wishes: wishNames(context, out) }) }
}

/** "cancel 205, 207 and 208", "only 207": neither what comes first nor what else waits. `null` where nothing is left out. */
function keepOnly(
  { session, ...scene }: Scene,
  command: Command,
  draft: Draft,
  { parameter, value }: Option,
  message: MessageFacts,
): Step | null {
  const kept = ({ wish }: QueuedWish) => wish.args[parameter.name] === value.correction
  const alike = session.wishes.filter(({ wish }) => wish.command === command.token)
  const others = alike.filter((each) => !kept(each))
  const left = { ...session, wishes: session.wishes.filter((each) => !alike.includes(each)) }
  const told = others.length === 0 ? [] : [leftOutReply(scene, others)]
  const wanted = alike.find(kept)
  if (wanted !== undefined) {
    const origin = originOf(message, wanted.origin)
    const instead = inPlaceOfPending({ ...scene, session: { ...left, question: null } }, (each) =>
      draftWish(each, { ...wanted, origin }),
    )
    return after({ replies: told, decisions: [] }, instead)
  }
  const isFirst = jsonText(draft.args[parameter.name] ?? null) === value.correction
  return isFirst && told.length > 0 ? done(left, told) : null
}
