/** Who has something to send waits here for a connection. */
import type { WASocket } from '@whiskeysockets/baileys'
import { RetryableError } from '../../../errors.ts'

export type ConnectionGate = {
  readonly set: (socket: WASocket | null) => void
  readonly current: () => WASocket | null
  /** Rejects when there is none for so long, or ever again. */
  readonly whenOpen: (withinMs: number) => Promise<WASocket>
  /** From now on who finds no connection hears so at once. */
  readonly waitNoMore: () => void
}

export function createConnectionGate(): ConnectionGate {
  let socket: WASocket | null = null
  let closed = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const each of waiting) each()
    waiting.clear()
  }
  return {
    set: (next) => {
      socket = next
      if (next !== null) wake()
    },
    current: () => socket,
    whenOpen: async (withinMs) => {
      if (socket === null && !closed) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.add(resolve)
        const timer = setTimeout(resolve, withinMs)
        await promise
        clearTimeout(timer)
        waiting.delete(resolve)
      }
      if (socket !== null) return socket
      throw new RetryableError('not_connected', 'WhatsApp is not connected', { retryAfterMs: 1000 })
    },
    waitNoMore: () => {
      closed = true
      wake()
    },
  }
}
