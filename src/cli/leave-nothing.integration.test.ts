/** Whatever ends a process, the Postgres that it has started ends with it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostmaster } from '../ledger/postgres-postmaster.ts'
import { runSayso } from '../testing/run-sayso.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const own = { DATABASE_URL: '', REDIS_URL: '', SAYSO_SECRET: '' }

let dir: string
let data: string
const running: ChildProcess[] = []

beforeAll(async () => {
  dir = await realpath(await mkdtemp(path.join(tmpdir(), 'sayso-leave-')))
  data = path.join(dir, 'postgres')
  await runSayso(['chat', '--json', '--data', dir], { env: own })
})
afterAll(async () => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await rm(dir, { recursive: true, force: true, maxRetries: 3 })
})

function open(...args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args, '--data', dir], {
    env: { ...process.env, ...own },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  running.push(child)
  return child
}

test('a short subcommand that is interrupted ends as shells expect', async () => {
  const verifying = open('ledger', 'verify')
  await expect.poll(() => findPostmaster(data), { interval: 5 }).toBeDefined()
  verifying.kill('SIGINT')
  await once(verifying, 'exit')
  expect(verifying.exitCode).toBe(130)
  expect(await findPostmaster(data)).toBeUndefined()
})

test('a start whose reader has gone ends as if it was told to', async () => {
  const started = open('start')
  await once(started.stdout, 'data')
  started.stdout.destroy()
  await once(started, 'exit')
  expect(started.exitCode).toBe(0)
  expect(await findPostmaster(data)).toBeUndefined()
})
