import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RetryableError } from '../errors.ts'
import { describeCommandQueue } from '../testing/command-queue.contract.ts'
import { createTcpGate, type TcpGate } from '../testing/servers/tcp-gate.ts'
import { createTestDatabase, type TestDatabase } from '../testing/installations/test-database.ts'
import { waitingForDisk, watchCommits } from '../testing/installations/watch-commits.ts'
import { createCommandQueue } from './command-queue.ts'
import { createCommandWorker } from './command-worker.ts'
import type { QueueBackend } from './queue-backend.ts'

/** Beside the schema of the ledger, as in the field; the URL of a test names that one. */
function jobsBeside({ schema }: TestDatabase): string {
  return `${schema}_jobs`
}

async function closeWithJobs(database: TestDatabase): Promise<void> {
  await database.pool.query(`drop schema if exists ${jobsBeside(database)} cascade`)
  await database.close()
}

describeCommandQueue('Postgres', async () => {
  const database = await createTestDatabase()
  return {
    backend: { kind: 'postgres', url: database.url, schema: jobsBeside(database) },
    close: () => closeWithJobs(database),
  }
})

describe('the command queue in Postgres', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => closeWithJobs(database))

  test('a job says the command id and nothing else', async () => {
    const backend = { kind: 'postgres', url: database.url, schema: jobsBeside(database) } as const
    const queue = createCommandQueue({ backend, prefix: 'data' })
    const commandId = randomUUID()
    await expect.poll(() => queue.health()).toBe('up')
    await queue.add(commandId)
    const { rows } = await database.pool.query(`select id, data from ${jobsBeside(database)}.job`)
    expect(rows).toEqual([{ id: commandId, data: { commandId } }])
    await queue.close()
  })

  test('no commit of the queue waits for the disk: what Postgres forgets is added again', async () => {
    const backend = { kind: 'postgres', url: waitingForDisk(database.url), schema: jobsBeside(database) } as const
    const queue = createCommandQueue({ backend, prefix: 'unflushed' })
    await expect.poll(() => queue.health()).toBe('up')
    const commits = await watchCommits(database.pool, { [`${jobsBeside(database)}.job`]: `'job'` })
    await queue.add(randomUUID())
    expect(await commits()).toEqual(['job does not wait'])
    await queue.close()
  })

  describe('when Postgres goes away', () => {
    const soon = { interval: 20 }
    const log = { warn: () => undefined, error: () => undefined }
    let gate: TcpGate
    let backend: QueueBackend
    let prefix: string
    beforeAll(async () => {
      const url = new URL(database.url)
      url.hostname = '127.0.0.1'
      gate = await createTcpGate({ host: url.hostname, port: Number(url.port) })
      url.port = String(gate.port)
      backend = { kind: 'postgres', url: url.href, schema: jobsBeside(database) }
    })
    afterAll(() => gate.shut())
    beforeEach(() => {
      prefix = `test:${randomUUID()}`
    })

    test('every call is refused; when it is back, all goes on by itself', async () => {
      const ran: string[] = []
      const run = async (commandId: string): Promise<void> => void ran.push(commandId)
      const queue = createCommandQueue({ backend, prefix })
      const worker = createCommandWorker({ backend, prefix, concurrency: 1, run, log })
      const [before, after] = [randomUUID(), randomUUID()]
      await queue.add(before)
      await expect.poll(() => ran, soon).toEqual([before])
      await gate.shut()
      await expect.poll(() => queue.health(), soon).toBe('down')
      const failure = await queue.add(after).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(RetryableError)
      expect(failure).toMatchObject({ code: 'queue_unavailable' })
      await gate.open()
      await expect.poll(() => queue.health(), soon).toBe('up')
      await queue.add(after)
      await expect.poll(() => ran, soon).toEqual([before, after])
      await worker.close(0)
      await queue.close()
    })

    test('queue and worker that are made meanwhile find it when it is back', async () => {
      const ran: string[] = []
      const run = async (commandId: string): Promise<void> => void ran.push(commandId)
      const troubled = Promise.withResolvers<void>()
      await gate.shut()
      const queue = createCommandQueue({ backend, prefix })
      const worker = createCommandWorker({
        backend,
        prefix,
        concurrency: 1,
        run,
        log: { ...log, warn: () => troubled.resolve() },
      })
      expect(await queue.health()).toBe('down')
      await troubled.promise
      await gate.open()
      await expect.poll(() => queue.health(), soon).toBe('up')
      const commandId = randomUUID()
      await queue.add(commandId)
      await expect.poll(() => ran, soon).toEqual([commandId])
      await worker.close(0)
      await queue.close()
    })
  })
})
