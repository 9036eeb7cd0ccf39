import type { Channel, OutboundReply } from '../channel/channel.ts'
import type { LedgerDb } from '../ledger/database.ts'
import { markSent, waitingReplies } from '../ledger/outbox.ts'
import type { Secrets } from '../ledger/secrets.ts'
import { silentMeter, type Meter } from '../telemetry/meter.ts'
import { silentTracer, type Tracer } from '../telemetry/tracer.ts'
import { attachFile } from './attach-file.ts'
import { measureSending } from './measure-sending.ts'
import { createRestingChats } from './resting-chats.ts'

/** How many replies are read at a time. */
const batchSize = 100
const retryWaitMs = 1000
/** Ids that are remembered as gone. */
const mostGone = 2000

/** What the channel has not taken by then holds its chat up no more for now; the next try waits for the same send. */
const waitForSendMs = 30_000
/** A send that is not over by then never will be: the channel is asked again, under the same id. */
const longestSendMs = 5 * 60_000

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
  waitMs = waitForSendMs,
  now = () => performance.now(),
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
  /** How long the channel is waited for. */
  readonly waitMs?: number
  /** Milliseconds that only go forward. */
  readonly now?: () => number
}): Delivery {
  const lanes = new Map<string, Promise<void>>()
  const onTheirWay = new Set<string>()
  /** What has left and may not be marked as sent yet: it is not sent again. */
  const gone = new Set<string>()
  /** Chats whose last reply did not leave: what comes after it waits for it. */
  const resting = createRestingChats(now)
  /** What the channel has been asked to send and has not answered. */
  const sending = new Map<string, { readonly over: Promise<void>; readonly begunAt: number }>()
  let reading: Promise<void> = Promise.resolve()
  let queued: Promise<void> | null = null
  let timer: { readonly dueAt: number; readonly stop: () => void } | null = null
  let stopped = false

  async function flush(chatId?: string): Promise<void> {
    await look()
    await (chatId === undefined ? Promise.all(lanes.values()) : lanes.get(chatId))
  }

  /** Looks that come while one is under way share the next one. */
  function look(): Promise<void> {
    queued ??= reading.then(() => {
      queued = null
      reading = read().catch((error: unknown) => {
        onTrouble(error, {})
        lookIn(retryWaitMs)
      })
      return reading
    })
    return queued
  }

  async function read(): Promise<void> {
    if (stopped) return
    // Asked before the others are left out: one whose rest ends in between is looked at once too often, not never.
    lookIn(resting.nextInMs())
    const except = { replies: [...onTheirWay], chats: resting.ids() }
    const waiting = await waitingReplies(db, secrets, { account, limit: batchSize, except })
    for (const { chatId, outbound } of waiting) {
      onTheirWay.add(outbound.id)
      const lane = (lanes.get(chatId) ?? Promise.resolve()).then(() => leave(chatId, outbound))
      lanes.set(chatId, lane)
      void lane.then(() => lanes.get(chatId) === lane && lanes.delete(chatId))
    }
    if (waiting.length === batchSize) void Promise.all(lanes.values()).then(look)
  }

  /** Resolves when it has left. Whoever asks while a reply is being sent waits for that: it leaves once. */
  function send(outbound: OutboundReply): Promise<void> {
    const { id } = outbound
    const earlier = sending.get(id)
    if (earlier !== undefined && now() - earlier.begunAt < longestSendMs) return earlier.over
    const over = beginSend(outbound).finally(() => sending.get(id)?.over === over && sending.delete(id))
    sending.set(id, { over, begunAt: now() })
    return over
  }

  async function beginSend(outbound: OutboundReply): Promise<void> {
    const toChannel = async () => channel.send(await attachFile(workspaceDir, outbound))
    await measureSending(outbound, { tracer, meter }, toChannel)
    gone.add(outbound.id)
    forgetOldest(gone)
  }

  /** Never rejects. */
  async function leave(chatId: string, outbound: OutboundReply): Promise<void> {
    try {
      if (stopped || resting.has(chatId)) return
      if (!gone.has(outbound.id)) await withinLimit(send(outbound), waitMs)
      await markSent(db, outbound.id, clock())
      resting.remove(chatId)
    } catch (error) {
      if (resting.add(chatId, error)) onTrouble(error, { chat: chatId })
      lookIn(resting.nextInMs())
    } finally {
      onTheirWay.delete(outbound.id)
    }
  }

  /** Looks after so long, or earlier when that is due already. */
  function lookIn(ms: number | null): void {
    if (ms === null || stopped || (timer !== null && timer.dueAt <= now() + ms)) return
    timer?.stop()
    const timeout = setTimeout(() => {
      timer = null
      void look()
    }, ms)
    timer = { dueAt: now() + ms, stop: () => clearTimeout(timeout) }
  }

  return {
    flush,
    stop: async () => {
      await flush()
      stopped = true
      timer?.stop()
      await reading
      await Promise.all(lanes.values())
    },
  }
}

function forgetOldest(ids: Set<string>): void {
  const oldest = ids.size > mostGone ? ids.values().next().value : undefined
  if (oldest !== undefined) ids.delete(oldest)
}

async function withinLimit(sending: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The channel did not take a reply within ${limitMs} ms`)), limitMs)
  })
  try {
    await Promise.race([sending, late])
  } finally {
    clearTimeout(timer)
  }
}
