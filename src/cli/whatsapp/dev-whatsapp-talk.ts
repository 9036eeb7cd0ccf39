import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters, styleText } from 'node:util'
import { loadPeopleFile, type PersonEntry } from '../../access/load-people.ts'
import { ownerRole } from '../../access/owner.ts'
import { columnsOf } from '../../channel/terminal/columns-of.ts'
import { labelledLine } from '../../channel/terminal/labelled-line.ts'
import { wrapWords } from '../../channel/terminal/wrap-words.ts'
import { compileCacheEnv } from '../../testing/whatsapp-server/compile-cache.ts'
import { startSaysoBot, type SaysoBot } from '../../testing/whatsapp-server/sayso-bot.ts'
import { startWhatsAppServer } from '../../testing/whatsapp-server/start-whatsapp-server.ts'
import { talkInTerminal } from '../../testing/whatsapp-server/talk-in-terminal.ts'
import type { WhatsAppServer } from '../../testing/whatsapp-server/whatsapp-server.ts'
import { onStopSignal } from '../stop-signal.ts'

const somebody = { phone: '+5511990000001', name: 'Ana' }

export type WhatsAppTalkOptions = {
  /** The bot's data folder. */
  readonly dataDir: string
  /** The people file. */
  readonly people: string | null
  /** The phone of who speaks at first. */
  readonly as: string | undefined
  /** Starts no bot. */
  readonly alone: boolean
}

/** A network of its own, a bot that is linked to it, and a chat with it in this terminal; resolves with the exit status. */
export async function talkOverWhatsApp({ dataDir, people, as, alone }: WhatsAppTalkOptions): Promise<number> {
  const stopped = new AbortController()
  const signal = onStopSignal(() => stopped.abort())
  const server = await startWhatsAppServer()
  let bot: SaysoBot | null = null
  try {
    const known = people === null ? [] : await loadPeopleFile(people)
    for (const { phone, name } of known) server.addContact({ phone, name })
    const speaker = speakerOf(known, as)
    if (alone) console.log(howToStart(server))
    else bot = await startBotIn(dataDir, { server, people, signal: stopped.signal })
    await talkInTerminal({ server, input: process.stdin, output: process.stdout, speaker, signal: stopped.signal })
    return 0
  } catch (error) {
    // What was told to stop while it was being started has not failed.
    if (!stopped.signal.aborted) throw error
    return 0
  } finally {
    signal.release()
    await bot?.stop()
    await server.close()
  }
}

async function startBotIn(
  dataDir: string,
  {
    server,
    people,
    signal,
  }: { readonly server: WhatsAppServer; readonly people: string | null; readonly signal: AbortSignal },
): Promise<SaysoBot> {
  const log = createWriteStream(path.join(dataDir, 'bot.log'), { flags: 'a' })
  console.log(styleText('dim', 'Starting the bot and linking it to a phone of its own …'))
  const bot = startSaysoBot({
    server,
    dataDir,
    people,
    env: compileCacheEnv(),
    onLine: (line, stream) => {
      if (stream === 'error') log.write(`${line}\n`)
      else console.log(styleText('dim', fitted(line)))
    },
  })
  const stop = () => void bot.stop()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    await bot.pair()
  } catch (error) {
    await bot.stop()
    throw error
  }
  return bot
}

/** A line of the bot's, as wide as this terminal is: the bot itself sees none. */
function fitted(line: string): string {
  const columns = columnsOf(process.stdout)
  const [, label, text] = /^(\w+) {2,}(.*)$/u.exec(line) ?? []
  if (label !== undefined && text !== undefined) return stripVTControlCharacters(labelledLine(label, text, columns))
  return columns === undefined ? line : wrapWords(line, columns)
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
