/** Further away than this, in letters, a name was hardly meant; short names are told apart by less. */
const farthest = 2

/** The known name that a misspelt one is nearest to; `null` when none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const most = Math.min(farthest, Math.floor(name.length / 3))
  const near = known
    .filter((each) => Math.abs(each.length - name.length) <= most)
    .map((each) => ({ each, distance: editDistance(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, distance }) => distance <= most && distance < each.length)
    .toSorted((one, other) => one.distance - other.distance)
  return near[0]?.each ?? null
}

/** ` (did you mean "safety"?)`, to stand behind what was written; or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestName(name, known)
  return near === null ? '' : ` (did you mean "${near}"?)`
}

/** How many letters must be put in, taken out, changed or swapped with their neighbour to make one name of the other. */
export function editDistance(one: string, other: string): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let at = 1; at <= one.length; at++) {
    const row = [at]
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      const changed = Math.min(cell(last, to) + 1, cell(row, to - 1) + 1, cell(last, to - 1) + (isSame ? 0 : 1))
      row.push(isSwapped ? Math.min(changed, cell(before, to - 2) + 1) : changed)
    }
    before = last
    last = row
  }
  return cell(last, other.length)
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY
}
