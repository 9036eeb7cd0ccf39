/**
 * Sayso and two bots that only say back what they hear, each a process of its own with a number of its own, on loopback servers
 * of one make in one process: what the servers and the people cost is the same for all.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Contact } from '../src/testing/whatsapp-server/contact.ts'
import { startSaysoBot } from '../src/testing/whatsapp-server/sayso-bot.ts'
import { startWhatsAppServer } from '../src/testing/whatsapp-server/start-whatsapp-server.ts'
import type { WhatsAppServer } from '../src/testing/whatsapp-server/whatsapp-server.ts'
import type { EchoNews } from './whatsapp-echo.ts'

export type BenchBot = {
  readonly contacts: readonly Contact[]
  readonly close: () => Promise<void>
}

export type BenchBots = {
  readonly sayso: BenchBot
  /** Keeps its keys in memory, and loses all when it ends. */
  readonly echo: BenchBot
  /** Keeps its keys in files. */
  readonly filingEcho: BenchBot
  readonly close: () => Promise<void>
}

const echoScript = new URL('./whatsapp-echo.ts', import.meta.url)
const logKept = 4000

/** Starts and pairs all three; each has so many contacts, who are owners with Sayso. */
export async function startBenchBots(contacts: number): Promise<BenchBots> {
  const dir = await mkdtemp(path.join(tmpdir(), 'sayso-bench-'))
  const phones = Array.from({ length: contacts }, (_none, n) => `+1555010${String(n).padStart(4, '0')}`)
  const started: BenchBot[] = []
  const close = async () => {
    await Promise.all(started.map((bot) => bot.close()))
    await rm(dir, { recursive: true, force: true, maxRetries: 3 })
  }
  const start = async (bot: Promise<BenchBot>) => {
    started.push(await bot)
    return bot
  }
  try {
    const sayso = await start(startSayso(dir, phones))
    const echo = await start(startEcho(phones, null))
    const filingEcho = await start(startEcho(phones, path.join(dir, 'echo')))
    return { sayso, echo, filingEcho, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startSayso(dir: string, phones: readonly string[]): Promise<BenchBot> {
  const people = path.join(dir, 'people.yaml')
  const entries = phones.map((phone) => `  - { phone: "${phone}", name: "Ana", roles: [owner], language: en }\n`)
  await writeFile(people, `people:\n${entries.join('')}`)
  const { server, contacts } = await openNetwork(phones)
  let log = ''
  const bot = startSaysoBot({
    server,
    dataDir: path.join(dir, 'data'),
    people,
    onLine: (line) => {
      log = `${log}${line}\n`.slice(-logKept)
    },
  })
  const close = async () => {
    await bot.stop()
    await server.close()
  }
  try {
    await bot.pair()
    return { contacts, close }
  } catch (cause) {
    await close()
    throw new Error(`Sayso does not start:\n${log}`, { cause })
  }
}

/** @param folder where it keeps its keys; in memory when `null` */
async function startEcho(phones: readonly string[], folder: string | null): Promise<BenchBot> {
  const { server, contacts } = await openNetwork(phones)
  const child = fork(echoScript, folder === null ? [] : [folder], {
    execArgv: [...server.preloadArgs],
    env: { ...process.env, ...server.preloadEnv },
  })
  const gone = once(child, 'exit')
  const close = async () => {
    child.kill('SIGKILL')
    await gone
    await server.close()
  }
  try {
    const shown = once(child, 'message')
    const early = gone.then(() => Promise.reject(new Error('The echo bot ended')))
    // Written by the script alone.
    const [news] = (await Promise.race([shown, early])) as [EchoNews]
    early.catch(() => undefined)
    await server.pair(news)
    return { contacts, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openNetwork(
  phones: readonly string[],
): Promise<{ readonly server: WhatsAppServer; readonly contacts: readonly Contact[] }> {
  const server = await startWhatsAppServer()
  return { server, contacts: phones.map((phone, n) => server.addContact({ phone, name: `Contact ${n}` })) }
}
