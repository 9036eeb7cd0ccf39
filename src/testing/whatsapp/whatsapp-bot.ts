/** The bot of a WhatsApp number as real processes, started as people start them, against the loopback server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestInstallation } from '../installations/test-installation.ts'
import { watchOutput } from '../processes/watch-output.ts'
import type { BotMessage } from '../whatsapp-server/network.ts'
import type { WhatsAppServer } from '../whatsapp-server/whatsapp-server.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const killAtQuery = new URL('../processes/kill-at-query.ts', import.meta.url).href
const holdStart = new URL('../processes/hold-start.ts', import.meta.url).href
const limitMs = 120_000

export type WhatsAppProcess = {
  /** Resolves with the first group of the pattern, as soon as something that was printed fits; each line is found once. */
  readonly printed: (pattern: RegExp) => Promise<string>
  /** The end of what came on standard error. */
  readonly logged: () => string
  /** All that it has printed on either stream. */
  readonly everything: () => string
  /** Lets one begin that was started `held`. */
  readonly begin: () => void
  readonly pid: number
  /** SIGKILL; resolves when it is gone. */
  readonly kill: () => Promise<void>
  /** Resolves when it is gone, however it ended. */
  readonly gone: Promise<void>
  /** SIGTERM; resolves with the exit status. */
  readonly stop: () => Promise<number | null>
  /** Resolves with the exit status when it ends by itself. */
  readonly ended: Promise<number | null>
}

export type Place = { readonly installation: TestInstallation; readonly server: WhatsAppServer }

/** What a message of the bot says; of anything else what it is. */
export function textOf({ content }: Pick<BotMessage, 'content'>): string {
  return 'text' in content ? content.text : content.kind
}

/** A text that appears on the phone, which shows it once however often it is delivered under its id. */
export function isNewText({ content, again }: Pick<BotMessage, 'content' | 'again'>): boolean {
  return content.kind === 'text' && !again
}

/** The words that confirm a preview by its code; `null` when there are none. */
export function codeIn(text: string): string | null {
  return /CONFIRM [0-9A-Z]+/u.exec(text)?.[0] ?? null
}

export type StartOptions = {
  /** `false`: it is not waited for its connection. */
  readonly connects?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** `sayso start --headless`; resolves when the number is connected. */
export async function startWhatsAppBot(
  place: Place,
  { connects = true, env = {} }: StartOptions = {},
): Promise<WhatsAppProcess> {
  const { installation } = place
  const bot = startSayso(place, ['start', '--headless', '--people', installation.people], { mayDie: false, env })
  if (connects) await bot.printed(/(is connected)/u)
  return bot
}

/** `sayso pair`, as far as the number being linked. */
export async function pairWhatsAppBot(place: Place, args: readonly string[] = []): Promise<void> {
  const pairing = startSayso(place, ['pair', ...args], { mayDie: false, env: {} })
  await (args.includes('--phone')
    ? place.server.pair({ code: await pairing.printed(/Code: (\S+)/u) }, { history: null })
    : place.server.pair({ qr: await pairing.printed(/QR: (\S+)/u) }, { history: null }))
  const status = await pairing.ended
  if (status !== 0) throw new Error(`sayso pair ended with ${status}: ${pairing.logged()}`)
}

/**
 * Any subcommand of Sayso, against the loopback server.
 * @param options.held it loads, and waits for `begin()`
 */
export function startSayso(
  { installation, server }: Place,
  args: readonly string[],
  {
    mayDie,
    env,
    held = false,
  }: { readonly mayDie: boolean; readonly env: Readonly<Record<string, string>>; readonly held?: boolean },
): WhatsAppProcess {
  const plan = path.join(installation.dir, 'kill-plan.json')
  const child = spawn(
    process.execPath,
    [
      ...server.preloadArgs,
      ...(mayDie ? ['--import', killAtQuery] : []),
      ...(held ? ['--import', holdStart] : []),
      main,
      ...args,
      '--data',
      installation.dir,
    ],
    {
      env: {
        ...process.env,
        ...installation.env,
        ...server.preloadEnv,
        ...(mayDie ? { KILL_PLAN: plan } : {}),
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  // One that is dead reads nothing.
  child.stdin.on('error', () => undefined)
  if (!held) child.stdin.end()
  const lines: string[] = []
  let errors = ''
  const everything: string[] = []
  const { lookAgain, until, gone } = watchOutput({
    closed: once(child, 'close'),
    limitMs,
    written: () => `${lines.join('\n')}\n${errors}`,
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    everything.push(line)
    lines.push(line)
    lookAgain()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    everything.push(chunk.toString())
    errors = (errors + chunk.toString()).slice(-8000)
  })

  function take(pattern: RegExp): string | undefined {
    const at = lines.findIndex((line) => pattern.test(line))
    const [line] = at === -1 ? [] : lines.splice(at, 1)
    return line === undefined ? undefined : (pattern.exec(line)?.[1] ?? line)
  }

  return {
    printed: (pattern) => until(String(pattern), () => take(pattern)),
    logged: () => errors,
    everything: () => everything.join('\n'),
    begin: () => void child.stdin.end('begin'),
    pid: child.pid ?? 0,
    gone,
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
    stop: async () => {
      child.kill('SIGTERM')
      await gone
      return child.exitCode
    },
    ended: gone.then(() => child.exitCode),
  }
}
