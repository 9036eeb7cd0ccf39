/**
 * A WhatsApp network of its own, on the loopback interface, for one bot: the real protocol from the handshake to the
 * encrypted file, so that an unmodified client is tested as it will run. See the README beside this file.
 */
import { createBotAccount } from './bot-account.ts'
import { endStream, listenForClients, type BotLine, type ClientListener } from './client-listener.ts'
import type { Weather } from './connection.ts'
import { createContact, type Contact } from './contact.ts'
import { createEventQueue } from './event-queue.ts'
import { addMember, putBotOut } from './group.ts'
import { createLane } from './lane.ts'
import { createMailbox } from './mailbox.ts'
import { startMediaServer } from './media-server.ts'
import { isWithheld, type BotMessage, type Network } from './network.ts'
import { createNoiseIdentity } from './noise-identity.ts'
import { pairByCode, pairByQr } from './pair-bot.ts'
import { createParty } from './party.ts'
import { createPhone, type Phone } from './phone.ts'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'
import { redeliverMessage, repeatMessage } from './send-message.ts'
import type { EventOf, WhatsAppServer, WhatsAppServerOptions } from './whatsapp-server.ts'

const pairTimeoutMs = 15_000

export async function startWhatsAppServer(options: WhatsAppServerOptions = {}): Promise<WhatsAppServer> {
  const identity = createNoiseIdentity()
  const certificate = createSelfSignedCertificate()
  const weather: Weather = { delayMs: 0, mute: false }
  const line: BotLine = { connection: null }
  const media = await startMediaServer(certificate)
  const network: Network = {
    account: createBotAccount(options.bot ?? { phone: '+15550001111', name: 'The bot' }),
    parties: [],
    groups: new Map(),
    mailbox: createMailbox(() => {
      const { connection } = line
      return connection?.online === true && !isWithheld(network, connection) ? connection : null
    }),
    media,
    events: createEventQueue(({ kind }) => kind),
    botMessages: createEventQueue(({ chat, content }) => `${content.kind} to ${chat}`),
    listeners: new Set(),
    sent: new Map(),
    stanzas: new Map(),
    known: new Map(),
    troubles: [],
    receipts: { automatic: true, delayMs: options.receiptDelayMs ?? 0 },
    receiving: createLane(),
    connection: () => line.connection,
    resends: true,
    phoneIsOn: true,
    withheld: null,
    groupRefusals: 0,
  }
  const listener = await listenForClients(network, { line, identity, weather, port: options.port ?? 0 })
  const phone = createPhone(network)
  const waits = waitsFor(network)
  const given = {
    url: listener.url,
    root: identity.root.toString('base64'),
    certificate: certificate.certificate,
    mediaHost: media.host,
  }
  return {
    url: listener.url,
    preloadArgs: ['--import', new URL('./preload.ts', import.meta.url).href],
    preloadEnv: { LOOPBACK_WHATSAPP: JSON.stringify(given) },
    phone,
    media,
    ...peopleOf(network),
    ...linkingOf(network, { listener, line, phone, event: waits.event }),
    ...waits,
    ...troublesOf(network, { listener, line, weather }),
    close: async () => {
      await Promise.all([listener.close(), media.close()])
    },
  }
}

function peopleOf(
  network: Network,
): Pick<WhatsAppServer, 'contacts' | 'addContact' | 'addGroup' | 'addMember' | 'putBotOut'> {
  const contacts = new Map<string, Contact>()
  return {
    contacts: () => [...contacts.values()],
    addContact: (options) => {
      const party = createParty(options)
      network.parties.push(party)
      const contact = createContact(network, party)
      contacts.set(contact.phone, contact)
      return contact
    },
    addGroup: ({ subject, members, addressing = 'lid', id = `120363${String(network.groups.size + 1e12)}` }) => {
      const parties = network.parties.filter(({ pn }) => members.some((member) => member.pn === pn))
      const group = { jid: `${id}@g.us`, subject, addressing, members: parties, createdAt: Date.now() }
      network.groups.set(group.jid, group)
      return group
    },
    addMember: (group, contact) => addMember(network, group, contact),
    putBotOut: (group) => putBotOut(network, group),
  }
}

function linkingOf(
  network: Network,
  {
    listener: { pairing },
    line,
    phone,
    event,
  }: {
    readonly listener: ClientListener
    readonly line: BotLine
    readonly phone: Phone
    readonly event: WhatsAppServer['event']
  },
): Pick<WhatsAppServer, 'pair' | 'isLinked' | 'unlink'> {
  const { account } = network
  return {
    pair: async (how, { history = [], signal } = {}) => {
      if ('qr' in how) await pairByQr(network, pairing, how.qr)
      else await pairByCode(network, pairing, how.code)
      const rest = signal === undefined ? {} : { signal }
      await event('online', {
        ...rest,
        matches: ({ device }) => device === account.device(),
        timeoutMs: pairTimeoutMs,
      })
      if (history === null) return
      await phone.pushHistory(history)
      await event('receipt', { ...rest, matches: ({ type }) => type === 'hist_sync' })
    },
    isLinked: () => account.device() !== null,
    unlink: () => {
      account.unlink()
      if (line.connection !== null) endStream(line.connection, 401)
    },
  }
}

type Waits = Pick<WhatsAppServer, 'event' | 'forget' | 'next' | 'nextIn' | 'onMessage' | 'untaken' | 'settled'>

function waitsFor({ events, botMessages, listeners, receiving }: Network): Waits {
  const next: Waits['next'] = ({ matches = () => true, timeoutMs } = {}) =>
    botMessages.take({
      matches: (each): each is BotMessage => matches(each),
      what: 'a message of the bot',
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })
  return {
    event: (kind, { matches = () => true, ...rest } = {}) =>
      events.take({
        ...rest,
        matches: (each): each is EventOf<typeof kind> => each.kind === kind && matches(each as EventOf<typeof kind>),
        what: `"${kind}"`,
      }),
    next,
    forget: (kind) => events.forget((each) => each.kind === kind),
    nextIn: (group, { matches = () => true, ...rest } = {}) =>
      next({ ...rest, matches: (each) => each.chat === group.jid && matches(each) }),
    onMessage: (hear) => {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
    untaken: () => botMessages.waiting(),
    settled: () => receiving(async () => undefined),
  }
}

type Troubles = Pick<
  WhatsAppServer,
  | 'redeliver'
  | 'repeat'
  | 'arrange'
  | 'trouble'
  | 'undelivered'
  | 'delay'
  | 'mute'
  | 'receipts'
  | 'withhold'
  | 'resends'
  | 'phoneOn'
  | 'garble'
  | 'drop'
  | 'offline'
  | 'online'
  | 'streamError'
  | 'refuseLogins'
  | 'refuseGroupQueries'
>

function troublesOf(
  network: Network,
  { listener, line, weather }: { readonly listener: ClientListener; readonly line: BotLine; readonly weather: Weather },
): Troubles {
  return {
    redeliver: (id) => redeliverMessage(network, id),
    repeat: (id) => repeatMessage(network, id),
    arrange: network.mailbox.arrange,
    trouble: (...troubles) => void network.troubles.push(...troubles),
    undelivered: () => network.mailbox.size(),
    delay: (ms) => {
      weather.delayMs = ms
    },
    mute: (on) => {
      weather.mute = on
    },
    receipts: (on) => {
      network.receipts.automatic = on
    },
    withhold: (what) => {
      network.withheld = what === 'this-connection' ? line.connection : what === 'all' ? 'all' : null
    },
    resends: (on) => {
      network.resends = on
    },
    phoneOn: (on) => {
      network.phoneIsOn = on
    },
    garble: () => line.connection?.garble(),
    drop: () => line.connection?.drop(),
    offline: () => {
      listener.setReachable(false)
      line.connection?.drop()
    },
    online: () => listener.setReachable(true),
    streamError: (code) => {
      if (line.connection === null) throw new Error('The bot is not connected')
      endStream(line.connection, code)
    },
    refuseLogins: listener.refuseLogins,
    refuseGroupQueries: (times) => {
      network.groupRefusals = times
    },
  }
}
