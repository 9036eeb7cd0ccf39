/**
 * What a turn costs, as ratios inside one run: message admitted → preview stored (and handed to the channel) against one
 * bare Postgres commit, and token → outcome against one bare BullMQ add → completed. Run with `npm run bench`; the numbers
 * of two runs do not compare. `docs/performance.md` says what they mean.
 *
 * All of it is measured on the disk that is here, and again with a Postgres that waits before each commit as long as a disk takes that
 * does not say it has stored before it has (`commit_delay`, whose wait is nowhere but in front of the flush).
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { startBot } from '../src/bot.ts'
import type { OutboundReply } from '../src/channel/channel.ts'
import { typedMessage } from '../src/channel/terminal/typed-message.ts'
import { readConfig } from '../src/config.ts'
import { createCommandQueue } from '../src/dispatch/command-queue.ts'
import { openWorker } from '../src/dispatch/queue-backend.ts'
import { syncPeople } from '../src/ledger/people/people.ts'
import { createSealer } from '../src/ledger/evidence/sealer.ts'
import { openFoundation, type Foundation } from '../src/open-foundation.ts'
import { ageLedger } from '../src/testing/installations/age-ledger.ts'
import { startRedisServer } from '../src/testing/servers/redis-server.ts'
import { startWorker } from '../src/worker.ts'
import { quantile } from './quantile.ts'
import { renderTable } from './table.ts'

const rounds = 100
const warmUp = 10
const copies = 400
/** Behind the one that begins: the order that was named, and what may be repeated. */
const tripsBeforeWriting = 2
const phone = '+15550100000'
const silent = pino({ level: 'silent' })

/** What a commit waits for its disk besides what it takes here, in microseconds. */
const slowDiskUs = 5000

for (const backend of ['postgres', 'redis'] as const) for (const waitUs of [0, slowDiskUs]) await bench(backend, waitUs)
await benchOld()

async function bench(backend: 'postgres' | 'redis', waitUs: number): Promise<void> {
  const redis = backend === 'redis' ? await startRedisServer() : null
  try {
    await withFoundation(redis === null ? {} : { REDIS_URL: redis.url }, async (foundation) => {
      await slowDown(foundation, waitUs)
      const disk = waitUs === 0 ? 'the disk that is here' : `a disk that takes ${waitUs / 1000} ms more`
      console.log(`\nQueue on ${backend}, ${disk}, ${rounds} rounds, milliseconds\n`)
      printTable(await measure(foundation))
    })
  } finally {
    await redis?.close()
  }
}

/** The same turns in a new ledger, and when as many commands are in it as somebody who asks for sixty a day leaves in two years. */
async function benchOld(): Promise<void> {
  await withFoundation({}, async (foundation) => {
    const { ledger } = foundation
    await addPeople(foundation)
    const young = await timeTurns(foundation, '205')
    await ageLedger(ledger.pool, { schema: ledger.schema, times: copies })
    // Else the bot would be at that while it is measured.
    await createSealer({ db: ledger.db, secrets: foundation.secrets, clock: () => new Date() }).seal()
    const old = await timeTurns(foundation, '204')
    const { rows } = await ledger.pool.query<{ count: number }>('select count(*)::int as count from envelopes')
    console.log(`\nAn old ledger, of ${rows[0]?.count} commands, ${rounds} rounds, milliseconds\n`)
    console.log(
      renderTable({
        head: ['', 'new, p50', 'p50', 'to new'],
        rows: [
          agedRow('message admitted → preview stored', old.preview, young.preview),
          agedRow('token → outcome sent', old.outcome, young.outcome),
        ],
      }),
    )
  })
}

async function withFoundation(env: NodeJS.ProcessEnv, work: (foundation: Foundation) => Promise<void>): Promise<void> {
  const data = await mkdtemp(path.join(tmpdir(), 'sayso-bench-'))
  const foundation = await openFoundation(readConfig(env, { data }), silent)
  try {
    await work(foundation)
  } finally {
    await foundation.close()
    await rm(data, { recursive: true, force: true })
  }
}

async function slowDown({ ledger }: Foundation, waitUs: number): Promise<void> {
  await ledger.pool.query('alter system set commit_siblings = 0')
  await ledger.pool.query(`alter system set commit_delay = ${waitUs}`)
  await ledger.pool.query('select pg_reload_conf()')
}

type Timings = Readonly<Record<'commit' | 'trips' | 'preview' | 'job' | 'outcome', readonly number[]>>

async function measure(foundation: Foundation): Promise<Timings> {
  await addPeople(foundation)
  const commit = await timeCommits(foundation)
  const trips = await timeRoundTrips(foundation)
  const job = await timeJobs(foundation)
  return { commit, trips, job, ...(await timeTurns(foundation, '205')) }
}

async function addPeople({ ledger, secrets }: Foundation): Promise<void> {
  const people = [{ phone, name: 'Bench', roles: ['owner'], language: 'en', timeZone: 'UTC' }]
  await ledger.db.transaction().execute((trx) => syncPeople(trx, people, { secrets, now: new Date() }))
}

async function timeCommits({ ledger }: Foundation): Promise<number[]> {
  await ledger.pool.query('create table bench_commits (id bigint generated always as identity primary key, body text)')
  return timeRounds(async () => {
    const begun = performance.now()
    await ledger.pool.query('insert into bench_commits (body) values ($1)', [randomUUID()])
    return performance.now() - begun
  })
}

/** The round trips of a preview with nothing in them (docs/performance.md): what no turn that makes them can be quicker than. */
async function timeRoundTrips({ ledger }: Foundation): Promise<number[]> {
  const client = await ledger.pool.connect()
  const times = await timeRounds(async () => {
    const begun = performance.now()
    for (const text of ['begin', ...Array.from({ length: tripsBeforeWriting }, () => 'select 1')])
      await client.query(text)
    await client.query('insert into bench_commits (body) values ($1)', [randomUUID()])
    await client.query('commit')
    return performance.now() - begun
  })
  client.release()
  return times
}

/** Until BullMQ has stored that the job is completed, and says so. */
async function timeJobs({ backend, prefix: ours }: Foundation): Promise<number[]> {
  const prefix = `${ours}-bench`
  const queue = createCommandQueue({ backend, prefix })
  let finished: (() => void) | undefined
  const { worker, disconnect } = openWorker(backend, prefix, async () => undefined, { concurrency: 1 })
  worker.on('completed', () => finished?.())
  worker.on('error', (error: Error) => console.error(error))
  while ((await queue.health()) === 'down') await new Promise((resolve) => setTimeout(resolve, 50))
  const times = await timeRounds(async () => {
    const completed = new Promise<void>((resolve) => (finished = resolve))
    const begun = performance.now()
    await queue.add(randomUUID())
    await completed
    return performance.now() - begun
  })
  await worker.close()
  disconnect()
  await queue.close()
  return times
}

/** Refunds of an order, a cent more each time, so that none is a repeat. */
async function timeTurns(foundation: Foundation, order: string): Promise<{ preview: number[]; outcome: number[] }> {
  let expected: { about: string; resolve: (outbound: OutboundReply) => void } | undefined
  const channel = {
    send: async (outbound: OutboundReply) => {
      if (outbound.reply.about === expected?.about) expected.resolve(outbound)
    },
    turnOver: () => undefined,
  }
  const bot = await startBot(foundation, { account: 'bench', channel })
  const worker = await startWorker(foundation)
  const ask = async (text: string, about: string) => {
    const answered = new Promise<OutboundReply>((resolve) => (expected = { about, resolve }))
    const begun = performance.now()
    await bot.receive(typedMessage({ account: 'bench', from: phone, text }))
    const admitted = performance.now()
    const { reply } = await answered
    const ended = performance.now()
    return { took: ended - begun, sinceAdmitted: ended - admitted, reply }
  }
  const outcome: number[] = []
  let cents = 0
  const preview = await timeRounds(async () => {
    cents += 1
    const shown = await ask(`REFUND_ORDER id=${order} amount=${(cents / 100).toFixed(2)}`, 'preview')
    const told = await ask(shown.reply.confirm?.expect ?? '', 'outcome')
    if (told.reply.command?.status !== 'executed') throw new Error(told.reply.text)
    outcome.push(told.took)
    return shown.sinceAdmitted
  })
  await worker.stop()
  await bot.stop()
  return { preview, outcome: outcome.slice(warmUp) }
}

async function timeRounds(round: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < rounds + warmUp; n++) times.push(await round())
  return times.slice(warmUp)
}

function printTable({ commit, trips, preview, job, outcome }: Timings): void {
  const rows = [
    ['one bare commit', commit, null],
    ['the round trips of a preview, empty', trips, commit],
    ['message admitted → preview stored', preview, commit],
    ['one bare job, added → completed', job, null],
    ['token → outcome sent', outcome, job],
  ] as const
  console.log(
    renderTable({
      head: ['', 'p50', 'p99', 'ratio p50'],
      rows: rows.map(([name, times, base]) => [
        name,
        quantile(times, 0.5).toFixed(2),
        quantile(times, 0.99).toFixed(2),
        base === null ? '' : ratio(times, base),
      ]),
    }),
  )
}

function ratio(times: readonly number[], base: readonly number[]): string {
  return `× ${(quantile(times, 0.5) / quantile(base, 0.5)).toFixed(1)}`
}

function agedRow(name: string, times: readonly number[], before: readonly number[]): readonly string[] {
  return [name, quantile(before, 0.5).toFixed(2), quantile(times, 0.5).toFixed(2), ratio(times, before)]
}
