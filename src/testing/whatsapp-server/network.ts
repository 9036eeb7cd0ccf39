import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import type { BotAccount } from './bot-account.ts'
import type { Connection } from './connection.ts'
import type { MessageDescription } from './describe-message.ts'
import type { EventQueue } from './event-queue.ts'
import type { Group } from './group.ts'
import type { Lane } from './lane.ts'
import type { Mailbox } from './mailbox.ts'
import type { MediaServer } from './media-server.ts'
import { isJidOf, type Party } from './party.ts'
import type { SentMessage } from './send-message.ts'

/** What the server knows; its parts are functions over it. */
export type Network = {
  readonly account: BotAccount
  readonly parties: Party[]
  readonly groups: Map<string, Group>
  readonly mailbox: Mailbox
  readonly media: MediaServer
  readonly events: EventQueue<ServerEvent>
  readonly botMessages: EventQueue<BotMessage>
  readonly listeners: Set<(message: BotMessage) => void>
  /** What people sent, by id: for redeliveries. */
  readonly sent: Map<string, SentMessage>
  /** The last stanza of each, by id: for those that come again as they are. */
  readonly stanzas: Map<string, BinaryNode>
  /** Everything that can be quoted, by id. */
  readonly known: Map<string, KnownMessage>
  /** What happens to the next messages from the bot. */
  readonly troubles: Trouble[]
  readonly receipts: ReceiptPolicy
  /** Messages of the bot are read in order: one may bring the key to the next. */
  readonly receiving: Lane
  /** The connection of the paired bot, from its login on. */
  readonly connection: () => Connection | null
  /** Whether people's phones send again what the bot asks for again. */
  resends: boolean
  /** Whether the bot's own phone takes what the bot asks of it. */
  phoneIsOn: boolean
  /** So many questions about groups are answered that they are too many. */
  groupRefusals: number
  /** What people say does not go out: on this one connection, or on any. */
  withheld: Connection | 'all' | null
}

export type KnownMessage = { readonly fromBot: boolean; readonly author: Party; readonly message: proto.IMessage }

export type ReceiptPolicy = {
  /** Whether phones say that they have received a message. */
  automatic: boolean
  /** How long they take for it, in milliseconds. */
  delayMs: number
}

/** What the network does to a message from the bot instead of delivering and acknowledging it. */
export type Trouble =
  /** Refuses it with an error code (463: the account may not open new chats). */
  | { readonly kind: 'nack'; readonly code: number }
  /** Cuts the connection when it has arrived at the server: `delivered` to the person, or lost. */
  | { readonly kind: 'cut'; readonly delivered: boolean }
  /** Delivers it and never acknowledges it. */
  | { readonly kind: 'silent' }

/** A message from the bot, as a person (or the members of a group) got it. */
export type BotMessage = MessageDescription & {
  readonly id: string
  /** The E.164 number of the person, or the JID of the group. */
  readonly chat: string
  /** The name of the chat on the wire. */
  readonly jid: string
  /** The E.164 numbers of those who could decrypt it. */
  readonly readers: readonly string[]
  /** The same id came before: phones show it once. */
  readonly again: boolean
  readonly raw: proto.IMessage
}

export type ServerEvent =
  /** A client tried to come while nobody gets through. */
  | { readonly kind: 'kept-out' }
  /** A client without a number has come, and can be paired. */
  | { readonly kind: 'unpaired' }
  /** It asked for pairing by code. */
  | { readonly kind: 'code-asked' }
  | { readonly kind: 'paired'; readonly device: number }
  | { readonly kind: 'login' }
  /** A login was refused; `at` in milliseconds of the server's clock. */
  | { readonly kind: 'refused'; readonly at: number }
  /** The bot asked who is in a group. */
  | { readonly kind: 'group-asked'; readonly jid: string }
  | { readonly kind: 'keys'; readonly count: number }
  /** The bot has fetched what was kept for it; `queued` stanzas. */
  | { readonly kind: 'online'; readonly queued: number; readonly device: number | null }
  | { readonly kind: 'closed' }
  /** `type` is empty for "delivered"; `read`, `inactive`, `sender` and others as on the wire. */
  | { readonly kind: 'receipt'; readonly id: string; readonly type: string }
  /** The bot's answer to a message; `error` when it refuses it. */
  | { readonly kind: 'ack'; readonly id: string; readonly error: string | null }
  /** The bot could not read a message and asks for it again. */
  | { readonly kind: 'retry'; readonly id: string; readonly count: number }
  /** A phone could not read a message from the bot, and has asked for it again. */
  | { readonly kind: 'unreadable'; readonly id: string; readonly by: string }
  /** The bot asked the sender's phone to upload a file again. */
  | { readonly kind: 'reupload'; readonly id: string }
  /** `state` is `composing` or `paused`. */
  | { readonly kind: 'typing'; readonly to: string; readonly state: string }
  /** The bot asks something of its own phone. */
  | { readonly kind: 'peer'; readonly id: string }
  | { readonly kind: 'logout' }
  | { readonly kind: 'fault'; readonly error: unknown }

/** Whose JID this is, of whatever device; the bot's own phone included. */
export function findParty({ account, parties }: Network, jid: string): Party | undefined {
  return [...parties, account.phone].find((party) => isJidOf(party, jid))
}

/** Whether what people say is kept back on this connection, which is healthy otherwise. */
export function isWithheld({ withheld }: Network, connection: Connection): boolean {
  return withheld === 'all' || withheld === connection
}
