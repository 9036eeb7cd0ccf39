/**
 * Chats whose replies do not leave. Each rests for as long as the channel says, or else longer every time, and is left out
 * meanwhile, so that however many there are, they hold nobody else up. Trouble that persists is reported when it begins, and
 * rarely after that.
 */
import { RetryableError } from '../../errors.ts'

const firstRestMs = 1000
/** Trouble that affects everybody also passes for everybody, and nobody should then be left waiting long. */
const longestRestMs = 60_000
const tellEveryMs = 10 * 60_000
/** Beyond this, the chat that failed longest ago is forgotten, and is therefore tried earlier. */
const mostChats = 10_000

type Rest = {
  readonly until: number
  readonly failures: number
  readonly failedAt: number
  readonly passedOver: number
  readonly passedOverAt: number
  readonly toldAt: number
}

const noRest: Rest = {
  until: Number.NEGATIVE_INFINITY,
  failures: 0,
  failedAt: Number.POSITIVE_INFINITY,
  passedOver: 0,
  passedOverAt: Number.POSITIVE_INFINITY,
  toldAt: Number.NEGATIVE_INFINITY,
}

export type RestingChats = {
  readonly has: (chatId: string) => boolean
  readonly ids: () => readonly string[]
  /** How long until the first of them has rested; `null` when none rests. */
  readonly nextInMs: () => number | null
  /**
   * A reply did not leave: its chat rests.
   * @returns whether that should be reported
   */
  readonly add: (chatId: string, error: unknown) => boolean
  /** A reply has left, to whichever chat. */
  readonly noteLeft: () => void
  /** How often replies of other chats have left between two failures of this one, and how long ago that was so first. */
  readonly passedOver: (chatId: string) => { readonly times: number; readonly forMs: number }
  /** The chat is served again. */
  readonly remove: (chatId: string) => void
}

export function createRestingChats(now: () => number = () => performance.now()): RestingChats {
  const chats = new Map<string, Rest>()
  let leftAt = Number.NEGATIVE_INFINITY
  const current = () => [...chats].filter(([, { until }]) => until > now())

  return {
    has: (chatId) => (chats.get(chatId)?.until ?? Number.NEGATIVE_INFINITY) > now(),
    ids: () => current().map(([chatId]) => chatId),
    nextInMs: () => {
      const ends = current().map(([, { until }]) => until)
      return ends.length === 0 ? null : ends.reduce((first, each) => Math.min(first, each)) - now()
    },
    add: (chatId, error) => {
      const { failures, failedAt, passedOver, passedOverAt, toldAt } = chats.get(chatId) ?? noRest
      const isPassedOver = leftAt > failedAt
      const isNews = now() - toldAt >= tellEveryMs
      chats.delete(chatId)
      chats.set(chatId, {
        until: now() + restMs(error, failures),
        failures: failures + 1,
        failedAt: now(),
        passedOver: isPassedOver ? passedOver + 1 : passedOver,
        passedOverAt: isPassedOver ? Math.min(passedOverAt, now()) : passedOverAt,
        toldAt: isNews ? now() : toldAt,
      })
      const oldest = chats.size > mostChats ? chats.keys().next().value : undefined
      if (oldest !== undefined) chats.delete(oldest)
      return isNews
    },
    noteLeft: () => {
      leftAt = now()
    },
    passedOver: (chatId) => {
      const { passedOver, passedOverAt } = chats.get(chatId) ?? noRest
      return { times: passedOver, forMs: Math.max(0, now() - passedOverAt) }
    },
    remove: (chatId) => void chats.delete(chatId),
  }
}

function restMs(error: unknown, failures: number): number {
  if (error instanceof RetryableError) return Math.max(firstRestMs, error.retryAfterMs)
  return Math.min(longestRestMs, firstRestMs * 2 ** failures)
}
