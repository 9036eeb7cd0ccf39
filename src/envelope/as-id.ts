/** "#22": an id as it is written where "22" alone would be what something is called; `normaliseArgument` takes the mark off. */
export function asId(id: string): string {
  return `#${id}`
}

/** The number without that mark; everything else as it is, the reference of a command (`#K95WE`) too. */
export function withoutMark(said: string): string {
  return said.replace(/^#(?=\d+$)/u, '')
}

/** Whether a value is an id for certain, whatever else a number would be there. */
export function isMarkedId(value: string): boolean {
  return value.startsWith('#')
}
