/** What is said, in a terminal and by JSON lines, to a bot whose Postgres has been killed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createPool } from '../ledger/open-ledger.ts'
import { startDoor, type Door } from '../testing/processes/door.ts'
import { startSaysoProcess, type SaysoProcess } from '../testing/processes/sayso-process.ts'
import { startPostgresServer, type PostgresServer } from '../testing/servers/postgres-server.ts'
import { ordersOnly } from '../testing/installations/test-installation.ts'

const from = '+5511990000000'
const text = 'status of order 204'

let server: PostgresServer
let dir: string
let door: Door
let terminal: SaysoProcess

beforeAll(async () => {
  server = await startPostgresServer()
  dir = await mkdtemp(path.join(tmpdir(), 'sayso-lost-'))
  const people = path.join(dir, 'people.yaml')
  await writeFile(people, `people:\n  - { phone: "${from}", name: Ana, roles: [owner], language: en }\n`)
  const env = {
    DATABASE_URL: server.url,
    SAYSO_SECRET: 'a secret of tests that is long enough to be taken',
    NODE_OPTIONS: `--import ${inject('bundledSayso')}`,
    ...ordersOnly(),
  }
  door = startDoor({ dir: path.join(dir, 'door'), env, people, worker: false })
  const args = ['chat', '--no-worker', '--data', path.join(dir, 'terminal'), '--people', people]
  terminal = startSaysoProcess(args, env)
})
afterAll(async () => {
  await Promise.all([door.kill(), terminal.kill()])
  await server.close()
  await rm(dir, { recursive: true, force: true, maxRetries: 3 })
})

/** Says the same at both doors. */
function say(id: string): void {
  door.say({ from, text, id })
  terminal.type(text)
}

/** Resolves when both have answered, the terminal as often as that. */
async function answered(id: string, times: number): Promise<void> {
  await Promise.all([
    door.until(`the end of ${id}`, (lines) => lines.find(({ done }) => done === id)),
    terminal.heard(new RegExp(`(?:Maria Souza[^]*){${times}}`, 'u')),
  ])
}

test('what is said while Postgres is away is taken when it is back; what it does not take in time is refused in words, and can be said again', async () => {
  say('before')
  await answered('before', 1)

  await server.kill()
  say('meanwhile')
  await server.restart()
  await answered('meanwhile', 2)
  expect(door.lines.filter(({ error }) => error !== undefined)).toEqual([])

  await server.kill()
  say('too-long')
  const [refused] = await Promise.all([
    door.until('a refusal', (lines) => lines.find(({ error }) => error !== undefined)),
    terminal.heard(/The database does not answer, so this could not be taken\..* say it again\./u),
  ])
  expect(refused.error).toMatch(/"too-long" was not taken, .*ECONNREFUSED.* Write it again with that id/u)
  await server.restart()
  say('too-long')
  await answered('too-long', 3)
  const pool = createPool({ url: server.url })
  const schemas = await pool.query<{ name: string }>(
    `select table_schema as name from information_schema.tables where table_name = 'inbox'`,
  )
  const kept = schemas.rows.map(({ name }) => pool.query(`select message_id from ${name}.inbox order by seq`))
  expect((await Promise.all(kept)).map(({ rows }) => rows.length)).toEqual([3, 3])
  await pool.end()

  expect(await door.stop()).toBe(0)
  terminal.signal('SIGTERM')
  expect(await terminal.ended).toEqual({ code: 0, signal: null })
  expect(door.lines.flatMap(({ done }) => done ?? [])).toEqual(['before', 'meanwhile', 'too-long'])
})
