import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'

/**
 * The one thing that a reading asks for; `null` where it asks for nothing or for several things, or something is denied beside it: of
 * "don't cancel order 204, cancel order 207" the wish alone is not all that was said.
 * @param options.despiteDenied what is denied is of no matter: the reading itself is kept, or only the words of the wish are looked at
 * @param options.source only where it was asked for in this way
 */
export function soleWish(
  reading: Reading | null,
  { despiteDenied = false, source }: { readonly despiteDenied?: boolean; readonly source?: Wish['source'] } = {},
): Wish | null {
  if (reading?.kind !== 'wishes' || (reading.denied !== undefined && !despiteDenied)) return null
  const [wish, ...others] = reading.wishes
  if (wish === undefined || others.length > 0) return null
  return source === undefined || wish.source === source ? wish : null
}
