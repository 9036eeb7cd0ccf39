import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { QueryResultRow } from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../ledger/database.ts'
import { ensureDemoShop } from '../../ledger/shop/demo-shop.ts'
import { openLedgerSecrets } from '../../ledger/secrets/open-ledger-secrets.ts'
import { openLedger } from '../../ledger/open-ledger.ts'
import { createSealer } from '../../ledger/evidence/sealer.ts'
import { createSecrets } from '../../ledger/secrets/secrets.ts'
import { verifyLedger, type VerifyReport } from '../../ledger/verify/verify-ledger.ts'
import { changePeople } from './change-people.ts'
import { createLedgerDatabase } from './test-database.ts'
import { startDoor, startWorkerProcess, type Door, type WorkerProcess } from '../processes/door.ts'
import type { KillPlan } from '../processes/kill-at-query.ts'

const secret = 'a secret of tests that is long enough to be taken'
const mostPeople = 60

/** An installation of Sayso with a data folder, people and a database of its own, for tests with real processes. */
export type TestInstallation = {
  readonly dir: string
  /** The people file. */
  readonly people: string
  /** The schema of the ledger. */
  readonly schema: string
  /** Connection URL of its database, which holds its ledger in `schema`; what else its processes need they make. */
  readonly url: string
  /** The environment of its processes. */
  readonly env: Readonly<Record<string, string>>
  /** Phone of the owner with this number, from 0. */
  readonly phone: (n: number) => string
  /** Makes its ledger, secrets and demo shop as far as they are not there, which is done by the first start otherwise. */
  readonly make: () => Promise<void>
  /** Starts the bot; with `mayDie` it heeds the kill plan. */
  readonly openDoor: (options?: { readonly worker?: boolean; readonly mayDie?: boolean }) => Door
  readonly openWorker: (options?: {
    readonly mayDie?: boolean
    readonly env?: Readonly<Record<string, string>>
  }) => Promise<WorkerProcess>
  /** From now on the queries of processes that may die count; `null`: no more. */
  readonly plan: (plan: KillPlan | null) => void
  /** What has counted since, in order. */
  readonly counted: () => readonly string[]
  /** Reads the ledger and the demo shop, whose tables are named without their schemas. */
  readonly rows: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  /** Writes into the table of people, who are vouched for then. */
  readonly changePeople: (text: string, values?: readonly unknown[]) => Promise<void>
  /** Holds the locks that a statement takes, until released. */
  readonly hold: (text: string) => Promise<{ readonly release: () => Promise<void> }>
  /** Seals what is left and walks the whole chain of evidence. */
  readonly verify: () => Promise<VerifyReport>
  /** Kills what still runs, lets go what is held, drops the database and removes the folder. */
  readonly close: () => Promise<void>
}

/** @param ledger whether its ledger is there, up to date and empty, or left to its first start */
export async function createTestInstallation(
  env: Readonly<Record<string, string>> = {},
  { ledger = true }: { readonly ledger?: boolean } = {},
): Promise<TestInstallation> {
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'sayso-installation-')))
  const schema = `sayso_${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`
  const people = path.join(dir, 'people.yaml')
  const killPlan = path.join(dir, 'kill-plan.json')
  await writeFile(people, `people:\n${Array.from({ length: mostPeople }, (_none, n) => personLine(n)).join('')}`)
  const database = await createLedgerDatabase(schema, { path: `${schema},${schema}_shop` })
  const { pool } = database
  if (!ledger) await pool.query(`drop schema ${schema} cascade`)
  // Each process looks for its own schemas in it.
  const url = database.url.replace(/\?.*/u, '')
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const processes: (Door | WorkerProcess)[] = []
  const held = new Set<() => Promise<void>>()
  const environment = {
    DATABASE_URL: url,
    SAYSO_SECRET: secret,
    NODE_COMPILE_CACHE: compileCache,
    NODE_OPTIONS: `--import ${inject('bundledSayso')}`,
    ...env,
  }
  const options = (mayDie: boolean) => ({
    dir,
    env: environment,
    ...(mayDie ? { killPlan } : {}),
  })
  return {
    dir,
    people,
    schema,
    url,
    env: environment,
    phone,
    make: async () => {
      const opened = await openLedger({ url, schema })
      await openLedgerSecrets(opened.db, [environment['SAYSO_SECRET']])
      await ensureDemoShop(opened.pool, `${schema}_shop`)
      await opened.close()
    },
    openDoor: ({ worker = true, mayDie = false } = {}) => {
      const door = startDoor({ ...options(mayDie), people, worker })
      processes.push(door)
      return door
    },
    openWorker: async ({ mayDie = false, env: own = {} } = {}) => {
      const started = options(mayDie)
      const worker = await startWorkerProcess({ ...started, env: { ...started.env, ...own } })
      processes.push(worker)
      return worker
    },
    plan: (plan) => {
      rmSync(`${killPlan}.log`, { force: true })
      if (plan === null) rmSync(killPlan, { force: true })
      else writeFileSync(killPlan, JSON.stringify(plan))
    },
    counted: () =>
      existsSync(`${killPlan}.log`) ? readFileSync(`${killPlan}.log`, 'utf8').split('\n').filter(Boolean) : [],
    rows: async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    changePeople: async (text, values) => {
      await changePeople({ db, secrets: createSecrets(environment['SAYSO_SECRET']) }, text, values)
    },
    hold: async (text) => {
      const client = await pool.connect()
      // However slow the machine is.
      await client.query('begin; set local idle_in_transaction_session_timeout = 0')
      await client.query(text)
      const release = async (): Promise<void> => {
        held.delete(release)
        await client.query('rollback')
        client.release()
      }
      held.add(release)
      return { release }
    },
    verify: async () => {
      const secrets = createSecrets(secret)
      await createSealer({ db, secrets, clock: () => new Date() }).seal()
      return verifyLedger({ db, secrets })
    },
    close: async () => {
      await Promise.all(processes.map((each) => each.kill()))
      await Promise.all([...held].map((release) => release()))
      await database.close()
      await rm(dir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/**
 * The environment of an installation that knows the commands about orders alone, and English: reading all that is shipped takes a fifth
 * of a start.
 */
export function ordersOnly(): Readonly<Record<string, string>> {
  return { SAYSO_CATALOGUE: inject('ordersCatalogue') }
}

/** Shared by all processes of all tests, so that starting them costs less. */
const compileCache = path.join(tmpdir(), 'sayso-compile-cache')

function phone(n: number): string {
  return `+551199000${String(n).padStart(4, '0')}`
}

function personLine(n: number): string {
  return `  - { phone: "${phone(n)}", name: "Owner ${n}", roles: [owner], language: en }\n`
}
