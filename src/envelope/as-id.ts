/** "#22": an id as it is written where "22" alone would be what something is called; `normaliseArgument` takes the mark off. */
export function asId(id: string): string {
  return `#${id}`
}
