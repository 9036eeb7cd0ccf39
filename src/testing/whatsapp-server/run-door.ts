/** `sayso dev whatsapp-server --json`: passes lines between this process and the one that keeps the network of the data folder. */
import { spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadPeopleFile } from '../../access/load-people.ts'
import { takeLines } from '../../lines-of.ts'
import { compileCacheEnv } from './compile-cache.ts'
import { hostFile, type FromHost, type ToHost } from './door-lines.ts'
import { onLines } from './on-lines.ts'

const hostWithinMs = 15_000
const lookMs = 25
/** What the host complains of, in the data folder. */
const complaints = 'door-host.log'

export type DoorOptions = {
  readonly dataDir: string
  readonly people: string | null
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream
  /** Ends the bot, whatever it does, in its own time. */
  readonly signal?: AbortSignal
}

/**
 * Resolves with the bot's exit status, when the input has ended or the signal has come, and the bot has ended with it.
 * @throws UserError `people_invalid` for a people file that is wrong, before anything is started; and an error with what the host
 *   said when it did not start
 */
export async function runDoor({ dataDir, people, input, output, errors, signal }: DoorOptions): Promise<number> {
  if (people !== null) await loadPeopleFile(people)
  const host = (await reach(dataDir)) ?? (await startHost(dataDir, people))
  const { promise: status, resolve } = Promise.withResolvers<number>()
  const tell = (message: ToHost) => void host.write(`${JSON.stringify(message)}\n`)
  onLines(host, (line) => {
    // Written by the host in door-host.ts.
    const told = JSON.parse(line) as FromHost
    if ('out' in told) output.write(`${JSON.stringify(told.out)}\n`)
    else if ('log' in told) errors.write(`${told.log}\n`)
    else resolve(told.exit)
  })
  host.on('close', () => resolve(1))
  const stop = () => tell({ stop: true })
  signal?.addEventListener('abort', stop)
  // It may have come while the host was being started.
  if (signal?.aborted) stop()
  takeLines(input, (line) => tell({ line }))
  input.on('end', () => tell({ end: true }))
  const code = await status
  host.destroy()
  return code
}

async function startHost(dataDir: string, people: string | null): Promise<Socket> {
  const script = fileURLToPath(new URL('./door-host.ts', import.meta.url))
  // Of its own, so that it is still there when this process is killed; so it complains into a file.
  const log = await open(path.join(dataDir, complaints), 'w')
  const child = spawn(process.execPath, [script, dataDir, ...(people === null ? [] : [people])], {
    detached: true,
    env: { ...process.env, ...compileCacheEnv() },
    stdio: ['ignore', 'ignore', log.fd],
  })
  child.unref()
  await log.close()
  const until = Date.now() + hostWithinMs
  while (Date.now() < until && child.exitCode === null) {
    const host = await reach(dataDir)
    if (host !== null) return host
    await sleep(lookMs)
  }
  const why = (await readFile(path.join(dataDir, complaints), 'utf8')).trim()
  const how = child.exitCode === null ? `did not start within ${hostWithinMs} ms` : `ended with ${child.exitCode}`
  throw new Error(`The server ${how}${why === '' ? '' : `:\n${why}`}`)
}

async function reach(dataDir: string): Promise<Socket | null> {
  const text = await readFile(path.join(dataDir, hostFile), 'utf8').catch(() => null)
  if (text === null) return null
  // Written by the host in door-host.ts.
  const { port } = JSON.parse(text) as { readonly port: number }
  const socket = connect(port, '127.0.0.1').setNoDelay()
  // One that has died left its file behind.
  const reached = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
  })
  return reached ? socket : null
}
