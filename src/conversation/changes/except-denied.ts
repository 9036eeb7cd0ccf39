import type { Wish } from '../../understanding/wish.ts'
import type { Context } from '../scene.ts'

/** "Cancel Pedro's order, but not 207": what is denied of the same command is not meant by a name that may be several things. */
export function exceptDenied(
  { catalogue }: Context,
  wishes: readonly Wish[],
  denied: readonly Wish[],
): readonly Wish[] {
  return wishes.map((wish) => {
    const { parameters = [] } = catalogue.commands.get(wish.command) ?? {}
    const except = parameters.flatMap(({ name, entity }): [name: string, things: readonly string[]][] => {
      const things = denied
        .flatMap(({ command, args }) => (command === wish.command ? (args[name] ?? []) : []))
        .filter((thing) => thing !== wish.args[name])
      return entity === null || things.length === 0 ? [] : [[name, things]]
    })
    return except.length === 0 ? wish : { ...wish, except: Object.fromEntries(except) }
  })
}
