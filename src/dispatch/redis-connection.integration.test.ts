/** What a Redis that wants another password is said to be. */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRedisServer, type RedisServer } from '../testing/servers/redis-server.ts'
import { inspectRedis } from './inspect-redis.ts'

let server: RedisServer

beforeAll(async () => {
  server = await startRedisServer()
  const redis = new Redis(server.url)
  await redis.config('SET', 'requirepass', 'the right one')
  redis.disconnect()
})
afterAll(() => server.close())

test('a password that is wrong or missing is told to be that of REDIS_URL', async () => {
  const wrong = server.url.replace('redis://', 'redis://:wrong@')
  for (const url of [server.url, wrong]) await expect(inspectRedis(url)).rejects.toThrow('mend them in REDIS_URL')
  const right = server.url.replace('redis://', `redis://:${encodeURIComponent('the right one')}@`)
  expect(await inspectRedis(right)).toMatchObject({ maxmemoryPolicy: expect.any(String) })
})

test('a Redis that is away is told to be away', async () => {
  await expect(inspectRedis('redis://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED')
})
