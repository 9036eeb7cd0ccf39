import { startBot, type Bot } from '../../bot.ts'
import type { Channel, OutboundReply } from '../../channel/channel.ts'
import type { Message } from '../../channel/message.ts'
import { typedMessage } from '../../channel/terminal/typed-message.ts'
import { createLog } from '../../cli/create-log.ts'
import { loadLocalPeople } from '../../cli/local-people.ts'
import { readConfig } from '../../config.ts'
import { openFoundation, type Foundation } from '../../open-foundation.ts'
import { createUnderstanding, type Understanding } from '../../understanding/create-understanding.ts'
import { createTestInstallation, type TestInstallation } from './test-installation.ts'

/** A bot in the test's own process, over the real ledger, queue and shop of an installation of its own; no worker runs. */
export type BotHere = {
  readonly house: TestInstallation
  readonly foundation: Foundation
  /** Everything that it said, oldest first. */
  readonly sent: readonly OutboundReply[]
  /** Lets it have a message, and gives what it says until it is quiet. */
  readonly send: (message: Partial<Message> & Heard) => Promise<readonly OutboundReply[]>
  /** The same without waiting for quiet, for what a worker goes on with. */
  readonly receive: (message: Partial<Message> & Heard) => Promise<void>
  readonly whenQuiet: Bot['whenQuiet']
  /** Another one takes its place, once what is to happen between the two has. */
  readonly restart: (between?: () => Promise<void>) => Promise<void>
  readonly close: () => Promise<void>
}

type Heard = { readonly from: string; readonly text?: string }

const account = 'terminal'

export async function startBotHere({
  env = {},
  withPeople = true,
  nameOf,
  fetchFile,
  onRead,
  onLog,
  prepare,
}: {
  readonly env?: Readonly<Record<string, string>>
  /** Whether those of the installation's people file may speak. */
  readonly withPeople?: boolean
  /** What the channel calls a number. */
  readonly nameOf?: (phone: string) => string | null
  /** What brings the files of messages here; when absent, they are files of this machine. */
  readonly fetchFile?: Channel['fetchFile']
  /** Told of every text that is read. */
  readonly onRead?: (text: string) => void
  /** Told of every line of its log, which else is silent. */
  readonly onLog?: (line: string) => void
  /** What has to be there before it starts. */
  readonly prepare?: (house: TestInstallation) => Promise<void>
} = {}): Promise<BotHere> {
  const house = await createTestInstallation()
  await prepare?.(house)
  const config = readConfig(
    { ...house.env, SAYSO_LOG: onLog === undefined ? 'silent' : 'info', ...env },
    { data: house.dir, ...(withPeople && { people: house.people }) },
  )
  const foundation = await openFoundation(config, createLog(config, onLog === undefined ? undefined : { write: onLog }))
  if (withPeople) await loadLocalPeople(foundation)
  const sent: OutboundReply[] = []
  const channel: Channel = {
    send: async (reply) => void sent.push(reply),
    turnOver: () => undefined,
    ...(fetchFile !== undefined && { fetchFile }),
  }
  const { read, ...understanding } = createUnderstanding({ catalogue: foundation.catalogue })
  const heedful: Understanding = {
    ...understanding,
    read: (text, ...how) => {
      onRead?.(text)
      return read(text, ...how)
    },
  }
  const start = () =>
    startBot(foundation, { account, channel, understanding: heedful, ...(nameOf !== undefined && { nameOf }) })
  let bot = await start()

  const receive: BotHere['receive'] = ({ text = '', ...message }) =>
    bot.receive({ ...typedMessage({ account, from: message.from, text }), ...message })

  return {
    house,
    foundation,
    sent,
    receive,
    send: async (message) => {
      const before = sent.length
      await receive(message)
      await bot.whenQuiet()
      return sent.slice(before)
    },
    whenQuiet: () => bot.whenQuiet(),
    restart: async (between) => {
      await bot.stop()
      await between?.()
      bot = await start()
    },
    close: async () => {
      await bot.stop()
      await foundation.close()
      await house.close()
    },
  }
}
