/** What an operator reads when the queue of a bot is out of reach, and when it is back. */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { describeError } from '../telemetry/describe-error.ts'
import { startRedisServer } from '../testing/redis-server.ts'
import { createCommandQueue } from './command-queue.ts'
import { watchQueue } from './watch-queue.ts'

test('a queue that is out of reach is told once, with the reason, and so is its coming back', async ({
  onTestFinished,
}) => {
  const server = await startRedisServer()
  onTestFinished(() => server.close())
  const redis = new Redis(server.url)
  onTestFinished(() => redis.disconnect())
  await redis.config('SET', 'requirepass', 'the right one')
  const queue = createCommandQueue({ backend: { kind: 'redis', url: server.url }, prefix: randomUUID() })
  onTestFinished(() => queue.close())
  const lines: { readonly event: string; readonly err?: { readonly says: string } }[] = []
  const log = pino({ serializers: { err: describeError } }, { write: (line) => void lines.push(JSON.parse(line)) })
  let looks = 0
  const probe = () => {
    looks += 1
    return queue.probe()
  }
  const watch = watchQueue({ queue: { probe }, log, everyMs: 20 })
  onTestFinished(watch.stop)

  await expect.poll(() => lines.map(({ event }) => event), { timeout: 20_000 }).toEqual(['queue.lost'])
  expect(lines[0]?.err?.says).toContain('mend them in REDIS_URL')
  const before = looks
  await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(before + 2)
  await redis.config('SET', 'requirepass', '')
  await expect.poll(() => lines.map(({ event }) => event), { timeout: 20_000 }).toEqual(['queue.lost', 'queue.back'])
})
