/**
 * Keeps the network of one data folder while doors come and go: `node door-host.ts DATA PEOPLE`. A bot that is killed and
 * started again finds its phone number, its contacts and what was said meanwhile as they were, as it would with WhatsApp. A
 * door that is killed takes its bot with it. It ends when the folder is gone, or when no door has come for a while.
 */
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { loadPeopleFile } from '../../access/load-people.ts'
import { createDoorSession } from './door-session.ts'
import { hostFile, type FromHost, type ToHost } from './door-lines.ts'
import { onLines } from './on-lines.ts'
import { startSaysoBot, type SaysoBot } from './sayso-bot.ts'
import { startWhatsAppServer } from './start-whatsapp-server.ts'
import { startTapListener } from './tap-listener.ts'
import { tapPortVariable } from './tap-lines.ts'

const lookMs = 500
const lonelyMs = 60_000

const [dataDir, people] = process.argv.slice(2)
if (dataDir === undefined) throw new TypeError('Name a data folder')

let door: Socket | null = null
let bot: SaysoBot | null = null
let lonelySince = Date.now()
let isLinked = false
const tell = (message: FromHost) => void door?.write(`${JSON.stringify(message)}\n`)

const server = await startWhatsAppServer()
const linked = Promise.withResolvers<void>()
// Each line of the door hears of it; nobody else needs to.
linked.promise.catch(() => undefined)
const tap = await startTapListener((news) => session.hear(news))
const session = createDoorSession({
  server,
  people: people === undefined ? [] : await loadPeopleFile(people),
  filesDir: dataDir,
  linked: linked.promise,
  botQuiet: tap.quiet,
  print: (out) => tell({ out }),
})

const listener = createServer(attend)
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
// A server that listens on TCP has an address of this form.
const { port } = listener.address() as AddressInfo
const file = path.join(dataDir, hostFile)
await writeFile(`${file}.new`, JSON.stringify({ port }))
await rename(`${file}.new`, file)

setInterval(() => {
  const lonely = door === null && Date.now() - lonelySince > lonelyMs
  if (existsSync(file) && !lonely) return
  bot?.kill()
  process.exit()
}, lookMs)

function attend(socket: Socket): void {
  door?.destroy()
  door = socket.setNoDelay()
  let ended = false
  // One of an earlier door that was killed a moment ago.
  bot?.kill()
  bot = openBot(dataDir ?? '')
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (door !== socket) return
    door = null
    lonelySince = Date.now()
    if (ended) return
    bot?.kill()
    bot = null
  })
  onLines(socket, (line) => {
    // Written by the door in run-door.ts.
    const said = JSON.parse(line) as ToHost
    if ('line' in said) return session.take(said.line)
    ended = true
    void end('stop' in said ? async () => undefined : session.whenQuiet)
  })
}

function openBot(dir: string): SaysoBot {
  const started = startSaysoBot({
    server,
    dataDir: dir,
    people: people ?? null,
    preloadArgs: ['--import', new URL('./tap-preload.ts', import.meta.url).href],
    env: { [tapPortVariable]: String(tap.port) },
    onLine: (log) => tell({ log }),
  })
  if (!isLinked) {
    started.pair().then(onLinked, (error: unknown) => {
      // Of one that was killed nobody waits for a link any more.
      if (bot === started) linked.reject(error)
    })
  }
  return started
}

function onLinked(): void {
  isLinked = true
  linked.resolve()
}

async function end(ready: () => Promise<void>): Promise<void> {
  try {
    await ready()
    tell({ exit: (await bot?.stop()) ?? 1 })
  } catch (error) {
    tell({ log: String(error) })
    bot?.kill()
    tell({ exit: 1 })
  }
}
