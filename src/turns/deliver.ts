import type { Channel, OutboundReply } from '../channel/channel.ts'
import type { LedgerDb } from '../ledger/database.ts'
import { markSent, waitingReplies } from '../ledger/outbox.ts'
import type { Secrets } from '../ledger/secrets.ts'
import { silentMeter, type Meter } from '../telemetry/meter.ts'
import { silentTracer, type Tracer } from '../telemetry/tracer.ts'
import { attachFile } from './attach-file.ts'
import { measureSending } from './measure-sending.ts'

/** How many replies are read at a time. */
const batchSize = 100
const retryWaitMs = 1000
/** Ids that are remembered as gone. */
const mostGone = 2000

/** A channel that does not answer in time is asked again; the reply keeps its id. */
const sendTimeoutMs = 30_000

export type Delivery = {
  /**
   * Sends what waits. Resolves when nothing does, or when the channel does not take it now.
   * @param chat the chat that is waited for: what another one's replies take is not its business; all of them when absent
   */
  readonly flush: (chatId?: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Takes replies from the outbox to the channel, in order within a chat, chats side by side. One that does not leave stays. */
export function createDelivery({
  db,
  secrets,
  account,
  channel,
  workspaceDir,
  clock,
  onTrouble,
  tracer = silentTracer,
  meter = silentMeter,
}: {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly account: string
  readonly channel: Pick<Channel, 'send'>
  /** Files are sent from here alone. */
  readonly workspaceDir: string
  readonly clock: () => Date
  readonly onTrouble: (error: unknown, about: { readonly chat?: string }) => void
  readonly tracer?: Tracer
  readonly meter?: Pick<Meter, 'sent'>
}): Delivery {
  const lanes = new Map<string, Promise<void>>()
  const onTheirWay = new Set<string>()
  /** What has left and may not be marked as sent yet: it is not sent again. */
  const gone = new Set<string>()
  /** Chats whose last reply did not leave: what comes after it waits for it. */
  const held = new Set<string>()
  let reading: Promise<void> = Promise.resolve()
  let queued: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function flush(chatId?: string): Promise<void> {
    await look()
    await (chatId === undefined ? Promise.all(lanes.values()) : lanes.get(chatId))
  }

  /** Looks that come while one is under way share the next one. */
  function look(): Promise<void> {
    queued ??= reading.then(() => {
      queued = null
      reading = read().catch((error: unknown) => later(error))
      return reading
    })
    return queued
  }

  async function read(): Promise<void> {
    if (stopped) return
    const waiting = await waitingReplies(db, secrets, { account, limit: batchSize, except: [...onTheirWay] })
    for (const { chatId, outbound } of waiting) {
      onTheirWay.add(outbound.id)
      const lane = (lanes.get(chatId) ?? Promise.resolve()).then(() => leave(chatId, outbound))
      lanes.set(chatId, lane)
      void lane.then(() => lanes.get(chatId) === lane && lanes.delete(chatId))
    }
    if (waiting.length === batchSize && held.size === 0) void Promise.all(lanes.values()).then(look)
  }

  async function send(outbound: OutboundReply): Promise<void> {
    await withinLimit(channel.send(await attachFile(workspaceDir, outbound)))
  }

  /** Never rejects. */
  async function leave(chatId: string, outbound: OutboundReply): Promise<void> {
    try {
      if (stopped || held.has(chatId)) return
      if (!gone.has(outbound.id)) await measureSending(outbound, { tracer, meter }, () => send(outbound))
      gone.add(outbound.id)
      forgetOldest(gone)
      await markSent(db, outbound.id, clock())
    } catch (error) {
      held.add(chatId)
      later(error, { chat: chatId })
    } finally {
      onTheirWay.delete(outbound.id)
    }
  }

  function later(error: unknown, about: { readonly chat?: string } = {}): void {
    onTrouble(error, about)
    if (timer !== undefined || stopped) return
    timer = setTimeout(() => {
      timer = undefined
      held.clear()
      void look()
    }, retryWaitMs)
  }

  return {
    flush,
    stop: async () => {
      await flush()
      stopped = true
      clearTimeout(timer)
      await reading
      await Promise.all(lanes.values())
    },
  }
}

function forgetOldest(ids: Set<string>): void {
  const oldest = ids.size > mostGone ? ids.values().next().value : undefined
  if (oldest !== undefined) ids.delete(oldest)
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
