/** Whether one letter put in, taken out, changed or swapped with the next makes `a` into `b`. */
export function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const restA = a.slice(from)
  const restB = b.slice(from)
  if (restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}

/**
 * Whether a word may be another form of one that is one edit away: with another vowel or a letter more at its end ("consegui" and
 * "consegue", "retomei" and "retome"). The same letter twice is a slip.
 */
export function isOtherForm(word: string, of: string): boolean {
  const stem = word.slice(0, -1)
  if (stem === of) return word.at(-1) !== of.at(-1)
  return stem === of.slice(0, -1) && /[aeiou]$/u.test(word) && /[aeiou]$/u.test(of)
}
