/** From a person to the bot: encryption for the one device that the bot is, and the stanza around it. */
import { randomBytes } from 'node:crypto'
import { type BinaryNode, encodeWAMessage, type proto } from '@whiskeysockets/baileys'
import type { Group } from './group.ts'
import type { KeyBundle } from './key-bundle.ts'
import type { SealedMedia } from './media-crypto.ts'
import { attr, node } from './node.ts'
import type { Network } from './network.ts'
import { jidOf, type Party } from './party.ts'
import type { Ciphertext } from './signal-party.ts'

/** What one person sent once; encrypted anew at each delivery. */
export type SentMessage = {
  readonly id: string
  readonly sender: Party
  readonly group: Group | null
  readonly message: proto.IMessage
  /** Milliseconds since 1970. */
  readonly sentAt: number
  readonly stanza: StanzaFacts
  /** Its file as it was uploaded, so that the phone can upload it again. */
  readonly file?: SealedMedia
}

/** What the stanza says of its content in the clear. */
export type StanzaFacts = {
  readonly type: 'text' | 'media' | 'reaction'
  readonly mediatype?: 'ptt' | 'image' | 'document'
  /** `1` an edit, `7` a revocation by the sender. */
  readonly edit?: '1' | '7'
  /** The chat, for what the bot's own phone sent to somebody else. */
  readonly recipient?: string
  /** From the bot's own phone to the bot alone. */
  readonly category?: 'peer'
}

/** As Android phones make them. */
export function newMessageId(): string {
  return `AC${randomBytes(15).toString('hex').toUpperCase()}`
}

/** Puts the message into the bot's mailbox, and remembers it. */
export async function sendMessage(network: Network, sent: SentMessage): Promise<void> {
  network.sent.set(sent.id, sent)
  network.known.set(sent.id, { fromBot: false, author: sent.sender, message: sent.message })
  await sent.sender.sending(async () => put(network, await seal(network, sent, null)))
}

/** Sends it again under its own id, as a new ciphertext: what a phone does that does not know whether it was sent. */
export async function redeliverMessage(network: Network, id: string): Promise<void> {
  const sent = sentMessage(network, id)
  await sent.sender.sending(async () => put(network, await seal(network, sent, null)))
}

/** The bot could not read it: a new session (with the keys that it sent, if any) and a new ciphertext. */
export async function resendMessage(
  network: Network,
  { id, count, keys }: { readonly id: string; readonly count: number; readonly keys: KeyBundle | null },
): Promise<void> {
  const sent = sentMessage(network, id)
  await sent.sender.sending(async () => {
    sent.sender.signal.forget(network.account.address().user)
    network.mailbox.expectRefusal(id)
    put(network, await seal(network, sent, { count, keys }))
  })
}

/** Sends the very same stanza again: what a network does that does not know whether it was received. */
export function repeatMessage({ stanzas, mailbox }: Network, id: string): void {
  const stanza = stanzas.get(id)
  if (stanza === undefined) throw new Error(`Nobody sent a message with the id ${id}`)
  mailbox.put(stanza)
}

function put({ stanzas, mailbox }: Network, stanza: BinaryNode): void {
  stanzas.set(attr(stanza, 'id'), stanza)
  mailbox.put(stanza)
}

function sentMessage({ sent }: Network, id: string): SentMessage {
  const found = sent.get(id)
  if (found === undefined) throw new Error(`Nobody sent a message with the id ${id}`)
  return found
}

type Retry = { readonly count: number; readonly keys: KeyBundle | null }

async function seal(network: Network, sent: SentMessage, retry: Retry | null): Promise<BinaryNode> {
  const { sender, group, message, stanza } = sent
  const own = sender === network.account.phone
  const encs =
    group !== null && !own
      ? await sealForGroup(network, sent, group, retry)
      : [enc(await sealForBot(network, sender, message, retry), stanza, retry)]
  return node(
    'message',
    {
      id: sent.id,
      t: String(Math.floor(sent.sentAt / 1000)),
      type: stanza.type,
      notify: sender.name,
      edit: stanza.edit,
      recipient: stanza.recipient,
      category: stanza.category,
      ...(group === null ? privateAddress(sender) : groupAddress(sender, group)),
    },
    encs,
  )
}

/** The first message of a sender in a group brings the key that opens it and those after it; one sent again is for the bot alone. */
async function sealForGroup(
  network: Network,
  { sender, message, stanza }: SentMessage,
  group: Group,
  retry: Retry | null,
): Promise<readonly BinaryNode[]> {
  const self = { user: sender.phone.slice(1), device: 0 }
  const { body, distribution } = await sender.signal.encryptForGroup(group.jid, self, encodeWAMessage(message))
  const senderKeyDistributionMessage = { groupId: group.jid, axolotlSenderKeyDistributionMessage: distribution }
  const holder = `${group.jid} ${network.account.address().device}`
  const known = sender.keyGivenTo.has(holder)
  sender.keyGivenTo.add(holder)
  if (retry !== null) {
    const whole = await sealForBot(network, sender, { ...message, senderKeyDistributionMessage }, retry)
    return [enc(whole, stanza, retry)]
  }
  const whole = enc({ type: 'skmsg', body }, stanza, null)
  if (known) return [whole]
  return [enc(await sealForBot(network, sender, { senderKeyDistributionMessage }, null), { type: 'text' }, null), whole]
}

async function sealForBot(
  { account }: Network,
  sender: Party,
  message: proto.IMessage,
  retry: Retry | null,
): Promise<Ciphertext> {
  const keys = () => retry?.keys ?? account.takeKeys()
  const { type, body } = await sender.signal.encrypt(account.address(), encodeWAMessage(message), keys)
  if (sender.damaged === 0) return { type, body }
  sender.damaged -= 1
  // So far from its end stand encrypted words, or the code that says whether they are whole.
  return { type, body: Buffer.from(body.map((byte, at) => (at === body.length - 20 ? byte ^ 1 : byte))) }
}

function enc(
  { type, body }: { readonly type: Ciphertext['type'] | 'skmsg'; readonly body: Buffer },
  { mediatype }: StanzaFacts,
  retry: Retry | null,
): BinaryNode {
  return node('enc', { v: '2', type, mediatype, count: retry === null ? undefined : String(retry.count) }, body)
}

function privateAddress({ addressing, hidden, pn, lid }: Party) {
  return addressing === 'lid'
    ? { from: lid, sender_pn: hidden ? undefined : pn, addressing_mode: 'lid' }
    : { from: pn, sender_lid: lid, addressing_mode: 'pn' }
}

function groupAddress(sender: Party, { jid, addressing }: Group) {
  return {
    from: jid,
    participant: jidOf(sender, addressing),
    ...(addressing === 'lid' ? { participant_pn: sender.pn } : { participant_lid: sender.lid }),
    addressing_mode: addressing,
  }
}
