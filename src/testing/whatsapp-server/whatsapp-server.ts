import type { Contact, NextOptions } from './contact.ts'
import type { Group } from './group.ts'
import type { MediaServer } from './media-server.ts'
import type { BotMessage, ServerEvent, Trouble } from './network.ts'
import type { Addressing, PartyOptions } from './party.ts'
import type { HistoryLine, Phone } from './phone.ts'

export type WhatsAppServerOptions = {
  /** The bot's own number; `+15550001111` when absent. */
  readonly bot?: PartyOptions
  /** How long phones take to say that they have received a message, in milliseconds; 0 when absent. */
  readonly receiptDelayMs?: number
  /** Another port than a free one. */
  readonly port?: number
}

export type WhatsAppServer = {
  /** Of the web socket. */
  readonly url: string
  /** What goes before the bot's script: `node <preloadArgs> bot.ts`. */
  readonly preloadArgs: readonly string[]
  /** What goes into the bot's environment. */
  readonly preloadEnv: Readonly<Record<string, string>>
  /** The bot's own phone. */
  readonly phone: Phone
  readonly media: MediaServer
  readonly contacts: () => readonly Contact[]
  readonly addContact: (options: PartyOptions) => Contact
  /** A group of these people and the bot. */
  readonly addGroup: (options: {
    readonly subject: string
    readonly members: readonly Contact[]
    readonly addressing?: Addressing
    /** What stands before `@g.us`; made up when absent. */
    readonly id?: string
  }) => Group
  /** Adds a person to a group, and tells the bot. */
  readonly addMember: (group: Group, contact: Contact) => Group
  /** Puts the bot out of a group, and tells it. */
  readonly putBotOut: (group: Group) => void
  /**
   * Links the bot: `qr` is the text of its QR code, `code` its eight characters. Ends when the bot is online and the phone
   * has sent it the history, as phones do: a client that waits for it holds back for 20 s what comes before.
   * @param options.history what people had said; empty when absent, and with `null` the phone sends none
   * @param options.signal aborted when nobody waits any more
   */
  readonly pair: (
    how: { readonly qr: string } | { readonly code: string },
    options?: { readonly history?: readonly HistoryLine[] | null; readonly signal?: AbortSignal },
  ) => Promise<void>
  /** Whether the bot is one that this network knows. */
  readonly isLinked: () => boolean
  /** Unlinks it, as the owner does on the phone. */
  readonly unlink: () => void
  /** Takes the next event of this kind; waits for it. */
  readonly event: <K extends ServerEvent['kind']>(
    kind: K,
    options?: {
      readonly matches?: (event: EventOf<K>) => boolean
      readonly timeoutMs?: number
      readonly signal?: AbortSignal
    },
  ) => Promise<EventOf<K>>
  /** Drops events of this kind that nobody has taken: what happened before is of no interest. */
  readonly forget: (kind: ServerEvent['kind']) => void
  /** Takes the next message of the bot to a group. */
  readonly nextIn: (group: Group, options?: NextOptions) => Promise<BotMessage>
  /** Every message of the bot that nobody has taken. */
  readonly untaken: () => readonly BotMessage[]
  /** Hears every message of the bot as it comes, taken or not; gives what ends that. */
  readonly onMessage: (hear: (message: BotMessage) => void) => () => void
  /** Takes the next message of the bot to whomever. */
  readonly next: (options?: NextOptions) => Promise<BotMessage>
  /** Delivers what a person sent again, under the same id, encrypted anew. */
  readonly redeliver: (id: string) => Promise<void>
  /** Delivers the very same stanza again, ciphertext and all. */
  readonly repeat: (id: string) => void
  /** What waits for the bot while it is away is delivered in this order, the rest after it. */
  readonly arrange: (ids: readonly string[]) => void
  /** What happens to the next messages of the bot, one after the other. */
  readonly trouble: (...next: readonly Trouble[]) => void
  /** Resolves when every message that has come from the bot so far has been decrypted and told. */
  readonly settled: () => Promise<void>
  /** How many stanzas the bot has not acknowledged. */
  readonly undelivered: () => number
  /** Everything that the server sends takes this long; 0 is the default. */
  readonly delay: (ms: number) => void
  /** The server says nothing any more; the connection stays. */
  readonly mute: (on: boolean) => void
  /** Whether phones confirm what they receive; they do by default. */
  readonly receipts: (on: boolean) => void
  /**
   * Keeps back what people say, while everything else goes on as ever: on the connection of now, on this and any after it, or
   * nothing any more. What was kept back goes out when the bot connects next.
   */
  readonly withhold: (what: 'this-connection' | 'all' | 'nothing') => void
  /** Whether people's phones send again what the bot asks for, a message or a file that has expired; they do by default. */
  readonly resends: (on: boolean) => void
  /** Whether the bot's own phone takes and answers what the bot asks of it; it does by default. */
  readonly phoneOn: (on: boolean) => void
  /** Sends a frame that nobody can decrypt. */
  readonly garble: () => void
  /** Cuts the connection. */
  readonly drop: () => void
  /** Cuts it and lets nobody in until `online()`. */
  readonly offline: () => void
  readonly online: () => void
  /** Ends the stream with a code: 401 unlinked, 440 replaced by another client, 503, 515. */
  readonly streamError: (code: number) => void
  /** Refuses the next logins (401, 403, 405, 503), so many. */
  readonly refuseLogins: (reason: number, times: number) => void
  /** Answers the next questions about who is in a group, so many, with "too many". */
  readonly refuseGroupQueries: (times: number) => void
  readonly close: () => Promise<void>
}

/** An event of one kind. */
export type EventOf<K extends ServerEvent['kind']> = Extract<ServerEvent, { readonly kind: K }>
