import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RetryableError } from '../errors.ts'
import { describeIdempotencyKeys } from '../testing/idempotency-keys.contract.ts'
import { type RedisServer, startRedisServer } from '../testing/servers/redis-server.ts'
import { createRedisProducer, type RedisConnection, whenConnected } from './redis-connection.ts'
import { createRedisIdempotencyKeys } from './redis-idempotency-keys.ts'

describeIdempotencyKeys('Redis', async () => {
  const server = await startRedisServer()
  const redis = createRedisProducer(server.url)
  await whenConnected(redis)
  return {
    keys: createRedisIdempotencyKeys({ redis, prefix: 'contract', timeoutMs: 1_000 }),
    commandIds: async (count) => Array.from({ length: count }, () => randomUUID()),
    close: async () => {
      redis.disconnect()
      await server.close()
    },
  }
})

describe('idempotency keys in a Redis in trouble', () => {
  const timeoutMs = 200
  let server: RedisServer
  let redis: RedisConnection
  beforeAll(async () => {
    server = await startRedisServer()
    redis = createRedisProducer(server.url)
    await whenConnected(redis)
  })
  afterAll(async () => {
    redis.disconnect()
    await server.close()
  })

  function claimIn(prefix: string, key: string) {
    return createRedisIdempotencyKeys({ redis, prefix, timeoutMs }).claim({
      key,
      commandId: randomUUID(),
      windowMs: 60_000,
    })
  }

  test('installations with different prefixes do not see each other', async () => {
    expect(await claimIn('staging', 'one')).toEqual({ kind: 'claimed' })
    expect(await claimIn('production', 'one')).toEqual({ kind: 'claimed' })
  })

  test('a Redis that is silent is not waited for', async () => {
    server.pause()
    const failure = await claimIn('silent', 'two').catch((error: unknown) => error)
    server.resume()
    expect(failure).toBeInstanceOf(RetryableError)
    expect(failure).toMatchObject({ code: 'queue_unavailable' })
  })

  test('a Redis that is gone refuses at once, and serves again when it is back', async () => {
    const gone = new Promise((resolve) => redis.once('close', resolve))
    await server.kill()
    await gone
    await expect(claimIn('gone', 'three')).rejects.toMatchObject({ code: 'queue_unavailable' })
    await server.restart()
    await expect.poll(() => claimIn('back', randomUUID()).catch(() => undefined)).toEqual({ kind: 'claimed' })
  })
})
