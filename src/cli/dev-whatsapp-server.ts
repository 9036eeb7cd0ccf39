import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { styleText } from 'node:util'
import { loadPeopleFile, type PersonEntry } from '../access/load-people.ts'
import { ownerRole } from '../access/owner.ts'
import { runDoor } from '../testing/whatsapp-server/run-door.ts'
import { startSaysoBot, type SaysoBot } from '../testing/whatsapp-server/sayso-bot.ts'
import { startWhatsAppServer } from '../testing/whatsapp-server/start-whatsapp-server.ts'
import { talkInTerminal } from '../testing/whatsapp-server/talk-in-terminal.ts'
import type { WhatsAppServer } from '../testing/whatsapp-server/whatsapp-server.ts'
import { parseOptions } from './parse-options.ts'
import { onStopSignal } from './stop-signal.ts'

const somebody = { phone: '+5511990000001', name: 'Ana' }

/** `sayso dev whatsapp-server`; see its help. */
export async function runWhatsAppServer(args: readonly string[]): Promise<number> {
  const { values } = parseOptions({
    args: [...args],
    options: {
      as: { type: 'string' },
      json: { type: 'boolean', default: false },
      alone: { type: 'boolean', default: false },
      data: { type: 'string' },
      people: { type: 'string' },
    },
  })
  const dataDir =
    values.data === undefined ? await mkdtemp(path.join(tmpdir(), 'sayso-dev-')) : path.resolve(values.data)
  if (values.json) {
    await mkdir(dataDir, { recursive: true })
    const people = values.people === undefined ? null : path.resolve(values.people)
    const { stdin: input, stdout: output, stderr: errors } = process
    try {
      return await runDoor({ dataDir, people, input, output, errors })
    } finally {
      if (values.data === undefined) await rm(dataDir, { recursive: true, force: true })
    }
  }
  const stopped = new AbortController()
  const signal = onStopSignal(() => stopped.abort())
  const server = await startWhatsAppServer()
  let bot: SaysoBot | null = null
  try {
    const known = values.people === undefined ? [] : await loadPeopleFile(values.people)
    for (const { phone, name } of known) server.addContact({ phone, name })
    const speaker = speakerOf(known, values.as)
    if (values.alone) console.log(howToStart(server))
    else bot = await startBotIn(dataDir, { server, people: values.people ?? null })
    await talkInTerminal({ server, input: process.stdin, output: process.stdout, speaker, signal: stopped.signal })
    return 0
  } finally {
    signal.release()
    await bot?.stop()
    await server.close()
    if (values.data === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

async function startBotIn(
  dataDir: string,
  { server, people }: { readonly server: WhatsAppServer; readonly people: string | null },
): Promise<SaysoBot> {
  await mkdir(dataDir, { recursive: true })
  const log = createWriteStream(path.join(dataDir, 'bot.log'), { flags: 'a' })
  console.log(styleText('dim', 'Starting the bot and linking it to a phone of its own …'))
  const bot = startSaysoBot({
    server,
    dataDir,
    people: people === null ? null : path.resolve(people),
    onLine: (line, stream) => {
      if (stream === 'error') log.write(`${line}\n`)
      else console.log(styleText('dim', line))
    },
  })
  try {
    await bot.pair()
  } catch (error) {
    await bot.stop()
    throw error
  }
  return bot
}

/** Whoever is named, under the name that the people file gives; else its first owner; else somebody. */
function speakerOf(known: readonly PersonEntry[], as: string | undefined) {
  if (as !== undefined) return { phone: as, name: known.find(({ phone }) => phone === as)?.name ?? as }
  return known.find(({ roles }) => roles.includes(ownerRole)) ?? known[0] ?? somebody
}

function howToStart({ preloadArgs, preloadEnv, phone }: WhatsAppServer): string {
  const environment = Object.entries(preloadEnv).map(([name, value]) => `${name}='${value}'`)
  return `Start a bot in another terminal, and link it to ${phone.phone} with /link and its code:

${[...environment, 'node', ...preloadArgs, 'src/main.ts', 'pair', '--phone', phone.phone].join(' ')}
`
}
