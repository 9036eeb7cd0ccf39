/**
 * What a whole test run shares: a private Postgres, in which every test makes a schema or a ledger of its own
 * (`createTestDatabase`, `createLedgerDatabase`), a small catalogue, and a Sayso that loads fast.
 */
import type { TestProject } from 'vitest/node'
import { openThrowawayPostgres } from '../ledger/embedded/throwaway-postgres.ts'
import { bundledLibraries, bundledSayso } from './bundle-sayso.ts'
import { createOrdersCatalogue } from './catalogues/orders-catalogue.ts'
import { makeLedgerTemplate } from './installations/test-database.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    /** Connection URL of the run's own Postgres. */
    readonly postgresUrl: string
    /** The folder of `createOrdersCatalogue`. */
    readonly ordersCatalogue: string
    /** For Node's `--import`: the preload of `bundledSayso`. */
    readonly bundledSayso: string
    /** The same of `bundledLibraries`. */
    readonly bundledLibraries: string
  }
}

/** Called by vitest once, before the first test file; the function it returns is called after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openThrowawayPostgres({ log: { info: () => {}, warn: console.warn } })
  await makeLedgerTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  project.provide('bundledSayso', await bundledSayso())
  project.provide('bundledLibraries', await bundledLibraries())
  const catalogue = await createOrdersCatalogue()
  project.provide('ordersCatalogue', catalogue.dir)
  return async () => {
    await catalogue.remove()
    await postgres.close()
  }
}
