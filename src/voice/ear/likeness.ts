/** Words that sound less alike are not alike at all, 0 to 1. */
const leastAlike = 0.4

/** How alike two words sound, by their sounds in order: 1 for the same, 0 for nothing in common. */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const longest = Math.max(one.length, other.length)
  if (one.length === 0 || other.length === 0 || Math.abs(one.length - other.length) > longest * (1 - leastAlike))
    return 0
  const share = 1 - editsBetween(one, other) / longest
  return share < leastAlike ? 0 : share
}

/** How many sounds have to be changed, put in or left out. */
function editsBetween(one: readonly string[], other: readonly string[]): number {
  let row = other.map((_sound, at) => at + 1)
  for (const [at, sound] of one.entries()) {
    let diagonal = at
    let left = at + 1
    row = row.map((above, column) => {
      const edits = Math.min(above + 1, left + 1, diagonal + (sound === other[column] ? 0 : 1))
      diagonal = above
      left = edits
      return edits
    })
  }
  return row.at(-1) ?? one.length
}
