/** What an operator reads when the queue or the ledger of a process is lost, and when it is back. */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { createCommandQueue } from '../dispatch/command-queue.ts'
import { createPool } from '../ledger/open-ledger.ts'
import { startRedisServer } from '../testing/servers/redis-server.ts'
import { createTcpGate } from '../testing/servers/tcp-gate.ts'
import { describeError } from './describe-error.ts'
import { watchPart } from './watch-part.ts'

type Line = { readonly event: string; readonly err?: { readonly code: string; readonly says: string } }

const patience = { timeout: 20_000 }

/** Watches a part, and notes what is logged and how often it was looked at. */
function watch(part: Parameters<typeof watchPart>[0], probe: () => Promise<unknown>) {
  const lines: Line[] = []
  const log = pino({ serializers: { err: describeError } }, { write: (line) => void lines.push(JSON.parse(line)) })
  let looks = 0
  const counting = () => {
    looks += 1
    return probe()
  }
  const watched = watchPart(part, { probe: counting, log, everyMs: 20 })
  return {
    lines,
    events: () => lines.map(({ event }) => event),
    looksAgain: async () => {
      const before = looks
      await expect.poll(() => looks, patience).toBeGreaterThan(before + 2)
    },
    stop: watched.stop,
  }
}

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
  const watched = watch('queue', queue.probe)
  onTestFinished(watched.stop)

  await expect.poll(watched.events, patience).toEqual(['queue.lost'])
  expect(watched.lines[0]?.err?.says).toContain('mend them in REDIS_URL')
  await watched.looksAgain()
  await redis.config('SET', 'requirepass', '')
  await expect.poll(watched.events, patience).toEqual(['queue.lost', 'queue.back'])
})

test('a ledger that is lost is told once, with the reason, and so is its coming back, each time', async ({
  onTestFinished,
}) => {
  const place = new URL(inject('postgresUrl'))
  place.hostname = '127.0.0.1'
  const gate = await createTcpGate({ host: place.hostname, port: Number(place.port) })
  onTestFinished(() => gate.shut())
  place.port = String(gate.port)
  const pool = createPool({ url: place.href, max: 1 })
  onTestFinished(() => pool.end())
  const watched = watch('ledger', () => pool.query('select 1'))
  onTestFinished(watched.stop)

  await watched.looksAgain()
  expect(watched.lines).toEqual([])
  await gate.shut()
  await expect.poll(watched.events, patience).toEqual(['ledger.lost'])
  expect(watched.lines[0]?.err).toMatchObject({ code: 'ECONNREFUSED', says: expect.stringContaining('connect') })
  await watched.looksAgain()
  await gate.open()
  await expect.poll(watched.events, patience).toEqual(['ledger.lost', 'ledger.back'])
  await gate.shut()
  await expect.poll(watched.events, patience).toEqual(['ledger.lost', 'ledger.back', 'ledger.lost'])
})
