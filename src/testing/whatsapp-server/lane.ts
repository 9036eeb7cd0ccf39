/** One after the other, in the order in which it was asked for; what fails does not stop what comes after it. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>

export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
