import type { Channel } from '../channel/channel.ts'
import type { LedgerDb } from '../ledger/database.ts'
import { markSent, unsentReplies } from '../ledger/outbox.ts'
import type { Secrets } from '../ledger/secrets.ts'
import { attachFile } from './attach-file.ts'

/** How many replies are read at a time. */
const batchSize = 50
const retryWaitMs = 1000

/** A channel that does not answer in time is asked again; the reply keeps its id. */
const sendTimeoutMs = 30_000

export type Delivery = {
  /** Sends what waits; resolves when nothing does, or when the channel does not take it now. */
  readonly flush: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Takes replies from the outbox to the channel, in order. One that does not leave stays, and is tried again. */
export function createDelivery({
  db,
  secrets,
  account,
  channel,
  workspaceDir,
  clock,
  onTrouble,
}: {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly account: string
  readonly channel: Pick<Channel, 'send'>
  /** Files are sent from here alone. */
  readonly workspaceDir: string
  readonly clock: () => Date
  readonly onTrouble: (error: unknown) => void
}): Delivery {
  let current: Promise<void> = Promise.resolve()
  let queued: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** Flushes that come while one is under way share the next one. */
  function flush(): Promise<void> {
    queued ??= current.then(() => {
      queued = null
      current = send().catch(later)
      return current
    })
    return queued
  }

  async function send(): Promise<void> {
    for (;;) {
      if (stopped) return
      const replies = await unsentReplies(db, secrets, account, batchSize)
      for (const outbound of replies) {
        await withinLimit(channel.send(await attachFile(workspaceDir, outbound)))
        await markSent(db, outbound.id, clock())
      }
      if (replies.length < batchSize) return
    }
  }

  function later(error: unknown): void {
    onTrouble(error)
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void flush(), retryWaitMs)
  }

  return {
    flush,
    stop: async () => {
      await flush()
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}

async function withinLimit(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The channel did not take a reply within ${sendTimeoutMs} ms`)),
      sendTimeoutMs,
    )
  })
  try {
    await Promise.race([sending, late])
  } finally {
    clearTimeout(timer)
  }
}
