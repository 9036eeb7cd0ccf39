/** "Rename invoices": if there is no such person, a file may have been meant. */
import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { mayAsk } from '../may-ask.ts'
import { commandLine } from '../render/render-help.ts'
import { say } from '../render/say.ts'
import type { Context } from '../scene.ts'

/** How to ask the same of things of another kind when the target was not found; '' when nothing else can be meant. */
export function otherKinds(context: Context, command: Command, { name }: Parameter): string {
  const { catalogue, locale } = context
  const { action, entity, target } = command.intent
  if (name !== target) return ''
  const others = [...catalogue.commands.values()].filter(
    ({ intent, token }) =>
      intent.action === action && intent.entity !== entity && intent.target !== null && mayAsk(context, token),
  )
  if (others.length === 0) return ''
  return [say(locale, 'other_kinds'), ...others.map((other) => commandLine(locale, other))].join('\n')
}
