/** Does it, but not again within so long: what comes meanwhile is left out. */
export function atMostEvery(
  intervalMs: number,
  doIt: () => void,
  now: () => number = () => performance.now(),
): () => void {
  let doneAt = Number.NEGATIVE_INFINITY
  return () => {
    if (now() - doneAt < intervalMs) return
    doneAt = now()
    doIt()
  }
}
