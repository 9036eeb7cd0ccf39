/** Sayso as a user starts it, `sayso start --headless` and `sayso pair`, but for the preload that points it at the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { WhatsAppServer } from './whatsapp-server.ts'

/** How long the bot may take, from when it is linked, to have started and taken the number up. */
const onlineWithinMs = 60_000

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

export type SaysoBot = Process & {
  /** Links the bot to the server's number, by code; resolves when the bot is online. */
  readonly pair: () => Promise<void>
}

type Process = {
  /** Ends it in its own time; resolves with the exit status, `null` when a signal ended it. */
  readonly stop: () => Promise<number | null>
  /** SIGKILL. */
  readonly kill: () => void
  /** Resolves with the exit status when it ends, for whatever reason. */
  readonly ended: Promise<number | null>
}

export type SaysoBotOptions = {
  readonly server: WhatsAppServer
  readonly dataDir: string
  readonly people: string | null
  /** Goes before the script, behind what the server asks for. */
  readonly preloadArgs?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Each line that its processes print. */
  readonly onLine: (line: string, stream: 'out' | 'error') => void
}

export function startSaysoBot(options: SaysoBotOptions): SaysoBot {
  const people = options.people === null ? [] : ['--people', options.people]
  const bot = run(options, ['start', '--headless', ...people], options.onLine)
  let pairing: Process | null = null
  const gone = new AbortController()
  return {
    ...bot,
    stop: async () => {
      await pairing?.stop()
      return bot.stop()
    },
    kill: () => {
      gone.abort(new Error('sayso was killed'))
      pairing?.kill()
      bot.kill()
    },
    pair: async () => {
      const { promise: failed, reject } = Promise.withResolvers<never>()
      void bot.ended.then((status) => reject(new Error(`sayso start ended with ${status}`)))
      await Promise.race([link(options, gone.signal, (started) => (pairing = started)), failed])
    },
  }
}

/** Beside a bot that is starting, as it may: whichever of the two comes first makes what both stand on. */
async function link(
  options: SaysoBotOptions,
  signal: AbortSignal,
  onStarted: (pairing: Process) => void,
): Promise<void> {
  const { server } = options
  await pairBy(options, [], signal, onStarted)
  // What was linked to an earlier network of this folder is a stranger to this one.
  if (!server.isLinked()) await pairBy(options, ['--again'], signal, onStarted)
  // The phone sends it to the device, whichever process that is by now.
  await server.phone.pushHistory([])
  await server.event('online', { timeoutMs: onlineWithinMs, signal })
}

async function pairBy(
  options: SaysoBotOptions,
  args: readonly string[],
  signal: AbortSignal,
  onStarted: (pairing: Process) => void,
): Promise<void> {
  const { server, onLine } = options
  const { promise: code, resolve, reject } = Promise.withResolvers<string | null>()
  const pairing = run(options, ['pair', '--phone', server.phone.phone, ...args], (line, stream) => {
    const [, shown] = /^Code: (\S+)/u.exec(line) ?? []
    if (shown !== undefined) resolve(shown)
    else onLine(line, stream)
  })
  onStarted(pairing)
  const linked = success(pairing)
  // Without a code: it was linked before.
  linked.then(() => resolve(null), reject)
  const typed = await code
  if (typed !== null) await server.pair({ code: typed }, { history: null, signal })
  await linked
}

async function success(pairing: Process): Promise<void> {
  const status = await pairing.ended
  if (status !== 0) throw new Error(`sayso pair ended with ${status}`)
}

function run(
  { server, dataDir, preloadArgs = [], env = {} }: SaysoBotOptions,
  args: readonly string[],
  onLine: SaysoBotOptions['onLine'],
): Process {
  const child = spawn(process.execPath, [...server.preloadArgs, ...preloadArgs, main, ...args, '--data', dataDir], {
    env: { ...process.env, ...server.preloadEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface({ input: child.stdout }).on('line', (line) => onLine(line, 'out'))
  createInterface({ input: child.stderr }).on('line', (line) => onLine(line, 'error'))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    stop: () => {
      // The terminal may have told it already, and a second SIGTERM or SIGINT would end it at once.
      child.kill('SIGHUP')
      return ended
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  }
}
