/**
 * How much may leave: bursts are fine, floods are what WhatsApp bans. A bucket for every chat and one for all, each refilled
 * evenly; who comes when it is empty waits.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { keepRecent } from '../wire/keep-recent.ts'

/** In a chat: so many at once, and then one every so often. */
const chatLimit: Limit = { burst: 10, everyMs: 600 }
const overallLimit: Limit = { burst: 100, everyMs: 60 }
const mostChats = 2000

type Limit = { readonly burst: number; readonly everyMs: number }

export type SendLimits = {
  /** Resolves when a message to this chat may leave. */
  readonly pass: (chat: string) => Promise<void>
  /** Takes a place for what nobody waits for: only where most of the burst stays free for what somebody does. */
  readonly passIfQuiet: (chat: string) => boolean
}

export function createSendLimits({
  now = () => performance.now(),
  chat = chatLimit,
  overall = overallLimit,
} = {}): SendLimits {
  const chats = new Map<string, number>()
  let all = Number.NEGATIVE_INFINITY

  function take(name: string): number {
    const at = now()
    const next = nextFree(chats.get(name), chat, at)
    all = nextFree(all, overall, at)
    keepRecent(chats, mostChats, name, next)
    return Math.max(waitFor(next, chat, at), waitFor(all, overall, at))
  }

  function isQuiet(name: string): boolean {
    const at = now()
    return (
      isHalfFree(nextFree(chats.get(name), chat, at), chat, at) && isHalfFree(nextFree(all, overall, at), overall, at)
    )
  }

  return {
    passIfQuiet: (name) => {
      if (!isQuiet(name)) return false
      take(name)
      return true
    },
    pass: async (name) => {
      const waitMs = take(name)
      if (waitMs > 0) await delay(waitMs)
    },
  }
}

/** The moment up to which a bucket is spoken for, one more taken. */
function nextFree(taken: number | undefined, { everyMs }: Limit, at: number): number {
  return Math.max(taken ?? at, at) + everyMs
}

function waitFor(taken: number, { burst, everyMs }: Limit, at: number): number {
  return Math.max(0, taken - at - burst * everyMs)
}

function isHalfFree(taken: number, { burst, everyMs }: Limit, at: number): boolean {
  return taken - at <= (burst * everyMs) / 2
}
