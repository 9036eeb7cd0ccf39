import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../ledger/embedded/postgres-port.ts'

const startTimeoutMs = 30_000
const closeTimeoutMs = 5_000

/** A Redis that a test owns and may hurt. */
export type RedisServer = {
  readonly url: string
  readonly port: number
  /** The process id of the running server; another one after `restart()`. */
  readonly pid: number
  /** SIGKILL, as the kernel does it when memory runs out; resolves when it is gone. */
  kill(): Promise<void>
  /** Empty and on the same port; kills the old one first when it still runs. */
  restart(): Promise<void>
  /** SIGSTOP: connections stay open and nothing answers any more. */
  pause(): void
  /** SIGCONT. */
  resume(): void
  /** Ends it and removes its folder; may be called twice. */
  close(): Promise<void>
}

/**
 * Starts a private `redis-server` on 127.0.0.1 that keeps nothing on disk, and waits until it answers.
 * @param options.port a free one is found when absent
 * @param options.dir working folder; a temporary one, removed at `close()`, when absent
 */
export async function startRedisServer(
  options: { readonly port?: number; readonly dir?: string } = {},
): Promise<RedisServer> {
  const port = options.port ?? (await freePort())
  const ownDir = options.dir === undefined ? await mkdtemp(path.join(tmpdir(), 'sayso-redis-')) : undefined
  const dir = options.dir ?? ownDir ?? tmpdir()
  let child = await launch(port, dir)

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (hasEnded(child)) return
    const exit = once(child, 'exit')
    // A stopped process takes SIGTERM only when it goes on; SIGKILL reaches it anyway.
    child.kill('SIGCONT')
    child.kill(signal)
    const killTimer = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs)
    await exit
    clearTimeout(killTimer)
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return child.pid ?? 0
    },
    kill: async () => end('SIGKILL'),
    restart: async () => {
      await end('SIGKILL')
      child = await launch(port, dir)
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    close: async () => {
      await end('SIGTERM')
      if (ownDir !== undefined) await rm(ownDir, { recursive: true, force: true })
    },
  }
}

async function launch(port: number, dir: string): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir]
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-2_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  const end = Date.now() + startTimeoutMs
  while (!(await answersPing(port))) {
    if (failure !== undefined || hasEnded(child) || Date.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`redis-server on port ${port} does not come up: ${failure?.message ?? output}`)
    }
    await delay(10)
  }
  // Answered by a stranger on the same port while ours could not bind: that is no private server.
  if (hasEnded(child)) throw new Error(`Port ${port} belongs to another Redis`)
  return child
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1', timeout: 1_000 })
    const done = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (data) => done(data.toString().startsWith('+PONG')))
    socket.once('error', () => done(false))
    socket.once('timeout', () => done(false))
    socket.once('end', () => done(false))
  })
}
