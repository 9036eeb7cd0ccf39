/**
 * One lane a chat: turns of one chat run in inbox order, one at a time; different chats run side by side. What waits is
 * in the inbox, so a lane only needs to be woken; waking one too often does no harm.
 */
import { chatsWithWork, countAttempt, nextInLane, type LaneRow } from '../ledger/inbox.ts'
import { giveUp, runTurn, type TurnResult } from './run-turn.ts'
import type { TurnDeps } from './turn-deps.ts'

/** How many chats are served at a time; each holds a database connection. */
const maxLanes = 6
/** After so many broken turns the row is ended with an apology. */
const maxAttempts = 3
const retryWaitMs = 250

export type Lanes = {
  /** Something may wait in this chat; `null`: in any. */
  readonly wake: (chatId: string | null) => void
  /** Whether a turn is running or about to. */
  readonly isBusy: () => boolean
  /** Takes no new turn; resolves when those that run are over. */
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
  /** Called after every turn, in its lane: jobs are added and replies sent before the chat's next turn begins. */
  readonly onTurnOver: (row: LaneRow, result: TurnResult) => Promise<void>
  readonly onTrouble: (error: unknown) => void
}): Lanes {
  const waiting = new Set<string>()
  const active = new Map<string, Promise<void>>()
  let lookingForAll: Promise<void> | null = null
  let stopped = false

  function wake(chatId: string | null): void {
    if (stopped) return
    if (chatId === null) return wakeAll()
    waiting.add(chatId)
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
      for (const chatId of await chatsWithWork(deps.db, account)) waiting.add(chatId)
    } catch (error) {
      onTrouble(error)
    }
  }

  function fill(): void {
    for (const chatId of waiting) {
      if (stopped || active.size >= maxLanes) return
      if (active.has(chatId)) continue
      waiting.delete(chatId)
      const lane = drain(chatId)
        .catch(onTrouble)
        .finally(() => {
          active.delete(chatId)
          fill()
        })
      active.set(chatId, lane)
    }
  }

  async function drain(chatId: string): Promise<void> {
    for (;;) {
      if (stopped) return
      const row = await nextInLane(deps.db, chatId)
      if (row === null || row.account !== account) return
      await onTurnOver(row, await attempt(row))
    }
  }

  /** A turn that breaks is tried again; one that always breaks is ended with an apology (invariant 8). */
  async function attempt(row: LaneRow): Promise<TurnResult> {
    for (let tries = row.attempts + 1; ; tries++) {
      try {
        // Read again: a part of the turn may have been stored before it broke.
        const current = tries === 1 ? row : ((await nextInLane(deps.db, row.chatId)) ?? row)
        return await runTurn(deps, current)
      } catch (error) {
        deps.log.error({ event: 'turn.failed', seq: row.seq, chat: row.chatId, tries, err: error }, 'turn failed')
        await countAttempt(deps.db, row.seq)
        if (tries >= maxAttempts) {
          await giveUp(deps, row, error)
          return { confirmed: [], cancelled: [] }
        }
        await new Promise((resolve) => setTimeout(resolve, retryWaitMs))
      }
    }
  }

  return {
    wake,
    isBusy: () => active.size > 0 || waiting.size > 0 || lookingForAll !== null,
    stop: async () => {
      stopped = true
      await lookingForAll
      await Promise.all(active.values())
    },
  }
}
