/** One private Postgres for a whole test run; every test makes a schema of its own in it (`createTestDatabase`). */
import type { TestProject } from 'vitest/node'
import { openThrowawayPostgres } from '../ledger/throwaway-postgres.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    /** Connection URL of the run's own Postgres. */
    readonly postgresUrl: string
  }
}

/** Called by vitest once, before the first test file; the function it returns is called after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openThrowawayPostgres({ log: { info: () => {}, warn: console.warn } })
  project.provide('postgresUrl', postgres.url)
  return postgres.close
}
