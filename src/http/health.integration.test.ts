/** What a running process tells of itself: the bot in this process, and `start` and `worker` as people start them. */
import { Redis } from 'ioredis'
import { afterEach, expect, test } from 'vitest'
import { startBot } from '../bot.ts'
import type { OutboundReply } from '../channel/channel.ts'
import { typedMessage } from '../channel/terminal/typed-message.ts'
import { createLog } from '../cli/create-log.ts'
import { loadLocalPeople } from '../cli/local-people.ts'
import { readConfig } from '../config.ts'
import { freePort } from '../ledger/embedded/postgres-port.ts'
import { openFoundation } from '../open-foundation.ts'
import { startRedisServer } from '../testing/servers/redis-server.ts'
import { runSayso } from '../testing/processes/run-sayso.ts'
import { startSaysoProcess } from '../testing/processes/sayso-process.ts'
import { createTestInstallation, ordersOnly } from '../testing/installations/test-installation.ts'
import { startWorker } from '../worker.ts'
import { serveHealth } from './serve-health.ts'

const soon = { interval: 50 }
const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

test('start is alive at once, ready when all its parts are, and says which one is missing; a second one is told that the port is taken', async () => {
  const redis = await startRedisServer()
  closers.push(() => redis.close())
  const port = await freePort()
  const house = await createTestInstallation({ ...ordersOnly(), REDIS_URL: redis.url, HTTP_PORT: String(port) })
  closers.push(house.close)
  const data = ['--data', house.dir]
  const started = startSaysoProcess(['start', '--headless', ...data, '--people', house.people], house.env)
  closers.push(started.kill)
  await expect.poll(() => ask(port, '/healthz'), soon).toMatchObject({ status: 200, body: { status: 'ok' } })
  await expect.poll(() => ask(port, '/readyz'), soon).toMatchObject({ status: 200, body: { status: 'ready' } })

  const second = await runSayso(['worker', ...data], { env: house.env })
  expect(second).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/HTTP_PORT=\d+ on .* is in use/u) })

  await redis.kill()
  await expect
    .poll(() => ask(port, '/readyz'), soon)
    .toEqual({ status: 503, body: { status: 'not ready', missing: ['queue'] } })
  expect((await ask(port, '/healthz')).status).toBe(200)
  expect(await metricsOf(port)).toContain('sayso_up{part="queue"} 0\n')
  await redis.restart()
  await expect.poll(async () => (await ask(port, '/readyz')).status, soon).toBe(200)
  expect(await metricsOf(port)).toContain('sayso_queue_jobs{state="waiting"} 0\n')

  const admin = new Redis(redis.url)
  closers.push(async () => admin.disconnect())
  await admin.config('SET', 'maxmemory', '1')
  await expect.poll(async () => (await ask(port, '/readyz')).body, soon).toMatchObject({ missing: ['queue'] })
  expect(await metricsOf(port)).toContain('sayso_up{part="queue"} 0\n')
  await admin.config('SET', 'maxmemory', '0')
  await expect.poll(async () => (await ask(port, '/readyz')).status, soon).toBe(200)

  started.signal('SIGTERM')
  expect(await started.ended).toEqual({ code: 0, signal: null })
})

test('a conversation is counted, and no metric says what was said, by whom, or about what', async () => {
  const port = await freePort()
  const house = await createTestInstallation({ ...ordersOnly(), HTTP_PORT: String(port), SAYSO_LOG: 'silent' })
  closers.push(house.close)
  const config = readConfig(house.env, { data: house.dir, people: house.people })
  const foundation = await openFoundation(config, createLog(config))
  closers.push(foundation.close)
  await loadLocalPeople(foundation)
  const health = await serveHealth(config, foundation.telemetry, ['ledger', 'bot'])
  closers.push(health.close)
  expect(await ask(port, '/readyz')).toEqual({
    status: 503,
    body: { status: 'not ready', missing: ['ledger', 'bot'] },
  })
  expect(await metricsOf(port)).toContain('sayso_up{part="ledger"} 0\n')
  health.stands(foundation)
  const sent: OutboundReply[] = []
  const bot = await startBot(foundation, {
    account: 'terminal',
    channel: { send: async (reply) => void sent.push(reply), turnOver: () => undefined },
  })
  closers.push(bot.stop)
  const worker = await startWorker(foundation)
  closers.push(worker.stop)
  health.readiness.set('bot', () => true)
  expect((await ask(port, '/readyz')).status).toBe(200)

  const say = async (text: string, from = house.phone(0)): Promise<void> => {
    await bot.receive(typedMessage({ account: 'terminal', from, text }))
    await bot.whenQuiet()
  }
  await say('status of order 204')
  await say('CANCEL_ORDER id=204 reason="Maria says so"')
  const { command, confirm } = sent.findLast(({ reply }) => reply.about === 'preview')?.reply ?? {}
  await say('CONFIRM ZZZZ')
  await say(confirm?.expect ?? '')
  await say('hello', '+5511988887777')

  const metrics = await metricsOf(port)
  const lines = metrics.split('\n')
  const value = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length))
  expect(value('sayso_turn_seconds_count{kind="message",result="done"}')).toBe(5)
  expect(value('sayso_turn_seconds_count{kind="outcome",result="done"}')).toBe(1)
  expect(value('sayso_lane_wait_seconds_count')).toBeGreaterThanOrEqual(6)
  expect(value('sayso_commands_total{status="accepted",effect=""}')).toBe(2)
  expect(value('sayso_commands_total{status="executed",effect=""}')).toBe(2)
  expect(value('sayso_confirmations_total{method="token",result="confirmed"}')).toBe(1)
  expect(value('sayso_step_seconds_count{domain="sql",result="done"}')).toBeGreaterThanOrEqual(2)
  expect(value('sayso_replies_total{result="sent"}')).toBe(sent.length)
  for (const name of [
    'sayso_commands{state="waiting"}',
    'sayso_outbox_unsent',
    'sayso_outbox_oldest_seconds',
    'sayso_inbox_open',
  ]) {
    expect([name, value(name)]).toEqual([name, 0])
  }
  expect(value('sayso_sealer_lag_seconds')).toBeGreaterThanOrEqual(0)
  expect(value('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(0)
  const said = [
    house.phone(0).slice(1),
    '5511988887777',
    'Maria',
    'Owner 0',
    confirm?.expect,
    command?.id,
    command?.ref,
    'CANCEL_ORDER',
  ]
  for (const word of said) expect(metrics).not.toContain(word)
})

async function ask(port: number, path: string): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, body: await response.json() }
  } catch {
    return { status: 0, body: null }
  }
}

async function metricsOf(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}

test('a bot alone is ready without a worker, and ends when it is told to', async () => {
  const port = await freePort()
  const house = await createTestInstallation({ ...ordersOnly(), HTTP_PORT: String(port) })
  closers.push(house.close)
  const alone = startSaysoProcess(['bot', '--data', house.dir, '--people', house.people], house.env)
  closers.push(alone.kill)
  await expect.poll(() => ask(port, '/readyz'), soon).toMatchObject({ status: 200, body: { status: 'ready' } })
  const asked = ['run', 'ADD_NOTE', 'id=204', 'text=later', '--yes', 'yes', '--people', house.people]
  expect(await runSayso([...asked, '--data', house.dir], { env: house.env })).toMatchObject({ code: 0 })
  alone.signal('SIGTERM')
  expect(await alone.ended).toEqual({ code: 0, signal: null })
})
