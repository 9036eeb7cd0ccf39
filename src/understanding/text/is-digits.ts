/** Whether a text is a number in figures and nothing else. */
export function isDigits(text: string): boolean {
  return /^\d+$/u.test(text)
}
