/** One private Postgres for a whole test run; every test makes a schema of its own in it (`createTestDatabase`). */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbeddedPostgres } from '../ledger/embedded-postgres.ts'
import { layOutDataFolder } from '../ledger/postgres-data.ts'
import { findPostmaster, isAlive, stopPostgres } from '../ledger/postgres-postmaster.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    /** Connection URL of the run's own Postgres. */
    readonly postgresUrl: string
  }
}

// Nobody will miss these data, so nothing waits for a disk; many test files hold pools at the same time.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

const prefix = 'sayso-test-'

/** Called by vitest once, before the first test file; the function it returns is called after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  const dir = await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-`))
  const log = { info: () => {}, warn: console.warn }
  const postgres = await openEmbeddedPostgres({ dir, log, settings })
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/** A run that was killed could not stop its Postgres: the next run does, by the process number in the folder's name. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (!(pid > 0) || isAlive(pid)) continue
    const { dir, data } = layOutDataFolder(path.join(tmpdir(), name))
    const server = await findPostmaster(data)
    if (server !== undefined) await stopPostgres(data, server)
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}
