/**
 * What happened, in order, for whoever waits for it. Each item is taken once, also one that came before anybody asked, so
 * that a test never has to be there first and never sleeps.
 */

/** Older items are forgotten past this many. */
const keptItems = 10_000
const defaultTimeoutMs = 60_000

export type EventQueue<T> = {
  readonly push: (item: T) => void
  /** Everything that nobody has taken, oldest first. */
  readonly waiting: () => readonly T[]
  /**
   * Takes the first item that matches; waits for it when there is none.
   * @throws when `timeoutMs` has passed (default 60 s), and the message says what has come instead; when `signal` is aborted
   */
  readonly take: <S extends T>(options: TakeOptions<T, S>) => Promise<S>
  /** Drops what matches and nobody has taken. */
  readonly forget: (matches: (item: T) => boolean) => void
}

export type TakeOptions<T, S extends T> = {
  readonly matches: (item: T) => item is S
  /** What is waited for, for the error. */
  readonly what: string
  readonly timeoutMs?: number
  /** Whoever is gone takes nothing any more. */
  readonly signal?: AbortSignal
}

type Waiter<T> = { readonly offer: (item: T) => boolean }

export function createEventQueue<T>(describe: (item: T) => string): EventQueue<T> {
  let items: T[] = []
  const waiters = new Set<Waiter<T>>()
  return {
    push: (item) => {
      for (const waiter of waiters) if (waiter.offer(item)) return
      items.push(item)
      if (items.length > keptItems) items.shift()
    },
    waiting: () => [...items],
    take: async ({ matches, what, timeoutMs = defaultTimeoutMs, signal }) => {
      signal?.throwIfAborted()
      const [found] = items.filter(matches)
      if (found !== undefined) {
        items.splice(items.indexOf(found), 1)
        return found
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          waiters.delete(waiter)
        }
        const giveUp = () => {
          leave()
          reject(signal?.reason)
        }
        const timer = setTimeout(() => {
          leave()
          const seen = items.slice(-10).map(describe).join(', ')
          reject(new Error(`Waited ${timeoutMs} ms for ${what}; not taken so far: ${seen === '' ? 'nothing' : seen}`))
        }, timeoutMs)
        const waiter: Waiter<T> = {
          offer: (item) => {
            if (!matches(item)) return false
            leave()
            resolve(item)
            return true
          },
        }
        signal?.addEventListener('abort', giveUp)
        waiters.add(waiter)
      })
    },
    forget: (matches) => {
      items = items.filter((item) => !matches(item))
    },
  }
}
