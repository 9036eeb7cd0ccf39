/** What a test over WhatsApp's protocol begins with: an installation, a network, the link between them, and people with phones. */
import { createTestInstallation } from '../installations/test-installation.ts'
import { keepWhatsAppBot, type BotKeeper } from './whatsapp-bot-keeper.ts'
import {
  pairWhatsAppBot,
  startWhatsAppBot,
  type Place,
  type StartOptions,
  type WhatsAppProcess,
} from './whatsapp-bot.ts'
import type { Contact } from '../whatsapp-server/contact.ts'
import type { PartyOptions } from '../whatsapp-server/party.ts'
import { startWhatsAppServer } from '../whatsapp-server/start-whatsapp-server.ts'

export type WhatsAppPlace = Place & {
  /** The phone of the owner with this number, from 0. */
  readonly addOwner: (n: number, options: Omit<PartyOptions, 'phone'>) => Contact
  /** Starts a bot of the number; resolves when the number is connected. */
  readonly startBot: (options?: StartOptions) => Promise<WhatsAppProcess>
  /** Keeps a bot of the number through its deaths; resolves when the number is served. */
  readonly keepBot: () => Promise<BotKeeper>
  /** Kills every bot, and leaves nothing. */
  readonly close: () => Promise<void>
}

/**
 * @param options.env of the installation's processes
 * @param options.linked whether the number is linked already; it is when absent
 */
export async function createWhatsAppPlace({
  env = {},
  linked = true,
}: { readonly env?: Readonly<Record<string, string>>; readonly linked?: boolean } = {}): Promise<WhatsAppPlace> {
  const installation = await createTestInstallation(env)
  const server = await startWhatsAppServer()
  const place: Place = { installation, server }
  const ends: (() => Promise<void>)[] = []
  if (linked) await pairWhatsAppBot(place)
  return {
    ...place,
    addOwner: (n, options) => server.addContact({ phone: installation.phone(n), ...options }),
    startBot: async (options) => {
      const bot = await startWhatsAppBot(place, options)
      ends.push(bot.kill)
      return bot
    },
    keepBot: async () => {
      const bot = keepWhatsAppBot(place)
      ends.push(bot.close)
      await bot.serving()
      return bot
    },
    close: async () => {
      await Promise.all(ends.map((end) => end()))
      await server.close()
      await installation.close()
    },
  }
}
