/** What a text has between `<!-- made: NAME -->` and `<!-- end: NAME -->`. @throws when it has no such marks */
export function readBetweenMarks(text: string, name: string): string {
  const { from, to } = placeBetween(text, name)
  return text.slice(from, to).trim()
}

/** Puts what a run has made in the place of what an earlier one made. @throws when the text has no such marks */
export function writeBetweenMarks(text: string, name: string, made: string): string {
  const { from, to } = placeBetween(text, name)
  return `${text.slice(0, from)}\n\n${made}\n\n${text.slice(to)}`
}

function placeBetween(text: string, name: string): { readonly from: number; readonly to: number } {
  const [open, close] = [`<!-- made: ${name} -->`, `<!-- end: ${name} -->`]
  const [at, to] = [text.indexOf(open), text.indexOf(close)]
  if (at === -1 || to < at) throw new Error(`The text has no ${open} before a ${close}`)
  return { from: at + open.length, to }
}
