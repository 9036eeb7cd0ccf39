/**
 * What names a file that is still with WhatsApp: the ciphertext that its message came in. The id of a message does not, for
 * whoever sends one chooses it, also that of somebody else's.
 */
const prefix = 'whatsapp-file:'
const digestShape = /^[0-9a-f]{64}$/u
/** Versions before this one named the message; what they stored is still found. */
const formerPrefix = 'whatsapp:'

/** The message that carries a file. */
export type FileCarrier =
  | { readonly kind: 'ciphertext'; readonly digest: Buffer }
  | { readonly kind: 'id'; readonly messageId: string }

/** @param digest of the ciphertext that the message came in */
export function fileHandleOf(digest: Buffer): string {
  return `${prefix}${digest.toString('hex')}`
}

/** What a handle names; `null` when it is none of ours. */
export function parseFileHandle(handle: string): FileCarrier | null {
  if (handle.startsWith(formerPrefix)) return { kind: 'id', messageId: handle.slice(formerPrefix.length) }
  const digest = handle.slice(prefix.length)
  return handle.startsWith(prefix) && digestShape.test(digest)
    ? { kind: 'ciphertext', digest: Buffer.from(digest, 'hex') }
    : null
}
