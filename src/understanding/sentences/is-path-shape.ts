/** A longer id is no number that people say. */
const longestNumber = 20

/** An id that can be no number, and that nothing is called. */
export const anyPath = 'Zzyzx/Zzyzx'

/**
 * Whether ids of this shape are written with a slash, as `America/Lima` is, and no number is one: "use 60" then names nothing, and "change to
 * 60" may be about a sum.
 */
export function isPathShape(shape: RegExp): boolean {
  const numbers = Array.from({ length: longestNumber }, (_none, at) => '1'.repeat(at + 1))
  return shape.test(anyPath) && !numbers.some((number) => shape.test(number))
}
