/** A message as it came off the wire and was decrypted, how it is kept until it is in the inbox, and how it is found again. */
import { decodeBinaryNode, decodeMessageNode, proto, unpadRandomMax16, type BinaryNode } from '@whiskeysockets/baileys'
import type { Arrival, Self } from './read-message.ts'
import { isOfUnknownKind } from '../wire/unknown-kind.ts'

type Kept = Pick<BinaryNode, 'tag' | 'attrs'> & { readonly plaintext: string }
/** As earlier versions kept it: people choose what some attributes say, and not all of that comes back out of a stanza. */
type KeptAsStanza = { readonly node: string; readonly plaintext: string }

/** What is kept of a message. */
export function keep({ tag, attrs }: BinaryNode, plaintext: Uint8Array): string {
  const kept: Kept = { tag, attrs, plaintext: Buffer.from(plaintext).toString('base64') }
  return JSON.stringify(kept)
}

/** The node and the words of a message as it was kept; the ciphertext is not. */
export async function openKept(
  content: string,
): Promise<{ readonly node: BinaryNode; readonly plaintext: Uint8Array }> {
  // Written by `keep` above alone, or by that of an earlier version.
  const kept = JSON.parse(content) as Kept | KeptAsStanza
  const node =
    'node' in kept ? await decodeBinaryNode(Buffer.from(kept.node, 'base64')) : { tag: kept.tag, attrs: kept.attrs }
  return { node, plaintext: Buffer.from(kept.plaintext, 'base64') }
}

/** A message as it was kept. */
export async function keptArrival(content: string, self: Self): Promise<Arrival | null> {
  const { node, plaintext } = await openKept(content)
  return arrivalOf(node, plaintext, self)
}

/** A node and its words together; `null` when the words make no message. */
export function arrivalOf(node: BinaryNode, plaintext: Uint8Array, self: Self): Arrival | null {
  const bytes = unpadRandomMax16(plaintext)
  const message = proto.Message.decode(bytes)
  // What another device of ours has sent.
  if (message.deviceSentMessage != null) return null
  return { ...headOf(node, self), message, ...(isOfUnknownKind(message, bytes) && { isOfUnknownKind: true }) }
}

/** What a stanza says of its message in the clear. */
export function headOf(node: BinaryNode, self: Self): Omit<Arrival, 'message'> {
  const { fullMessage } = decodeMessageNode(node, self.jid, self.lid ?? '')
  return { key: fullMessage.key, sentAtS: Number(node.attrs['t'] ?? 0), pushName: fullMessage.pushName ?? null }
}
