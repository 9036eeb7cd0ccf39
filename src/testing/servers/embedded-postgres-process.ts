/**
 * A process that has the embedded Postgres of `argv[2]` open, for tests that kill it: prints one JSON line (`url`, `adopted`, or `error`)
 * when it is open, and closes it when its standard input ends.
 */
import { once } from 'node:events'
import { openEmbeddedPostgres } from '../../ledger/embedded/embedded-postgres.ts'

const log = { info: () => {}, warn: () => {} }

try {
  const postgres = await openEmbeddedPostgres({ dir: process.argv[2] ?? '', log, settings: { fsync: 'off' } })
  console.log(JSON.stringify({ url: postgres.url, adopted: postgres.adopted }))
  process.stdin.resume()
  await once(process.stdin, 'end')
  await postgres.close()
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }))
  process.exitCode = 1
}
