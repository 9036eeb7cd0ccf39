/**
 * One lane per chat: turns of one chat run in inbox order, one at a time; different chats run side by side. When more chats
 * wait than are served at a time, each gives up its place after every turn and queues behind the others, so that whoever
 * writes a lot, in however many chats, holds nobody up for longer than one turn of each chat. What waits is in the inbox, so
 * a lane only needs to be woken, and waking one too often does no harm.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { chatsWithWork, countAttempt, type LaneRow } from '../ledger/talk/inbox.ts'
import { nextInLane } from '../ledger/talk/next-in-lane.ts'
import { RetryableError } from '../errors.ts'
import { mayPass } from '../ledger/connection-trouble.ts'
import { secondsSince } from '../telemetry/measure-steps.ts'
import { holdsUp, type Bringing } from './fetching/bring-file.ts'
import { createFilePatience } from './fetching/file-patience.ts'
import { giveUp } from './give-up.ts'
import { hearVoice, isUnheard } from './fetching/hear-voice.ts'
import { measureTurn, traceOf, type TurnEnd } from './measure-turn.ts'
import { NotDue, runTurn, type TurnResult } from './run-turn.ts'
import { isUntaken, takeFile } from './fetching/take-file.ts'
import type { TurnDeps } from './turn-deps.ts'

/** How many chats are served at a time; each holds a database connection. */
const maxLanes = 6
/** So many more may wait for the shop, or for a place again after that, in the middle of their turns: they hold nothing but memory. */
const maxReading = 96
/** A read that takes longer gives up the place of its chat; a lookup does as soon as its turn waits for it outside of its transaction. */
const placeMs = 1000
/** After this many broken turns the row is ended with an apology. */
const maxAttempts = 3
const retryWaitMs = 250
const nothing: TurnResult = { confirmed: [], cancelled: [], said: [] }

export type Lanes = {
  /**
   * Something may be waiting in this chat; `null`: in any.
   * @param row what has just been stored there; in an idle lane it is likely to be next
   */
  readonly wake: (chatId: string | null, row?: LaneRow | null) => void
  /** Whether a turn is running or about to run. */
  readonly isBusy: () => boolean
  /** Starts no new turn; resolves when those that are running have ended. */
  readonly stop: () => Promise<void>
}

export function createLanes({
  deps,
  account,
  onTurnOver,
  onTrouble,
}: {
  readonly deps: TurnDeps
  readonly account: string
  /** Called after every turn, in its lane, so that jobs are added and replies sent before the chat's next turn begins. */
  readonly onTurnOver: (row: LaneRow, result: TurnResult) => Promise<void>
  readonly onTrouble: (error: unknown, about: { readonly chat?: string }) => void
}): Lanes {
  /**
   * Chats in which something may be waiting, in the order of their turns; with the row that is likely to be next, if known.
   */
  const waiting = new Map<string, LaneRow | null>()
  const active = new Map<string, Promise<void>>()
  /** Those of the active ones that have given up their place, since they wait for the shop. */
  const reading = new Set<string>()
  /** What gives a place again to those of them that have what they waited for, in the order of their coming back. */
  const returning: (() => void)[] = []
  const hearing = new Map<string, Promise<void>>()
  /** What to do when something comes in for a chat whose row is being prepared, or rests before that is tried again. */
  const heeding = new Map<string, () => void>()
  const stopping = new AbortController()
  const stopped = stopping.signal
  const patience = createFilePatience(deps.clock)
  let lookingForAll: Promise<void> | null = null

  function wake(chatId: string | null, row: LaneRow | null = null): void {
    if (stopped.aborted) return
    if (chatId === null) return wakeAll()
    // What has come in need not wait for the end of it.
    heeding.get(chatId)?.()
    const isIdle = !waiting.has(chatId) && !active.has(chatId) && !hearing.has(chatId)
    waiting.set(chatId, isIdle ? row : null)
    fill()
  }

  function wakeAll(): void {
    lookingForAll ??= lookForAll().finally(() => {
      lookingForAll = null
      fill()
    })
  }

  async function lookForAll(): Promise<void> {
    try {
      for (const chatId of await chatsWithWork(deps.db, account)) if (!waiting.has(chatId)) waiting.set(chatId, null)
    } catch (error) {
      onTrouble(error, {})
    }
  }

  function hasPlace(): boolean {
    return active.size - reading.size < maxLanes
  }

  function fill(): void {
    while (hasPlace()) {
      const goOn = returning.shift()
      if (goOn === undefined) break
      goOn()
    }
    for (const [chatId, likely] of waiting) {
      if (stopped.aborted || !hasPlace() || active.size >= maxLanes + maxReading) return
      if (active.has(chatId)) continue
      waiting.delete(chatId)
      const lane = drain(chatId, likely)
        .catch((error: unknown) => onTrouble(error, { chat: chatId }))
        .finally(() => {
          active.delete(chatId)
          fill()
        })
      active.set(chatId, lane)
    }
  }

  /** @param likely what is probably next; if it is not, its turn finds out, and the lane is asked */
  async function drain(chatId: string, likely: LaneRow | null): Promise<void> {
    for (let known = likely !== null && isReady(likely) ? likely : null; ; known = null) {
      if (stopped.aborted) return
      const row = known ?? (await nextInLane(deps.db, deps, chatId))
      if (row === null || row.account !== account) return
      if (isUnheard(row)) return hearAside(row)
      if (isUntaken(row)) return aside(row, () => takeFile(deps, row, bringing(chatId)))
      await measureTurn(deps, row, async (end) => {
        const result = await attempt(row, end)
        if (result !== null) await onTurnOver(row, result)
      })
      if (othersWait()) return waitAgain(chatId)
    }
  }

  /** A shop that does not answer holds up whoever asked it something, and nobody else; the chat itself goes on in its order. */
  async function withoutPlace<Found>(chatId: string, find: () => Promise<Found>, afterMs: number): Promise<Found> {
    const slow = setTimeout(() => {
      reading.add(chatId)
      fill()
    }, afterMs)
    try {
      return await find()
    } finally {
      clearTimeout(slow)
      if (reading.has(chatId)) await takePlaceAgain(chatId)
    }
  }

  /** Whoever goes on has transactions, of which there are no more at a time than places. */
  async function takePlaceAgain(chatId: string): Promise<void> {
    const { promise: hasOne, resolve } = Promise.withResolvers<void>()
    returning.push(() => {
      reading.delete(chatId)
      resolve()
    })
    fill()
    await hasOne
  }

  function othersWait(): boolean {
    return returning.length > 0 || waiting.keys().some((chatId) => !active.has(chatId))
  }

  /** Queues behind those that wait, even if it was woken before them. */
  function waitAgain(chatId: string): void {
    waiting.delete(chatId)
    waiting.set(chatId, null)
  }

  /** An engine takes its time, and no place is held meanwhile: the lane goes on once the note has been transcribed. */
  function hearAside(row: LaneRow): void {
    const attributes = { chat: row.chatId }
    aside(row, () =>
      deps.tracer.span('voice', { parent: traceOf(deps.tracer, row), attributes }, () =>
        hearVoice(deps, row, { ...bringing(row.chatId), stopping: stopped }),
      ),
    )
  }

  /** Prepares a row before its turn, outside of the lane, and never twice at the same time. */
  function aside(row: LaneRow, prepare: () => Promise<void>): void {
    if (hearing.has(row.chatId)) return
    const begun = performance.now()
    const heard = prepare()
      .catch(async (error: unknown) => {
        onTrouble(error, { chat: row.chatId })
        if (!mayPass(error) && (await giveUpInTheEnd(row, error, begun))) return
        await rest(row, error instanceof RetryableError ? error.retryAfterMs : retryWaitMs)
      })
      .finally(() => {
        hearing.delete(row.chatId)
        wake(row.chatId)
      })
    hearing.set(row.chatId, heard)
  }

  /**
   * What always breaks before its turn holds up its chat no longer than a turn that does.
   * @returns whether it is over with it
   */
  async function giveUpInTheEnd(row: LaneRow, error: unknown, begun: number): Promise<boolean> {
    try {
      const state = await countBroken(row, error)
      if (state === 'again') return false
      if (state === 'given_up') {
        logBroken(row, error)
        deps.meter.turn({ kind: row.kind, result: state, seconds: secondsSince(begun) })
      }
      await onTurnOver(row, nothing)
      return true
    } catch (trouble) {
      onTrouble(trouble, { chat: row.chatId })
      return false
    }
  }

  async function rest(row: LaneRow, ms: number): Promise<void> {
    const woken = new AbortController()
    const ignore = heed(row.chatId, () => woken.abort())
    // What came in while it was being tried woke nobody.
    if (ms > retryWaitMs && (await holdsUp(deps, row, patience).catch(() => false))) woken.abort()
    await delay(ms, undefined, { signal: AbortSignal.any([woken.signal, stopped]) }).catch(() => undefined)
    ignore()
  }

  function heed(chatId: string, onWoken: () => void): () => void {
    heeding.set(chatId, onWoken)
    return () => void heeding.delete(chatId)
  }

  function bringing(chatId: string): Bringing {
    return { patience, heed: (onWoken) => heed(chatId, onWoken) }
  }

  /**
   * A turn that breaks is tried again; one that always breaks is ended with an apology (invariant 8). `null`: the row is not
   * done, and what the lane holds now decides what comes next.
   */
  async function attempt(row: LaneRow, end: (how: TurnEnd) => void): Promise<TurnResult | null> {
    try {
      return await runTurn(deps, row, (find, afterMs = placeMs) => withoutPlace(row.chatId, find, afterMs))
    } catch (error) {
      end(error instanceof NotDue ? null : 'failed')
      if (error instanceof NotDue) return null
      logBroken(row, error)
      const state = await countBroken(row, error)
      if (state === 'given_up') end(state)
      if (state !== 'again') return nothing
      await delay(retryWaitMs)
      return null
    }
  }

  function logBroken({ seq, chatId, attempts }: LaneRow, error: unknown): void {
    deps.log.error({ event: 'turn.failed', seq, chat: chatId, tries: attempts + 1, err: error }, 'turn failed')
  }

  /** @returns whether it is to be tried again; `over`: it was stored after all, and only the answer to that was lost */
  async function countBroken(row: LaneRow, error: unknown): Promise<'again' | 'over' | 'given_up'> {
    const { over } = await countAttempt(deps.db, row.seq)
    // If there is a job to add, the sweep adds it.
    if (over) return 'over'
    if (row.attempts + 1 < maxAttempts && !tookTooLong(error)) return 'again'
    await giveUp(deps, row, error)
    return 'given_up'
  }

  return {
    wake,
    isBusy: () => active.size > 0 || hearing.size > 0 || waiting.size > 0 || lookingForAll !== null,
    stop: async () => {
      stopping.abort()
      await lookingForAll
      await Promise.all(active.values())
    },
  }
}

/** Whether a row needs no preparation before its turn. */
function isReady(row: LaneRow): boolean {
  return !isUnheard(row) && !isUntaken(row)
}

/** What has used up its time would most likely do so again, and hold up others meanwhile: whoever wants it asks again. */
function tookTooLong(error: unknown): boolean {
  return error instanceof RetryableError && error.code === 'step_timeout'
}
