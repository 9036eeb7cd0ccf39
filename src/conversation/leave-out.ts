/** Leaves out one thing of several: of what waits for its turn, or of what is open. */
import type { Json } from '../json.ts'
import { jsonText } from '../json.ts'
import { dropNewest } from './drop.ts'
import { say } from './render/say.ts'
import type { Context, Scene } from './scene.ts'
import { openDraft } from './session.ts'
import { done, type Step } from './step.ts'
import { wishNames } from './wish-names.ts'

/** `null` where no such thing is open or waits. */
export function leaveOutThing(scene: Scene, value: string): Step | null {
  const { session, context } = scene
  const out = session.wishes.filter(({ wish }) => isAbout(context, wish.command, wish.args, value))
  if (out.length > 0) {
    const left = { ...session, wishes: session.wishes.filter((each) => !out.includes(each)) }
    return done(left, [{ about: 'info', text: say(context.locale, 'left_out', { wishes: wishNames(context, out) }) }])
  }
  const draft = openDraft(session)
  const isOpen = draft !== null && isAbout(context, draft.command, { ...draft.raw, ...draft.args }, value)
  return isOpen ? dropNewest(scene) : null
}

function isAbout(
  { catalogue }: Context,
  token: string,
  values: Readonly<Record<string, Json>>,
  value: string,
): boolean {
  const target = catalogue.commands.get(token)?.intent.target ?? null
  return target !== null && values[target] !== undefined && jsonText(values[target]) === value
}
