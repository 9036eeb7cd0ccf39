/** Whatever ends a process, the Postgres that it has started ends with it. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../ledger/embedded/postgres-port.ts'
import { findPostmaster } from '../ledger/embedded/postgres-postmaster.ts'
import { runSayso } from '../testing/processes/run-sayso.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const maxTries = 5
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

/** Resolves when one of its outputs has said it; rejects with what it said when it has ended. */
async function printed(child: ChildProcessByStdio<Writable, Readable, Readable>, what: RegExp) {
  const { stdout, stderr } = child
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.once('close', () => reject(new Error(`It ended without ${what}:\n${said}`)))
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (what.test(said)) resolve()
    }
    for (const stream of [stdout, stderr]) stream.on('data', hear)
  })
}

/** Where both outputs refuse to be written, as files on a full disk do. */
function openUnwritable(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const unwritable = openSync(main, 'r')
  const child = spawn(process.execPath, [main, ...args, '--data', dir], {
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', unwritable, unwritable],
  })
  closeSync(unwritable)
  running.push(child)
  return child
}

/** The exit status of a subcommand that was interrupted once it had started its Postgres, which has ended with it. */
async function interrupted(): Promise<number | null> {
  const verifying = open('ledger', 'verify')
  await expect.poll(() => findPostmaster(data), { interval: 5 }).toBeDefined()
  verifying.kill('SIGINT')
  await once(verifying, 'exit')
  expect(await findPostmaster(data)).toBeUndefined()
  return verifying.exitCode
}

test('a short subcommand that is interrupted ends as shells expect', async () => {
  let status = await interrupted()
  // On a busy machine it may be over before anybody sees that it has begun, and is not interrupted.
  for (let tries = 1; status === 0 && tries < maxTries; tries++) status = await interrupted()
  expect(status).toBe(130)
})

test('a start whose reader has gone lets go of everything and says by its exit status that nobody told it to', async () => {
  const started = open('start')
  await once(started.stdout, 'data')
  started.stdout.destroy()
  await once(started, 'exit')
  expect(started.exitCode).toBe(141)
  expect(await findPostmaster(data)).toBeUndefined()
})

test('a terminal that is closed, however it says so, stops a start as SIGTERM does, and a short subcommand as shells expect', async () => {
  const started = open('start')
  await once(started.stdout, 'data')
  started.stdin.end()
  started.kill('SIGHUP')
  started.kill('SIGHUP')
  started.stdout.destroy()
  await once(started, 'exit')
  // 141 where it had something to say after that.
  expect([0, 141]).toContain(started.exitCode)
  expect(await findPostmaster(data)).toBeUndefined()

  const verifying = open('ledger', 'verify')
  await expect.poll(() => findPostmaster(data), { interval: 5 }).toBeDefined()
  verifying.kill('SIGHUP')
  await once(verifying, 'exit')
  expect(verifying.exitCode).toBe(129)
  expect(await findPostmaster(data)).toBeUndefined()
})

test('whoever ends a session, and tells what runs in it to stop as well as its terminal, is not taken for impatient', async () => {
  const started = open('start')
  await once(started.stdout, 'data')
  started.kill('SIGHUP')
  started.kill('SIGTERM')
  await once(started, 'exit')
  expect([started.exitCode, started.signalCode]).toEqual([0, null])
  expect(await findPostmaster(data)).toBeUndefined()

  const verifying = open('ledger', 'verify')
  await expect.poll(() => findPostmaster(data), { interval: 5 }).toBeDefined()
  verifying.kill('SIGHUP')
  verifying.kill('SIGTERM')
  await once(verifying, 'exit')
  // Which of the two comes first is for the system to say; none of them is the second of somebody who is impatient.
  expect([129, 143]).toContain(verifying.exitCode)
  expect(verifying.signalCode).toBeNull()
  expect(await findPostmaster(data)).toBeUndefined()
})

test.each([
  ['in which somebody chats', []],
  ['that passes on lines', ['--json']],
])(
  'a terminal that is closed over a WhatsApp of this machine %s stops its bot with it, which it has told already',
  async (_how, more) => {
    // Of its own: what is linked to one network is a stranger to another.
    const folder = path.join(dir, `whatsapp${more.join()}`)
    const whatsapp = spawn(process.execPath, [main, 'dev', 'whatsapp-server', ...more, '--data', folder], {
      detached: true,
      env: { ...process.env, ...own },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    running.push(whatsapp)
    await printed(whatsapp, /is connected/u)
    // As a shell does that loses its terminal: all that runs in it hears of it.
    process.kill(-(whatsapp.pid ?? 0), 'SIGHUP')
    await once(whatsapp, 'exit')
    expect([whatsapp.exitCode, whatsapp.signalCode]).toEqual([0, null])
    expect(await findPostmaster(path.join(folder, 'postgres'))).toBeUndefined()
  },
)

test('a service whose output and log cannot be written goes on, until it is told to stop', async () => {
  const port = await freePort()
  const started = openUnwritable(
    { SAYSO_LOG: 'trace', HTTP_PORT: String(port), HTTP_HOST: '127.0.0.1' },
    'start',
    '--headless',
  )
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
  await expect.poll(() => ready().catch(() => null), { timeout: 60_000 }).toBe(200)
  started.kill('SIGTERM')
  await once(started, 'exit')
  expect([started.exitCode, started.signalCode]).toEqual([74, null])
  expect(await findPostmaster(data)).toBeUndefined()
})

test('a subcommand whose words cannot be printed says so by its exit status', async () => {
  const listing = openUnwritable({}, 'people', 'list')
  await once(listing, 'exit')
  expect(listing.exitCode).toBe(74)
})
