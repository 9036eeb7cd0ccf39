/** The number of a thing, whatever that is: it has letters and figures. */
export const anyCode = 'ZZ-204'

/** Whether texts of this shape are such a number alone, and neither a word of letters nor several words. */
export function isCodeShape(shape: RegExp): boolean {
  return shape.test(anyCode) && !shape.test('ZZ') && !shape.test(`${anyCode} ${anyCode}`)
}
