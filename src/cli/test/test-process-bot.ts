import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'
import type { DoorLine } from '../../conversation-tests/conversation.ts'
import type { StartTestBot } from '../../conversation-tests/test-bot.ts'
import { UserError } from '../../errors.ts'
import { takeLines } from '../../lines-of.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const wordsKept = 1500
/** How long a process may take until it listens. */
const startWithinMs = 60_000
const startMark = 'started'

/** `sayso chat --json` as a process of its own, which can be killed. */
export function createProcessBots(config: Config): StartTestBot {
  return async (onLine) => {
    const child = spawn(process.execPath, [main, 'chat', '--json'], {
      // Not where a file .env would say otherwise.
      cwd: config.dataDir,
      env: { ...process.env, ...environmentOf(config) },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const listening = Promise.withResolvers<void>()
    let words = ''
    let stopping = false
    child.stdin.on('error', () => undefined)
    child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-wordsKept)))
    takeLines(child.stdout, (line) => {
      if (line.trim() === '') return
      // Standard output holds the door's lines alone.
      const printed = JSON.parse(line) as DoorLine
      if (printed['idle'] === startMark) listening.resolve()
      else onLine(printed)
    })
    const closed = once(child, 'close')
    const gone = Promise.withResolvers<string>()
    void closed.then(
      () => stopping || gone.resolve(`exit status ${String(child.exitCode ?? child.signalCode)}\n${words}`),
    )
    child.stdin.write(`${JSON.stringify({ idle: startMark })}\n`)
    // Whether it listens, is gone, or does neither: what is said next shows it.
    await Promise.race([listening.promise, closed, delay(startWithinMs, undefined, { ref: false })])
    return {
      say: (line) => void child.stdin.write(`${JSON.stringify(line)}\n`),
      gone: gone.promise,
      stop: async (how) => {
        stopping = true
        if (how === 'kill') child.kill('SIGKILL')
        else child.stdin.end()
        await closed
        if (how === 'graceful' && child.exitCode !== 0)
          throw new UserError('usage', `the bot ended with ${String(child.exitCode ?? child.signalCode)}\n${words}`)
      },
    }
  }
}

/** The same configuration in words; what is empty is not set, whatever stands in a file. */
function environmentOf(config: Config): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: config.databaseUrl ?? '',
    REDIS_URL: '',
    SHOP_DATABASE_URL: '',
    SAYSO_SECRET: config.secret ?? '',
    SAYSO_SECRET_PREVIOUS: '',
    SAYSO_DATA: config.dataDir,
    SAYSO_WORKSPACE: config.workspaceDir,
    SAYSO_PEOPLE: config.peopleFile ?? '',
    SAYSO_CATALOGUE: config.catalogueDir ?? '',
    SAYSO_ACTIONS: config.actionsDir ?? '',
    SAYSO_SERVICES: config.servicesFile ?? '',
    SAYSO_ALLOW_IMPERSONATION: '1',
    ALERT_WEBHOOK: '',
    HTTP_PORT: '',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
  }
}
