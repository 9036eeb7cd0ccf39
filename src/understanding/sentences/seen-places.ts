import type { Captured } from './captured.ts'

/**
 * Remembers where a matching has been, so that templates which branch without end cost no more than the places there are.
 * The same place with the same slots need not be looked at twice; a place from which the end cannot be reached need not be
 * looked at again whatever the slots.
 */
export type SeenPlaces = {
  /** Whether the end was reached from here before; `null` when nobody was here with these slots. */
  readonly before: (place: Place) => boolean | null
  readonly keep: (place: Place, reachedEnd: boolean) => void
}

type Place = {
  readonly node: number
  readonly at: number
  readonly atWordStart: boolean
  readonly weight: number
  readonly captured: Captured | null
}

export function createSeenPlaces(): SeenPlaces {
  const ends = new Map<string, boolean>()
  const hopeless = new Set<string>()
  const ids = new WeakMap<object, number>()
  const idsByContent = new Map<string, number>()
  let lastId = 0
  return {
    before: (place) => (hopeless.has(roughKey(place)) ? false : (ends.get(key(place)) ?? null)),
    keep: (place, reachedEnd) => {
      if (reachedEnd) ends.set(key(place), true)
      else hopeless.add(roughKey(place))
    },
  }

  function key({ node, at, atWordStart, weight, captured }: Place): string {
    return `${node},${at},${atWordStart},${weight},${idOf(captured)}`
  }

  /** Equal for slots that took the same. */
  function idOf(captured: Captured | null): number {
    if (captured === null) return 0
    const known = ids.get(captured)
    if (known !== undefined) return known
    const content = `${idOf(captured.rest)},${contentOf(captured)}`
    const id = idsByContent.get(content) ?? ++lastId
    idsByContent.set(content, id)
    ids.set(captured, id)
    return id
  }

  function contentOf(captured: Captured): string {
    if (captured.kind === 'wildcard') return `w${captured.ref.slot},${captured.from}`
    if (captured.kind === 'value') return `v${captured.from},${captured.atWordStart},${captured.weight}`
    const { slot, from, to, value } = captured
    return `${slot},${from},${to},${typeof value === 'object' && value !== null ? objectId(value) : value}`
  }

  function objectId(one: object): number {
    const known = ids.get(one) ?? ++lastId
    ids.set(one, known)
    return known
  }
}

function roughKey({ node, at, atWordStart, captured }: Place): string {
  return `${node},${at},${atWordStart},${openOnes(captured)}`
}

/** What of the slots decides how matching goes on: those that are still open. */
function openOnes(captured: Captured | null): string {
  let open = ''
  for (let one = captured; one !== null; one = one.rest) {
    if (one.kind === 'wildcard') open += `w${one.ref.closesWord},${one.from}`
    else if (one.kind === 'value') open += `v${one.atWordStart}`
  }
  return open
}
