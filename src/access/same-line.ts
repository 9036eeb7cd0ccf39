/**
 * Where one telephone has two numbers: the one that people dial and the one under which WhatsApp may know it. Whoever is known
 * under either is the same person.
 */

/** How its lines are written, from the digits that both forms share: the form to prefer first. */
type Twofold = { readonly pattern: RegExp; readonly forms: readonly [string, string] }

const twofold: readonly Twofold[] = [
  // Brazil put a 9 before its mobile numbers; accounts from before that go on without it.
  { pattern: /^\+55([1-9][1-9])9?([6-9][0-9]{7})$/u, forms: ['+55$19$2', '+55$1$2'] },
  // Mexico gave up its 1 in 2019; accounts from before go on with it.
  { pattern: /^\+521?([2-9][0-9]{9})$/u, forms: ['+52$1', '+521$1'] },
  // Argentina's 9 stands where 15 is dialled within the country; no fixed line has the number of a mobile one.
  { pattern: /^\+549?([1-3][0-9]{9})$/u, forms: ['+549$1', '+54$1'] },
]

/**
 * The numbers that may be the same line, the one to prefer first; a number of which there is no other form stands alone.
 * `+55 11 8888-7777` and `+55 11 98888-7777` are one telephone, so are `+52 1 55 …` and `+52 55 …`, `+54 11 …` and `+54 9 11 …`.
 * @param phone in E.164
 */
export function sameLine(phone: string): readonly string[] {
  const line = twofold.find(({ pattern }) => pattern.test(phone))
  return line === undefined ? [phone] : line.forms.map((form) => phone.replace(line.pattern, form))
}
