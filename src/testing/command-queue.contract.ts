import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type CommandQueue, createCommandQueue } from '../dispatch/command-queue.ts'
import { type CommandWorker, createCommandWorker } from '../dispatch/command-worker.ts'
import type { QueueBackend } from '../dispatch/queue-backend.ts'
import { createSweep } from '../dispatch/sweep.ts'

/** A backend that the suite may fill with queues. */
export type QueueBackendUnderTest = { readonly backend: QueueBackend; readonly close: () => Promise<void> }

/** A lock so short that a test can wait for its end. */
const brief = { lockMs: 500, stalledCheckMs: 250 }
/** One that a busy machine still renews in time. */
const renewed = { lockMs: 3_000, stalledCheckMs: 250 }
const soon = { interval: 10, timeout: 8_000 }

/** What queue, worker and sweep promise together, whatever BullMQ stores its jobs in. */
export function describeCommandQueue(name: string, open: () => Promise<QueueBackendUnderTest>): void {
  describe(`the command queue on ${name}`, () => {
    let subject: QueueBackendUnderTest
    let prefix: string
    let queue: CommandQueue
    let workers: CommandWorker[]
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(() => subject.close())
    beforeEach(() => {
      prefix = `test:${randomUUID()}`
      queue = createCommandQueue({ backend: subject.backend, prefix })
      workers = []
    })
    afterEach(async () => {
      await Promise.all(workers.map((worker) => worker.close(0)))
      await queue.close()
    })

    type WorkerOptions = Parameters<typeof createCommandWorker>[0]
    function startWorker(run: WorkerOptions['run'], options: Partial<WorkerOptions> = {}): CommandWorker {
      const log = { warn: () => undefined, error: () => undefined }
      const worker = createCommandWorker({ backend: subject.backend, prefix, concurrency: 4, run, log, ...options })
      workers.push(worker)
      return worker
    }

    /** A worker that notes what it runs and ends each run at once. */
    function startNoting(options: Partial<WorkerOptions> = {}): string[] {
      const ran: string[] = []
      startWorker(async (commandId) => void ran.push(commandId), options)
      return ran
    }

    /** A worker whose runs last until the test ends them. */
    function startPatient(options: Partial<WorkerOptions> = {}) {
      const started: string[] = []
      const end = new Map<string, () => void>()
      const worker = startWorker((commandId) => {
        started.push(commandId)
        return new Promise((resolve) => end.set(commandId, resolve))
      }, options)
      return { worker, started, end: (commandId: string) => end.get(commandId)?.() }
    }

    test('is up', async () => {
      await expect.poll(() => queue.health(), soon).toBe('up')
    })

    test('a command that is added many times has one job and runs once', async () => {
      const [commandId, last] = [randomUUID(), randomUUID()]
      await Promise.all(Array.from({ length: 10 }, () => queue.add(commandId)))
      await queue.add(commandId)
      expect(await queue.counts()).toEqual({ waiting: 1, active: 0 })
      await queue.add(last)
      const ran = startNoting({ concurrency: 1 })
      await expect.poll(() => queue.has(last), soon).toBe(false)
      expect(ran).toEqual([commandId, last])
    })

    test('has a job while it waits and while it runs, and none before and after', async () => {
      const commandId = randomUUID()
      expect(await queue.has(commandId)).toBe(false)
      await queue.add(commandId)
      expect(await queue.has(commandId)).toBe(true)
      const patient = startPatient()
      await expect.poll(() => patient.started, soon).toEqual([commandId])
      expect(await queue.has(commandId)).toBe(true)
      expect(await queue.counts()).toEqual({ waiting: 0, active: 1 })
      patient.end(commandId)
      await expect.poll(() => queue.has(commandId), soon).toBe(false)
      expect(await queue.counts()).toEqual({ waiting: 0, active: 0 })
    })

    test('a finished command can be added again', async () => {
      const commandId = randomUUID()
      const ran = startNoting()
      await queue.add(commandId)
      await expect.poll(() => queue.has(commandId), soon).toBe(false)
      await queue.add(commandId)
      await expect.poll(() => ran, soon).toEqual([commandId, commandId])
    })

    test('a waiting job is removed and never runs; an absent one is absent', async () => {
      const [dropped, kept] = [randomUUID(), randomUUID()]
      await queue.add(dropped)
      await queue.add(kept)
      expect(await queue.remove(dropped)).toBe('removed')
      expect(await queue.remove(dropped)).toBe('absent')
      expect(await queue.has(dropped)).toBe(false)
      const ran = startNoting({ concurrency: 1 })
      await expect.poll(() => queue.has(kept), soon).toBe(false)
      expect(ran).toEqual([kept])
    })

    test('a running job is not removed', async () => {
      const commandId = randomUUID()
      const patient = startPatient()
      await queue.add(commandId)
      await expect.poll(() => patient.started, soon).toEqual([commandId])
      expect(await queue.remove(commandId)).toBe('running')
      expect(await queue.has(commandId)).toBe(true)
      patient.end(commandId)
      await expect.poll(() => queue.remove(commandId), soon).toBe('absent')
    })

    test('a worker runs as many commands side by side as it may', async () => {
      const ids = [randomUUID(), randomUUID(), randomUUID()]
      const patient = startPatient({ concurrency: 2 })
      for (const commandId of ids) await queue.add(commandId)
      await expect.poll(() => patient.started, soon).toEqual(ids.slice(0, 2))
      expect(await queue.counts()).toEqual({ waiting: 1, active: 2 })
      patient.end(ids[0] ?? '')
      await expect.poll(() => patient.started, soon).toEqual(ids)
      for (const commandId of ids) patient.end(commandId)
    })

    test('a run that rejects is logged, and its command can be added again', async () => {
      const commandId = randomUUID()
      const logged: object[] = []
      const ran: string[] = []
      const log = { warn: () => undefined, error: (details: object) => void logged.push(details) }
      const refuseTheFirst = async (id: string): Promise<void> => {
        ran.push(id)
        if (ran.length === 1) throw new Error('the ledger is away')
      }
      startWorker(refuseTheFirst, { log })
      await queue.add(commandId)
      await expect.poll(() => queue.has(commandId), soon).toBe(false)
      expect(logged).toEqual([{ event: 'run.unfinished', commandId, err: new Error('the ledger is away') }])
      await queue.add(commandId)
      await expect.poll(() => ran, soon).toEqual([commandId, commandId])
    })

    test('queues of different prefixes know nothing of each other', async () => {
      const commandId = randomUUID()
      const other = createCommandQueue({ backend: subject.backend, prefix: `test:${randomUUID()}` })
      await queue.add(commandId)
      expect(await other.has(commandId)).toBe(false)
      expect(await other.counts()).toEqual({ waiting: 0, active: 0 })
      await other.close()
    })

    test('a job whose worker was killed in the middle is taken over by another one', async () => {
      const commandId = randomUUID()
      const victim = spawnWorker(subject.backend, prefix)
      await queue.add(commandId)
      expect(await victim.firstRun).toBe(commandId)
      const ran = startNoting(renewed)
      expect(await queue.remove(commandId)).toBe('running')
      await victim.kill()
      await expect.poll(() => ran, soon).toEqual([commandId])
      await expect.poll(() => queue.has(commandId), soon).toBe(false)
    })

    test('closing waits for a run that ends in time, which then is not run again', async () => {
      const [commandId, last] = [randomUUID(), randomUUID()]
      const patient = startPatient()
      await queue.add(commandId)
      await expect.poll(() => patient.started, soon).toEqual([commandId])
      const closed = patient.worker.close(8_000)
      await queue.add(last)
      patient.end(commandId)
      await closed
      expect(await queue.has(commandId)).toBe(false)
      const ran = startNoting()
      await expect.poll(() => ran, soon).toEqual([last])
      expect(patient.started).toEqual([commandId])
    })

    test('closing aborts the run; when it gives up, another worker has the job at once', async () => {
      const commandId = randomUUID()
      const started: string[] = []
      const worker = startWorker(async (id, signal) => {
        started.push(id)
        await once(signal, 'abort')
        throw new Error('stopped halfway')
      })
      await queue.add(commandId)
      await expect.poll(() => started, soon).toEqual([commandId])
      await worker.close(8_000)
      expect(await queue.has(commandId)).toBe(true)
      const ran = startNoting()
      await expect.poll(() => ran, { interval: 10, timeout: 2_000 }).toEqual([commandId])
    })

    test('closing does not wait longer than its grace; the run left behind is taken over', async () => {
      const commandId = randomUUID()
      const stubborn = startPatient(brief)
      await queue.add(commandId)
      await expect.poll(() => stubborn.started, soon).toEqual([commandId])
      const asked = performance.now()
      await stubborn.worker.close(100)
      expect(performance.now() - asked).toBeLessThan(1_000)
      const ran = startNoting(brief)
      await expect.poll(() => ran, soon).toEqual([commandId])
      stubborn.end(commandId)
    })

    test('a sweep adds the jobs that are missing and no others', async () => {
      const ids = [randomUUID(), randomUUID(), randomUUID()]
      await queue.add(ids[1] ?? '')
      const errors: unknown[] = []
      const sweep = createSweep({
        confirmedCommands: async () => ids,
        queue,
        onError: (error) => errors.push(error),
        intervalMs: 60_000,
      })
      expect(await sweep.sweep()).toBe(2)
      expect(await sweep.sweep()).toBe(0)
      expect(errors).toEqual([])
      const ran = startNoting()
      await expect.poll(() => ran.toSorted(), soon).toEqual(ids.toSorted())
    })

    test('a sweep that was started goes on until it is stopped', async () => {
      const commandId = randomUUID()
      let rounds = 0
      const confirmedCommands = async (): Promise<readonly string[]> => {
        rounds += 1
        return [commandId]
      }
      const sweep = createSweep({ confirmedCommands, queue, onError: () => undefined, intervalMs: 5 })
      sweep.start()
      sweep.start()
      await expect.poll(() => queue.has(commandId).catch(() => false), soon).toBe(true)
      expect(await queue.remove(commandId)).toBe('removed')
      await expect.poll(() => queue.has(commandId), soon).toBe(true)
      await sweep.stop()
      const until = rounds
      expect(await sweep.sweep()).toBe(0)
      expect(rounds).toBe(until + 1)
    })
  })
}

/** Starts a worker in a process of its own. */
function spawnWorker(backend: QueueBackend, prefix: string) {
  const script = fileURLToPath(new URL('processes/command-worker-process.ts', import.meta.url))
  const args = [script, JSON.stringify(backend), prefix, String(renewed.lockMs), String(renewed.stalledCheckMs)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  // One that is left behind would keep the whole run from ending.
  onTestFinished(() => void child.kill('SIGKILL'))
  const firstRun = once(createInterface(child.stdout), 'line').then(([line]) => String(line))
  return {
    /** The first command that it runs. */
    firstRun,
    kill: async (): Promise<void> => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
