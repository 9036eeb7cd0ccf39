import { isDeepStrictEqual } from 'node:util'
import type { Wish } from '../wish.ts'

/** Whether two wishes are for the same command with the same arguments, however they were said. */
export function isSameWish(one: Wish, other: Wish): boolean {
  return one.command === other.command && isDeepStrictEqual(one.args, other.args)
}

/**
 * Whether all that is wanted is what `wish` wants, with less in its names: "phone of Rui" is not what "Ana, phone of Rui, paid 50" asks for.
 * What else was said of it stays, and a reason may have come.
 */
export function isShortenedTo([only, ...others]: readonly Wish[], wish: Wish, names: readonly string[]): boolean {
  if (only?.command !== wish.command || others.length > 0) return false
  return Object.entries(wish.args).every(([name, value]) => {
    if (!names.includes(name)) return only.args[name] === value
    const shortened = only.args[name] ?? only.refers?.[name]?.said
    return shortened !== undefined && value.includes(shortened)
  })
}

/**
 * "206 was cancelled by mistake, reinstate it": wishes without those that ask for what one before them asks for, of what it names. In one
 * message "it" is the thing that was just named.
 */
export function withoutRepeats(wishes: readonly Wish[]): readonly Wish[] {
  return wishes.filter((wish, at) => !wishes.slice(0, at).some((before) => isRepeatOf(wish, before)))
}

function isRepeatOf({ command, args, refers }: Wish, before: Wish): boolean {
  const [[parameter] = [], ...others] = Object.entries(refers ?? {})
  if (parameter === undefined || others.length > 0 || before.refers !== undefined) return false
  const named = before.args[parameter]
  return named !== undefined && isSameWish({ ...before, command, args: { ...args, [parameter]: named } }, before)
}
