import type { Command } from '../../catalogue/catalogue.ts'
import type { Json, JsonObject } from '../../json.ts'
import { rejectPreview } from './reject-preview.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Scene } from '../scene.ts'
import type { Pending } from '../session.ts'
import { done, type Step } from '../step.ts'
import { approversOf } from './approvers.ts'

/**
 * A yes to what somebody may not do themselves: whoever may is asked for it. Theirs is a command of its own, which they are shown and
 * confirm with a code of theirs; this one is over. `null` where other people would be asked than the preview named.
 */
export function passOn(
  scene: Scene,
  command: Command,
  pending: Pending,
  known: { readonly args: JsonObject; readonly found: { readonly [entity: string]: Json } },
): Step | null {
  const asked = approversOf(scene, command, known)
  if (asked.kind === 'needs') return asked
  const of = asked.approvers.map(({ id }) => id)
  if (of.join() !== pending.asks?.join()) return null
  const names = asked.approvers.map(({ name }) => showValue(name)).join(', ')
  return done(
    { ...scene.session, pending: null, repeat: pending.draft, lastOver: pending.ref },
    [
      {
        about: 'info',
        text: say(scene.context.locale, 'approval_asked', { names, summary: pending.summary }),
        command: rejectPreview(pending, 'approval_asked').command,
      },
    ],
    [{ kind: 'ask-approval', commandId: pending.commandId, of }],
  )
}
