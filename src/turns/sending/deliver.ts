import type { Channel, OutboundReply } from '../../channel/channel.ts'
import { errorCodeOf } from '../../errors.ts'
import type { LedgerDb } from '../../ledger/database.ts'
import { markOver, waitingReplies, type WaitingReply } from '../../ledger/talk/outbox.ts'
import type { Secrets } from '../../ledger/secrets/secrets.ts'
import { silentMeter, type Meter } from '../../telemetry/meter.ts'
import { silentTracer, type Tracer } from '../../telemetry/tracer.ts'
import { attachFile } from './attach-file.ts'
import { measureSending } from './measure-sending.ts'
import { createRestingChats } from './resting-chats.ts'

/** How many replies are read at a time. */
const batchSize = 100
const retryWaitMs = 1000
/** How many ids are remembered as gone. */
const mostGone = 2000

/**
 * A send that the channel has not completed by then stops holding its chat up for now; the next attempt waits for the same
 * send.
 */
const waitForSendMs = 30_000
/** A send that has not completed by then never will: the channel is asked again, under the same id. */
const longestSendMs = 5 * 60_000
/** Nobody waits any longer for what one chat does not take, while others take theirs. */
const longestWaitMs = 2 * 24 * 60 * 60_000
/**
 * So often others must have got theirs between two tries, and for so long by now: a reply may be old because the bot was off or the
 * connection was away, and what one chat does not take just after that it may take soon.
 */
const mostPassedOver = 3
const passedOverForMs = 6 * 60 * 60_000

export type Delivery = {
  /**
   * Sends what waits. Resolves when nothing waits any more, or when the channel does not take it now.
   * @param chatId the one chat to wait for, whatever the replies of others take; all chats when absent
   * @param said what was put into the outbox for that chat last, if known: where nothing is before it, it is not looked for
   */
  readonly flush: (chatId?: string, said?: readonly OutboundReply[]) => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Takes replies from the outbox to the channel, in order within a chat, chats side by side. A reply that does not leave
 * stays, until it is clear that it never will: its chat is gone, or takes nothing for days in which others take theirs. However long
 * nobody at all can be reached, nothing is given up.
 */
export function createDelivery({
  db,
  secrets,
  account,
  channel,
  workspaceDir,
  clock,
  onTrouble,
  onGivenUp,
  tracer = silentTracer,
  meter = silentMeter,
  waitMs = waitForSendMs,
  now = () => performance.now(),
}: {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly account: string
  readonly channel: Pick<Channel, 'send'>
  /** Only files in this folder are sent. */
  readonly workspaceDir: string
  readonly clock: () => Date
  readonly onTrouble: (error: unknown, about: { readonly chat?: string }) => void
  /** A reply will never leave, and is not tried any more. */
  readonly onGivenUp: (error: unknown, about: { readonly chat: string; readonly reply: string }) => void
  readonly tracer?: Tracer
  readonly meter?: Pick<Meter, 'sent'>
  /** How long to wait for the channel. */
  readonly waitMs?: number
  /** A clock in milliseconds that never goes back. */
  readonly now?: () => number
}): Delivery {
  const lanes = new Map<string, Promise<void>>()
  const onTheirWay = new Set<string>()
  /** Replies that have left but may not be marked as sent yet: they are not sent again. */
  const gone = new Set<string>()
  /** Chats whose last reply did not leave: later ones wait for it. */
  const resting = createRestingChats(now)
  /** What the channel has been asked to send and has not completed. */
  const sending = new Map<string, { readonly over: Promise<void>; readonly begunAt: number }>()
  let reading: Promise<void> = Promise.resolve()
  let queued: Promise<void> | null = null
  let timer: { readonly dueAt: number; readonly stop: () => void } | null = null
  let isLooking = false
  let stopped = false

  async function flush(chatId?: string, said: readonly OutboundReply[] = []): Promise<void> {
    if (chatId !== undefined && said.length > 0 && mayPass(chatId)) {
      for (const outbound of said) lineUp({ chatId, outbound, saidAt: clock() })
      await lanes.get(chatId)
      return void look()
    }
    await look()
    await (chatId === undefined ? Promise.all(lanes.values()) : lanes.get(chatId))
  }

  /** Whether nothing waits in a chat that was found, or is being looked for. */
  function mayPass(chatId: string): boolean {
    return !stopped && !isLooking && !lanes.has(chatId) && !resting.has(chatId)
  }

  /** Calls during a look share the one that follows it. */
  function look(): Promise<void> {
    isLooking = true
    queued ??= reading.then(() => {
      queued = null
      reading = read()
        .catch((error: unknown) => {
          onTrouble(error, {})
          lookIn(retryWaitMs)
        })
        .finally(() => (isLooking = queued !== null))
      return reading
    })
    return queued
  }

  async function read(): Promise<void> {
    if (stopped) return
    // Asked before resting chats are left out: one whose rest ends in between is then looked at once too often rather than
    // never.
    lookIn(resting.nextInMs())
    const except = { replies: [...onTheirWay], chats: resting.ids() }
    const waiting = await waitingReplies(db, secrets, { account, limit: batchSize, except })
    for (const each of waiting) lineUp(each)
    if (waiting.length === batchSize) void Promise.all(lanes.values()).then(look)
  }

  function lineUp(waiting: WaitingReply): void {
    const { chatId, outbound } = waiting
    onTheirWay.add(outbound.id)
    const lane = (lanes.get(chatId) ?? Promise.resolve()).then(() => leave(waiting))
    lanes.set(chatId, lane)
    void lane.then(() => lanes.get(chatId) === lane && lanes.delete(chatId))
  }

  /** Resolves once the reply has left. A call while it is being sent waits for that send, so that it leaves only once. */
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
    resting.noteLeft()
    gone.add(outbound.id)
    forgetOldest(gone)
  }

  /** Never rejects. */
  async function leave(waiting: WaitingReply): Promise<void> {
    const { chatId, outbound } = waiting
    try {
      if (stopped || resting.has(chatId)) return
      if (!gone.has(outbound.id)) await sendOrGiveUp(waiting)
      await markOver(db, outbound.id, clock())
      resting.remove(chatId)
    } catch (error) {
      if (resting.add(chatId, error)) onTrouble(error, { chat: chatId })
      lookIn(resting.nextInMs())
    } finally {
      onTheirWay.delete(outbound.id)
    }
  }

  /** Rejects with what keeps it from leaving now. */
  async function sendOrGiveUp({ chatId, outbound, saidAt }: WaitingReply): Promise<void> {
    try {
      await withinLimit(send(outbound), waitMs)
    } catch (error) {
      const isOld = clock().getTime() - saidAt.getTime() > longestWaitMs
      const { times, forMs } = resting.passedOver(chatId)
      const isHopeless = isOld && times >= mostPassedOver && forMs >= passedOverForMs
      if (errorCodeOf(error) !== 'chat_gone' && !isHopeless) throw error
      onGivenUp(error, { chat: chatId, reply: outbound.id })
    }
  }

  /** Looks again after this long, unless an earlier look is due already. */
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
