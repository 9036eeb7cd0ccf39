import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import { addBesides } from '../waiting/add-besides.ts'
import { confirmPending } from './confirm-pending.ts'
import type { MessageFacts } from '../event.ts'
import { putsRight } from '../previews/puts-right.ts'
import { isWhatIsOpen } from '../previews/settle-agreement.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { openPreview, type Pending } from '../session.ts'
import { after, needs, sayBelow, type Step, whether, type Whether } from '../step.ts'
import { startWishes } from '../waiting/wishes.ts'

type Asked = Extract<Reading, { kind: 'wishes' }>

/**
 * "yes and cancel order 205", "CONFIRM C9F2, then show 204": the preview is answered as it is by the answer alone. What else is wanted waits
 * behind it, or is told at once where it only looks. `null` where nothing was answered, or no preview waits.
 */
export function answerAndGoOn(scene: Scene, { answers, ...said }: Asked, message: MessageFacts): Step | null {
  const preview = openPreview(scene.session)
  if (answers === undefined || preview === null) return null
  // "Go ahead and reinstate it" asks for nothing else.
  const isOpen = (wish: Wish) => isWhole(scene, wish) && isWhatIsOpen(scene, wish, preview.draft)
  const asked = { ...said, wishes: said.wishes.filter((wish) => ![wish, ...(wish.or ?? [])].some(isOpen)) }
  if (asked.wishes.length === 0) return confirmPending(scene, answers.by, message)
  if (answers.allows === true) return null
  const corrects = answers.mayCorrect === true ? anyPutsRight(scene, asked, preview) : whether(false)
  if (corrects.kind === 'needs') return corrects
  // It takes the place of what is open, which must not be done as it stands.
  if (corrects.kind === 'yes') return startWishes(scene, asked.wishes, message)
  const queued = addBesides(scene, asked, message)
  if (queued?.kind === 'needs') return queued
  const answered = confirmPending(queued === null ? scene : { ...scene, session: queued.session }, answers.by, message)
  if (answered.kind === 'needs') return answered
  if (queued !== null) return after(answered, { ...queued, session: answered.session })
  const { locale, catalogue } = scene.context
  const isLook = asked.wishes.every(({ command }) => catalogue.commands.get(command)?.safety === 'read')
  // It must not take the place of what still waits.
  if (!isLook && openPreview(answered.session) !== null) return sayBelow(answered, [say(locale, 'change_unread')])
  return after(answered, startWishes({ ...scene, session: answered.session }, asked.wishes, message))
}

/** Whether one of the wishes is what is previewed, but for a value. */
function anyPutsRight(scene: Scene, { wishes }: Asked, { draft }: Pending): Whether {
  const found = wishes.map((wish) => putsRight(scene, wish, draft))
  if (found.some(({ kind }) => kind === 'yes')) return whether(true)
  const missing = found.flatMap((each) => (each.kind === 'needs' ? each.lookups : []))
  return missing.length === 0 ? whether(false) : needs(...missing)
}

/** Whether nothing would be asked for: "book an appointment" names none, and is another one, and so is a note of which the text is not said. */
function isWhole({ context }: Scene, { command, args, refers = {} }: Wish): boolean {
  const said = { ...args, ...refers }
  const { parameters = [] } = context.catalogue.commands.get(command) ?? {}
  const refersToAll = Object.keys(refers).length > 0 && Object.keys(args).length === 0
  return refersToAll || parameters.every(({ name, required }) => !required || said[name] !== undefined)
}
