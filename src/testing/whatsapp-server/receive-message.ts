/** From the bot to people: every copy is decrypted by who it is for, with keys of their own. */
import { type BinaryNode, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerPeer } from './answer-peer.ts'
import { askAgain } from './ask-again.ts'
import type { Connection } from './connection.ts'
import { describeMessage } from './describe-message.ts'
import { attr, child, children, node } from './node.ts'
import { findParty, type BotMessage, type Network } from './network.ts'
import { bareJid, jidOf, type Party } from './party.ts'

/** A message that one person could read. */
type Reading = { readonly party: Party; readonly message: proto.IMessage }

export async function receiveMessage(network: Network, connection: Connection, stanza: BinaryNode): Promise<void> {
  const [id, to] = [attr(stanza, 'id'), attr(stanza, 'to')]
  const peer = stanza.attrs['category'] === 'peer'
  // What devices say among themselves is none of the messages that a test counts.
  const trouble = peer ? undefined : network.troubles.shift()
  const ack = { class: 'message', id, from: to, t: String(Math.floor(Date.now() / 1000)) }
  if (trouble?.kind === 'nack') return connection.send(node('ack', { ...ack, error: String(trouble.code) }))
  if (trouble?.kind === 'cut') connection.drop()
  if (trouble?.kind === 'cut' && !trouble.delivered) return
  if (trouble === undefined) connection.send(node('ack', ack))

  const readings = await network.receiving(async () => {
    const copies = await readCopies(network, stanza)
    if (peer) await answerAsPhone(network, connection, { id, copies })
    const message = peer ? null : await composeMessage(network, stanza, copies)
    if (message === null) return []
    network.botMessages.push(message)
    for (const hear of network.listeners) hear(message)
    return copies
  })
  await confirmDelivery(network, connection, { id, jid: to, readers: readings.map(({ party }) => party) })
}

/** The bot's phone says that it has the question, and answers it. */
async function answerAsPhone(
  network: Network,
  connection: Connection,
  { id, copies }: { readonly id: string; readonly copies: readonly Reading[] },
): Promise<void> {
  const { phone } = network.account
  const own = copies.find(({ party }) => party === phone)?.message
  const question = (own?.deviceSentMessage?.message ?? own)?.protocolMessage?.peerDataOperationRequestMessage
  if (question == null) return
  network.events.push({ kind: 'peer', id })
  if (!network.phoneIsOn) return
  connection.send(node('receipt', { id, from: phone.pn, type: 'peer_msg' }))
  await answerPeer(network, id, question)
}

async function readCopies(network: Network, stanza: BinaryNode): Promise<readonly Reading[]> {
  const to = attr(stanza, 'to')
  const group = network.groups.get(bareJid(to))
  const copies = children(child(stanza, 'participants'), 'to').map((copy) => ({
    jid: attr(copy, 'jid'),
    enc: child(copy, 'enc'),
  }))
  const direct = child(stanza, 'enc')
  if (direct?.attrs['type'] !== 'skmsg') copies.push({ jid: stanza.attrs['participant'] ?? to, enc: direct })

  const readings: Reading[] = []
  for (const { jid, enc } of copies) {
    const party = findParty(network, jid)
    if (party === undefined || enc === undefined) continue
    const message = await reading(network, stanza, party, () => decryptCopy(network, party, enc))
    const distribution = message?.senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage
    if (group !== undefined && distribution) {
      await party.signal.learnSenderKey(group.jid, network.account.address(), distribution)
    }
    if (message !== null && hasContent(message)) readings.push({ party, message })
  }
  if (group === undefined || direct?.attrs['type'] !== 'skmsg') return readings
  for (const party of group.members) {
    const message = await reading(network, stanza, party, async () =>
      decode(await party.signal.decryptFromGroup(group.jid, network.account.address(), bytesOf(direct))),
    )
    if (message !== null) readings.push({ party, message })
  }
  return readings
}

/** What cannot be read is asked for again, as a phone does. */
async function reading(
  network: Network,
  stanza: BinaryNode,
  party: Party,
  decrypt: () => Promise<proto.IMessage>,
): Promise<proto.IMessage | null> {
  try {
    return await decrypt()
  } catch {
    const id = attr(stanza, 'id')
    network.events.push({ kind: 'unreadable', id, by: party.phone })
    askAgain(network, party, { id, jid: attr(stanza, 'to') })
    return null
  }
}

async function decryptCopy(network: Network, party: Party, enc: BinaryNode): Promise<proto.IMessage> {
  return decode(await party.signal.decrypt(network.account.address(), attr(enc, 'type'), bytesOf(enc)))
}

function decode(padded: Uint8Array): proto.IMessage {
  return proto.Message.decode(unpadRandomMax16(padded))
}

function bytesOf({ content }: BinaryNode): Uint8Array {
  if (content instanceof Uint8Array) return content
  throw new Error('<enc> has no bytes')
}

/** A message that only brings a key for a group is none that a person sees. */
function hasContent(message: proto.IMessage): boolean {
  return Object.entries(message).some(([name, value]) => name !== 'senderKeyDistributionMessage' && value != null)
}

/** One message for all who read it; the copy of the bot's own phone counts only where the bot writes to itself. */
async function composeMessage(
  network: Network,
  stanza: BinaryNode,
  readings: readonly Reading[],
): Promise<BotMessage | null> {
  const { account, groups, known } = network
  const [id, to] = [attr(stanza, 'id'), bareJid(attr(stanza, 'to'))]
  const chat = groups.get(to)?.jid ?? findParty(network, to)?.phone
  const own = readings.find(({ party }) => party === account.phone)
  const others = readings.filter(({ party }) => party !== account.phone)
  const shown = others[0]?.message ?? (chat === account.phone.phone ? own?.message.deviceSentMessage?.message : null)
  if (shown === null || shown === undefined || chat === undefined) return null
  const again = known.has(id)
  known.set(id, { fromBot: true, author: account.phone, message: shown })
  return {
    ...(await describeMessage(shown, network.media)),
    id,
    chat,
    jid: to,
    readers: others.map(({ party }) => party.phone),
    again,
    raw: shown,
  }
}

async function confirmDelivery(
  { receipts, groups }: Network,
  connection: Connection,
  { id, jid, readers }: { readonly id: string; readonly jid: string; readonly readers: readonly Party[] },
): Promise<void> {
  if (!receipts.automatic) return
  if (receipts.delayMs > 0) await sleep(receipts.delayMs)
  const group = groups.get(bareJid(jid))
  for (const party of readers) {
    const participant = group === undefined ? undefined : jidOf(party, group.addressing)
    connection.send(node('receipt', { id, from: jid, participant, t: String(Math.floor(Date.now() / 1000)) }))
  }
}
