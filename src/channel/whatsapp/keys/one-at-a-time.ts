/** Runs what is given under a name when all that came before it under that name is over, however that ended. */
export type OneAtATime = <T>(name: string, work: () => Promise<T>) => Promise<T>

export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
    const over = turn.then(ignore, ignore).finally(() => last.get(name) === over && last.delete(name))
    last.set(name, over)
    return turn
  }
}

function ignore(): void {
  // Who asked for it hears of it.
}
