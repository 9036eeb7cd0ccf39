/**
 * Puts what a run has made in the place of what an earlier one made, between `<!-- made: NAME -->` and `<!-- end: NAME -->`.
 * @throws when the text has no such marks
 */
export function writeBetweenMarks(text: string, name: string, made: string): string {
  const [open, close] = [`<!-- made: ${name} -->`, `<!-- end: ${name} -->`]
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from === -1 || to < from) throw new Error(`The text has no ${open} before a ${close}`)
  return `${text.slice(0, from)}${open}\n\n${made}\n\n${text.slice(to)}`
}
