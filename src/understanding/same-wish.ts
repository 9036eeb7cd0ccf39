import { isDeepStrictEqual } from 'node:util'
import type { Wish } from './reading.ts'

/** Whether two wishes are for the same command with the same arguments, however they were said. */
export function isSameWish(one: Wish, other: Wish): boolean {
  return one.command === other.command && isDeepStrictEqual(one.args, other.args)
}
