/**
 * The fast front of the claims: one round trip in the confirming turn, before anything is written; when it brings no answer, nothing
 * is confirmed. It is expendable, since the row in Postgres decides. `claimed` means no more than that the row is worth asking, and
 * so does `held`: the command that it names may have given its key back in Postgres alone (`CANCEL #REF`).
 */
import type { Redis } from 'ioredis'
import type { IdempotencyKeys } from './idempotency-keys.ts'
import { within } from './within.ts'

/** `SET NX PX` that tells the holder; the holder's own claim only ever makes the end later. */
const claimScript = `
local holder = redis.call('GET', KEYS[1])
if not holder then
  redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
  return ARGV[1]
end
if holder == ARGV[1] and redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return holder`

const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`

/** What the front needs of a connection. */
type ScriptRunner = Pick<Redis, 'eval'>

/**
 * Claims in Redis, under `<prefix>:claim:<key>`.
 * @param options.redis a connection that fails fast (`createRedisProducer`)
 * @param options.timeoutMs no call takes longer; it then rejects with `RetryableError('queue_unavailable')`
 */
export function createRedisIdempotencyKeys({
  redis,
  prefix,
  timeoutMs,
}: {
  readonly redis: ScriptRunner
  readonly prefix: string
  readonly timeoutMs: number
}): IdempotencyKeys {
  const nameOf = (key: string): string => `${prefix}:claim:${key}`
  return {
    claim: async ({ key, commandId, windowMs }) => {
      const holder = await within(timeoutMs, 'claim an idempotency key', async () =>
        redis.eval(claimScript, 1, nameOf(key), commandId, wholeMs(windowMs)),
      )
      return holder === commandId ? { kind: 'claimed' } : { kind: 'held', commandId: String(holder) }
    },
    release: async ({ key, commandId }) => {
      await within(timeoutMs, 'release an idempotency key', async () =>
        redis.eval(releaseScript, 1, nameOf(key), commandId),
      )
    },
  }
}

/** Redis refuses fractions and zero. */
function wholeMs(ms: number): number {
  return Math.max(1, Math.ceil(ms))
}
