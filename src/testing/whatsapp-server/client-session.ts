/** What the server does with a client's nodes, from its login to its end. */
import { randomBytes } from 'node:crypto'
import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { answerIq, isOwnLogin } from './answer-iq.ts'
import type { Connection } from './connection.ts'
import { parseRetryKeys } from './key-bundle.ts'
import { attr, child, firstChild, node } from './node.ts'
import { findParty, isWithheld, type Network } from './network.ts'
import { pairingRef } from './pair-by-code.ts'
import { receiveMessage } from './receive-message.ts'
import { resendMessage } from './send-message.ts'
import { uploadAgain } from './upload-again.ts'

const offeredRefs = 6

/** What the pairing of a client without a number knows. */
export type Pairing = {
  /** The client that can be paired now. */
  connection: Connection | null
  /** The codes that were offered to it. */
  refs: readonly string[]
  /** Its two words in the exchange by code. */
  companionHello: BinaryNode | null
  companionFinish: ((finish: BinaryNode) => void) | null
}

/** A client that has no number yet is offered codes; one that has one is let in, or told that it is not linked any more. */
export function logIn(
  network: Network,
  pairing: Pairing,
  { connection, payload }: { readonly connection: Connection; readonly payload: proto.ClientPayload },
): 'paired' | 'unpaired' | 'refused' {
  if (!payload.username) {
    offerPairing(pairing, connection, network)
    return 'unpaired'
  }
  if (!isOwnLogin(network, String(payload.username), payload.device ?? 0)) {
    refuse(connection, 401)
    return 'refused'
  }
  const { account, events } = network
  connection.send(
    node('success', {
      t: String(Math.floor(Date.now() / 1000)),
      lid: account.jid('lid'),
      display_name: account.phone.name,
    }),
  )
  events.push({ kind: 'login' })
  return 'paired'
}

/** Ends a login with a reason, as WhatsApp does for a client that it does not want. */
export function refuse(connection: Connection, reason: number): void {
  connection.send(node('failure', { reason: String(reason), location: 'loopback' }))
  connection.close()
}

function offerPairing(pairing: Pairing, connection: Connection, { events }: Network): void {
  const refs = Array.from({ length: offeredRefs }, () => `2@${randomBytes(48).toString('base64')}`)
  Object.assign(pairing, { connection, refs, companionHello: null, companionFinish: null })
  const offer = node(
    'pair-device',
    {},
    refs.map((ref) => node('ref', {}, ref)),
  )
  // A client that is paired, or goes away, never answers; nothing waits for it.
  connection.ask(node('iq', { from: 's.whatsapp.net', type: 'set', xmlns: 'md' }, [offer])).catch(() => undefined)
  events.push({ kind: 'unpaired' })
}

export async function handleNode(
  network: Network,
  pairing: Pairing,
  { connection, stanza }: { readonly connection: Connection; readonly stanza: BinaryNode },
): Promise<void> {
  switch (stanza.tag) {
    case 'iq':
      return handleIq(network, pairing, { connection, iq: stanza })
    case 'message':
      return receiveMessage(network, connection, stanza)
    case 'receipt':
      return handleReceipt(network, connection, stanza)
    case 'ack':
      return handleAck(network, stanza)
    case 'ib':
      if (child(stanza, 'offline_batch') !== undefined) goOnline(network, connection)
      return
    case 'chatstate': {
      const party = findParty(network, attr(stanza, 'to'))
      const state = firstChild(stanza)?.tag ?? ''
      network.events.push({ kind: 'typing', to: party?.phone ?? attr(stanza, 'to'), state })
      return
    }
    default:
      // Presence and statistics need no answer.
      return
  }
}

function handleIq(
  network: Network,
  pairing: Pairing,
  { connection, iq }: { readonly connection: Connection; readonly iq: BinaryNode },
): void {
  const asked = firstChild(iq)
  const answer = (content: readonly BinaryNode[]) =>
    connection.send(
      node('iq', { from: iq.attrs['to'] ?? 's.whatsapp.net', type: 'result', id: attr(iq, 'id') }, content),
    )
  switch (asked?.tag ?? '') {
    case 'link_code_companion_reg':
      return handleCodePairing(network, pairing, { asked: asked ?? iq, answer })
    case 'remove-companion-device':
      answer([])
      network.account.unlink()
      return network.events.push({ kind: 'logout' })
    case 'active':
      answer([])
      return connection.send(
        node('ib', { from: 's.whatsapp.net' }, [node('offline_preview', { count: String(network.mailbox.size()) })]),
      )
    default:
      return answer(answerIq(network, iq))
  }
}

function handleCodePairing(
  { events }: Network,
  pairing: Pairing,
  { asked, answer }: { readonly asked: BinaryNode; readonly answer: (content: readonly BinaryNode[]) => void },
): void {
  if (asked.attrs['stage'] === 'companion_finish') {
    answer([])
    pairing.companionFinish?.(asked)
    return
  }
  const ref = node('link_code_pairing_ref', {}, pairingRef)
  answer([node('link_code_companion_reg', { stage: 'companion_hello' }, [ref])])
  pairing.companionHello = asked
  events.push({ kind: 'code-asked' })
}

function goOnline(network: Network, connection: Connection): void {
  const { account, mailbox, events } = network
  const queued = mailbox.flush(connection, { withheld: isWithheld(network, connection) })
  connection.online = true
  events.push({ kind: 'online', queued, device: account.device() })
}

async function handleReceipt(network: Network, connection: Connection, receipt: BinaryNode): Promise<void> {
  const { events, mailbox } = network
  const [id, type] = [attr(receipt, 'id'), receipt.attrs['type']]
  connection.send(node('ack', { class: 'receipt', id, from: receipt.attrs['to'], type }))
  if (type === 'server-error') return network.resends ? uploadAgain(network, receipt) : undefined
  if (type !== 'retry') {
    mailbox.settle(id, 'accepted')
    return events.push({ kind: 'receipt', id, type: type ?? '' })
  }
  const count = Number(child(receipt, 'retry')?.attrs['count'] ?? 1)
  events.push({ kind: 'retry', id, count })
  if (network.resends) await resendMessage(network, { id, count, keys: parseRetryKeys(receipt) })
}

function handleAck({ events, mailbox }: Network, ack: BinaryNode): void {
  const kind = ack.attrs['class']
  if (kind !== 'message' && kind !== 'call') return
  const [id, error] = [attr(ack, 'id'), ack.attrs['error'] ?? null]
  mailbox.settle(id, error === null ? 'accepted' : 'refused')
  if (kind === 'call') return
  events.push({ kind: 'ack', id, error })
}
