import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IdempotencyKeys } from '../dispatch/idempotency-keys.ts'

/** One implementation under test, on a store of its own. */
export type IdempotencyKeysUnderTest = {
  readonly keys: IdempotencyKeys
  /** Ids of commands that the store knows, as many as asked for. */
  readonly commandIds: (count: number) => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

const long = 60_000

/** What every {@link IdempotencyKeys} promises. */
export function describeIdempotencyKeys(name: string, open: () => Promise<IdempotencyKeysUnderTest>): void {
  describe(`idempotency keys in ${name}`, () => {
    let subject: IdempotencyKeysUnderTest
    let keys: IdempotencyKeys
    let ids: readonly string[]
    let first: string
    let second: string
    beforeAll(async () => {
      subject = await open()
      keys = subject.keys
      ids = await subject.commandIds(50)
      ;[first = '', second = ''] = ids
    })
    afterAll(() => subject.close())

    test('a free key is claimed, and held against every other command', async () => {
      const key = randomUUID()
      expect(await keys.claim({ key, commandId: first, windowMs: long })).toEqual({ kind: 'claimed' })
      expect(await keys.claim({ key, commandId: second, windowMs: long })).toEqual({ kind: 'held', commandId: first })
      expect(await keys.claim({ key: randomUUID(), commandId: second, windowMs: long })).toEqual({ kind: 'claimed' })
    })

    test('claiming its own key again succeeds', async () => {
      const key = randomUUID()
      await keys.claim({ key, commandId: first, windowMs: long })
      expect(await keys.claim({ key, commandId: first, windowMs: long })).toEqual({ kind: 'claimed' })
    })

    test('after its window another command takes the key', async () => {
      const key = randomUUID()
      await keys.claim({ key, commandId: first, windowMs: 400 })
      expect(await keys.claim({ key, commandId: second, windowMs: long })).toEqual({ kind: 'held', commandId: first })
      await expect
        .poll(() => keys.claim({ key, commandId: second, windowMs: long }), { interval: 20, timeout: 5_000 })
        .toEqual({ kind: 'claimed' })
      expect(await keys.claim({ key, commandId: first, windowMs: long })).toEqual({ kind: 'held', commandId: second })
    })

    test('claiming its own key again keeps the later end', async () => {
      const shortened = randomUUID()
      const lengthened = randomUUID()
      const probe = randomUUID()
      await keys.claim({ key: shortened, commandId: first, windowMs: long })
      await keys.claim({ key: shortened, commandId: first, windowMs: 1 })
      await keys.claim({ key: lengthened, commandId: first, windowMs: 1_000 })
      await keys.claim({ key: lengthened, commandId: first, windowMs: long })
      await keys.claim({ key: probe, commandId: first, windowMs: 1_100 })
      await expect
        .poll(() => keys.claim({ key: probe, commandId: second, windowMs: long }), { interval: 50, timeout: 5_000 })
        .toEqual({ kind: 'claimed' })
      const held = { kind: 'held', commandId: first }
      expect(await keys.claim({ key: shortened, commandId: second, windowMs: long })).toEqual(held)
      expect(await keys.claim({ key: lengthened, commandId: second, windowMs: long })).toEqual(held)
    })

    test('a released key is free; another command cannot release it', async () => {
      const key = randomUUID()
      await keys.claim({ key, commandId: first, windowMs: long })
      await keys.release({ key, commandId: second })
      expect(await keys.claim({ key, commandId: second, windowMs: long })).toEqual({ kind: 'held', commandId: first })
      await keys.release({ key, commandId: first })
      expect(await keys.claim({ key, commandId: second, windowMs: long })).toEqual({ kind: 'claimed' })
      await keys.release({ key: randomUUID(), commandId: first })
    })

    test('of fifty claims at once one wins, and all others are told the winner', async () => {
      const key = randomUUID()
      const claims = await Promise.all(
        ids.map(async (commandId) => ({ commandId, claim: await keys.claim({ key, commandId, windowMs: long }) })),
      )
      const winners = claims.filter(({ claim }) => claim.kind === 'claimed')
      expect(winners).toHaveLength(1)
      const losers = claims.filter(({ claim }) => claim.kind === 'held')
      expect(losers).toHaveLength(49)
      for (const { claim } of losers) expect(claim).toEqual({ kind: 'held', commandId: winners[0]?.commandId })
    })

    test('never do two commands have one key, whatever they claim and release', async () => {
      const step = fc.record({
        act: fc.constantFrom('claim' as const, 'release' as const),
        key: fc.nat({ max: 2 }),
        command: fc.nat({ max: 3 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          const world = randomUUID()
          const holders = new Map<number, string>()
          for (const { act, key, command } of steps) {
            const commandId = ids[command] ?? first
            const claim = { key: `${world}:${key}`, commandId }
            const holder = holders.get(key)
            if (act === 'release') {
              await keys.release(claim)
              if (holder === commandId) holders.delete(key)
              continue
            }
            const answer = await keys.claim({ ...claim, windowMs: long })
            const free = holder === undefined || holder === commandId
            expect(answer).toEqual(free ? { kind: 'claimed' } : { kind: 'held', commandId: holder })
            if (free) holders.set(key, commandId)
          }
        }),
        { numRuns: 25 },
      )
    })
  })
}
