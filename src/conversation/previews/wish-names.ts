/** What waits for its turn, as people are told of it. */
import type { Locale, Parameter } from '../../catalogue/catalogue.ts'
import { isKnownById } from '../../catalogue/known-by-id.ts'
import { isMarkedId } from '../../envelope/as-id.ts'
import type { Wish } from '../../understanding/wish.ts'
import { textsOf } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import { showSaid } from '../render/show-said.ts'
import { showValue } from '../render/show-value.ts'
import type { Context } from '../scene.ts'
import type { QueuedWish } from '../session.ts'

type Shown = Pick<Wish, 'args' | 'names'>

/** Values that are not what was said. */
const unshown: ReadonlySet<Parameter['kind']> = new Set<Parameter['kind']>(['secret', 'file', 'structured'])

/** What wishes are for and with what values, in one line. */
export function wishNames({ catalogue, locale }: Context, wishes: readonly Pick<QueuedWish, 'wish'>[]): string {
  const names = wishes.flatMap(({ wish }) => {
    const { command: token, args, said } = wish
    const command = catalogue.commands.get(token)
    if (command === undefined) return []
    const { target } = command.intent
    const values = command.parameters
      .toSorted((a, b) => Number(b.name === target) - Number(a.name === target))
      .flatMap((parameter) => {
        const { name, kind, entity } = parameter
        if (unshown.has(kind) || args[name] === undefined) return []
        // "The last one" and "it" say which thing only to whoever still sees what they were said of.
        const words = entity === null ? said?.[name] : undefined
        return words ?? showWished(locale, parameter, wish) ?? []
      })
    const { title } = textsOf(locale, command)
    return [values.length === 0 ? title : `${title} (${values.map(showValue).join(', ')})`]
  })
  return names.join(', ')
}

/** A value of a wish as people read it; `null` for an id that means nothing to them, of a thing whose name is not known. */
export function showWished(locale: Locale, parameter: Parameter, { args, names = {} }: Shown): string | null {
  const { name, entity } = parameter
  const value = args[name] ?? ''
  const isHidden = entity !== null && isMarkedId(value) && !isKnownById(locale.entities[entity])
  return names[name] ?? (isHidden ? null : showSaid(locale, parameter, value))
}

/** That what waited for its turn is dropped with what was open; none where nothing waited. */
export function waitedLines(context: Context, wishes: readonly QueuedWish[]): readonly string[] {
  if (wishes.length === 0) return []
  return [say(context.locale, 'dropped_waiting', { count: wishes.length, wishes: wishNames(context, wishes) })]
}
