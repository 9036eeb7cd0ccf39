/** Sayso as a user starts it, `sayso start --headless` and `sayso pair`, but for the preload that points it at the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { WhatsAppServer } from './whatsapp-server.ts'

/** A bot that waits for the process that paired looks again every few seconds. */
const onlineWithinMs = 30_000

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

export type SaysoBot = {
  /** Links the bot to the server's number, by code; resolves when the bot is online. */
  readonly pair: () => Promise<void>
  /** SIGTERM; resolves with the exit status, `null` when a signal ended it. */
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
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>()
  const bot = run(options, ['start', '--headless', ...people], (line, stream) => {
    if (line.startsWith('WhatsApp')) isReady()
    options.onLine(line, stream)
  })
  void bot.ended.then(() => isReady())
  return {
    pair: async () => {
      const { server, onLine } = options
      await ready
      const { promise: code, resolve, reject } = Promise.withResolvers<string>()
      const pairing = run(options, ['pair', '--phone', server.phone.phone], (line, stream) => {
        const [, shown] = /^Code: (\S+)/u.exec(line) ?? []
        if (shown !== undefined) resolve(shown)
        else onLine(line, stream)
      })
      // A pairing that ends before it shows a code never will.
      void pairing.ended.then((status) => reject(new Error(`sayso pair ended with ${status}`)))
      await server.pair({ code: await code }, { history: null })
      const status = await pairing.ended
      if (status !== 0) throw new Error(`sayso pair ended with ${status}`)
      // The phone sends it to the device, whichever process that is by now.
      await server.phone.pushHistory([])
      await server.event('online', { timeoutMs: onlineWithinMs })
    },
    ...bot,
  }
}

function run(
  { server, dataDir, preloadArgs = [], env = {} }: SaysoBotOptions,
  args: readonly string[],
  onLine: SaysoBotOptions['onLine'],
): Omit<SaysoBot, 'pair'> {
  const child = spawn(process.execPath, [...server.preloadArgs, ...preloadArgs, main, ...args, '--data', dataDir], {
    env: { ...process.env, ...server.preloadEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface({ input: child.stdout }).on('line', (line) => onLine(line, 'out'))
  createInterface({ input: child.stderr }).on('line', (line) => onLine(line, 'error'))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  }
}
