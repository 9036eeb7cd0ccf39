import type { Wish } from '../../understanding/wish.ts'
import type { MessageFacts } from '../event.ts'
import { isAbout } from './leave-out.ts'
import { originOf } from '../previews/origin.ts'
import { say } from '../render/say.ts'
import type { Context, Scene } from '../scene.ts'
import { done, type Done } from '../step.ts'
import { withValues } from '../wish-and-draft.ts'
import { wishNames } from '../previews/wish-names.ts'

/**
 * "cancel 207 and 208", "not 208 but 205": what waits is wanted of another thing, and goes on waiting. `null` where nothing that waits
 * is about the first of them.
 */
export function replaceWaiting(
  { session, context }: Scene,
  not: string,
  { correction }: { readonly correction: string },
  message: MessageFacts,
): Done | null {
  const isWrong = ({ command, args }: Wish) => isAbout(context, command, args, not)
  const wishes = session.wishes.map((each) =>
    isWrong(each.wish)
      ? { ...each, wish: withTarget(context, each.wish, correction), origin: originOf(message, each.origin) }
      : each,
  )
  const changed = wishes.filter((each, at) => each !== session.wishes[at])
  if (changed.length === 0) return null
  const text = say(context.locale, 'waiting_changed', { wishes: wishNames(context, changed) })
  return done({ ...session, wishes }, [{ about: 'info', text }])
}

function withTarget({ catalogue }: Context, wish: Wish, value: string): Wish {
  const target = catalogue.commands.get(wish.command)?.intent.target ?? ''
  const { whose, ...others } = withValues(wish, { [target]: value })
  const left = Object.entries(whose ?? {}).filter(([name]) => name !== target)
  return {
    ...others,
    ...(left.length > 0 && { whose: Object.fromEntries(left) }),
  }
}
