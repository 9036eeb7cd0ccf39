/** Whether a text ends as a question does. */
export function isQuestion(text: string): boolean {
  return /\?[^\p{L}\p{N}]*$/u.test(text)
}
