import { randomUUID } from 'node:crypto'
import { Queue } from 'bullmq'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RetryableError } from '../errors.ts'
import { describeCommandQueue } from '../testing/command-queue.contract.ts'
import { type RedisServer, startRedisServer } from '../testing/servers/redis-server.ts'
import { type CommandQueue, createCommandQueue } from './command-queue.ts'
import { type CommandWorker, createCommandWorker } from './command-worker.ts'
import type { QueueBackend } from './queue-backend.ts'
import { createRedisProducer, whenConnected } from './redis-connection.ts'
import { createSweep } from './sweep.ts'

describeCommandQueue('Redis', async () => {
  const server = await startRedisServer()
  return { backend: { kind: 'redis', url: server.url }, close: () => server.close() }
})

describe('the command queue on a Redis in trouble', () => {
  const soon = { interval: 10 }
  const log = { warn: () => undefined, error: () => undefined }
  let server: RedisServer
  let backend: QueueBackend
  let prefix: string
  let queue: CommandQueue
  let worker: CommandWorker | undefined
  let ran: string[]
  beforeAll(async () => {
    server = await startRedisServer()
    backend = { kind: 'redis', url: server.url }
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    if (!isAlive(server.pid)) await server.restart()
    prefix = `test:${randomUUID()}`
    queue = createCommandQueue({ backend, prefix })
    ran = []
  })
  afterEach(async () => {
    await worker?.close(0)
    worker = undefined
    await queue.close()
  })

  function startWorker(run: (commandId: string) => Promise<void> = async () => undefined): void {
    const noting = (commandId: string): Promise<void> => {
      ran.push(commandId)
      return run(commandId)
    }
    worker = createCommandWorker({ backend, prefix, concurrency: 2, run: noting, log })
  }

  /** Loses all that Redis has, as `FLUSHALL` or a restart does. */
  async function flush(): Promise<void> {
    const redis = createRedisProducer(server.url)
    await whenConnected(redis)
    await redis.flushall()
    redis.disconnect()
  }

  /** Sets up the running server; it forgets that when it is restarted. */
  async function setUp(settings: Readonly<Record<string, string>>): Promise<void> {
    const redis = createRedisProducer(server.url)
    await whenConnected(redis)
    for (const [name, value] of Object.entries(settings)) {
      await (name === 'replicaof' ? redis.call(name, ...value.split(' ')) : redis.config('SET', name, value))
    }
    redis.disconnect()
  }

  function sweepOf(ids: readonly string[], errors: unknown[] = []) {
    return createSweep({
      confirmedCommands: async () => ids,
      queue,
      onError: (error) => errors.push(error),
      intervalMs: 10,
    })
  }

  test('a job says the command id and nothing else', async () => {
    const commandId = randomUUID()
    await queue.add(commandId)
    const redis = createRedisProducer(server.url)
    await whenConnected(redis)
    expect(JSON.parse((await redis.hget(`${prefix}:commands:${commandId}`, 'data')) ?? '')).toEqual({ commandId })
    redis.disconnect()
  })

  test('killed: health goes down and every call is refused; restarted: all goes on by itself', async () => {
    startWorker()
    const [before, after] = [randomUUID(), randomUUID()]
    await queue.add(before)
    await expect.poll(() => ran, soon).toEqual([before])
    await server.kill()
    await expect.poll(() => queue.health(), soon).toBe('down')
    for (const call of [queue.add, queue.has, queue.remove, queue.counts]) {
      const failure = await call(after).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(RetryableError)
      expect(failure).toMatchObject({ code: 'queue_unavailable' })
    }
    await server.restart()
    await expect.poll(() => queue.health(), soon).toBe('up')
    await queue.add(after)
    await expect.poll(() => ran, soon).toEqual([before, after])
  })

  test('silent: health says so and an add is refused while nothing answers', async () => {
    await expect.poll(() => queue.health(), soon).toBe('up')
    server.pause()
    const add = queue.add(randomUUID()).catch((error: unknown) => error)
    await expect.poll(() => queue.health(), soon).toBe('down')
    expect(await add).toMatchObject({ code: 'queue_unavailable' })
    server.resume()
    await expect.poll(() => queue.health(), soon).toBe('up')
  })

  test.each([
    ['full', { maxmemory: '1' }, { maxmemory: '0' }, /OOM/u],
    ['a replica', { replicaof: '127.0.0.1 1' }, { replicaof: 'no one' }, /READONLY/u],
    [
      'without the replicas that it must have',
      { 'min-replicas-to-write': '1' },
      { 'min-replicas-to-write': '0' },
      /NOREPLICAS/u,
    ],
  ])('%s: it answers and takes no jobs, so health is down and says why, until it takes them', async (...given) => {
    const [, trouble, cure, why] = given
    await expect.poll(() => queue.health(), soon).toBe('up')
    await setUp(trouble)
    await expect.poll(() => queue.health(), soon).toBe('down')
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0 })
    await expect(queue.add(randomUUID())).rejects.toMatchObject({ code: 'queue_unavailable' })
    await expect(queue.probe()).rejects.toThrow(why)
    await setUp(cure)
    await expect.poll(() => queue.health(), soon).toBe('up')
    await queue.add(randomUUID())
  })

  test('health is asked once and remembered for a moment', async () => {
    await expect.poll(() => queue.health(), soon).toBe('up')
    expect(queue.health()).toBe(queue.health())
  })

  test('queue and worker that are made while Redis is away find it when it comes', async () => {
    await queue.close()
    await server.kill()
    queue = createCommandQueue({ backend, prefix })
    startWorker()
    expect(await queue.health()).toBe('down')
    const commandId = randomUUID()
    await expect(queue.add(commandId)).rejects.toMatchObject({ code: 'queue_unavailable' })
    await server.restart()
    await expect.poll(() => queue.health(), soon).toBe('up')
    await queue.add(commandId)
    await expect.poll(() => ran, soon).toEqual([commandId])
  })

  test('all of Redis lost: a sweep brings back every job', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const commandId of ids) await queue.add(commandId)
    await flush()
    expect(await queue.has(ids[0] ?? '')).toBe(false)
    expect(await sweepOf(ids).sweep()).toBe(3)
    startWorker()
    await expect.poll(() => ran.toSorted(), soon).toEqual(ids.toSorted())
  })

  test('all of Redis lost while a command runs: the job that comes back does not run it a second time beside itself', async () => {
    const [commandId, last] = [randomUUID(), randomUUID()]
    const end = Promise.withResolvers<void>()
    startWorker((id) => (id === commandId ? end.promise : Promise.resolve()))
    await queue.add(commandId)
    await expect.poll(() => ran, soon).toEqual([commandId])
    await flush()
    expect(await sweepOf([commandId, last]).sweep()).toBe(2)
    await expect.poll(() => queue.has(commandId), soon).toBe(false)
    await expect.poll(() => ran, soon).toEqual([commandId, last])
    end.resolve()
  })

  test('a sweep reports an outage once, and goes on when it is over', async () => {
    const errors: unknown[] = []
    const ids = [randomUUID()]
    const sweep = sweepOf(ids, errors)
    await server.kill()
    expect(await sweep.sweep()).toBe(0)
    expect(await sweep.sweep()).toBe(0)
    expect(errors).toEqual([expect.objectContaining({ code: 'queue_unavailable' })])
    await server.restart()
    sweep.start()
    startWorker()
    await expect.poll(() => ran, soon).toContain(ids[0])
    await sweep.stop()
    await server.kill()
    expect(await sweep.sweep()).toBe(0)
    expect(errors).toHaveLength(2)
    await server.restart()
  })

  test('a worker closes in time while Redis is away, idle or not', { timeout: 30_000 }, async () => {
    const end = Promise.withResolvers<void>()
    const idle = createCommandWorker({ backend, prefix: `${prefix}:idle`, concurrency: 1, run: () => end.promise, log })
    startWorker(() => end.promise)
    await queue.add(randomUUID())
    await expect.poll(() => ran, soon).toHaveLength(1)
    await server.kill()
    await expect.poll(() => queue.health(), soon).toBe('down')
    await Promise.all([idle.close(100), worker?.close(100)])
    end.resolve()
    await server.restart()
  })

  test('a job that names no command is dropped and logged', async () => {
    const errors: object[] = []
    const run = async (commandId: string): Promise<void> => void ran.push(commandId)
    const telling = { ...log, error: (details: object) => void errors.push(details) }
    const strangers = new Queue('commands', { connection: { url: server.url }, prefix })
    await strangers.add('command', { commandId: { $ne: '' } }, { jobId: 'strange', removeOnComplete: true })
    await strangers.close()
    worker = createCommandWorker({ backend, prefix, concurrency: 1, run, log: telling })
    await expect.poll(() => queue.has('strange'), soon).toBe(false)
    expect(errors).toEqual([{ event: 'job.unnamed' }])
    expect(ran).toEqual([])
  })
})

/** False after a test that killed it and then failed. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
