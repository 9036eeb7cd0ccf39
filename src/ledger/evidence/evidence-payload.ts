import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { JsonObject } from '../../json.ts'
import type { Secrets } from '../secrets/secrets.ts'

const purpose = 'evidence-payload'

/**
 * A payload as it is stored: its digest stays on the evidence row for good, the sealed payload lies beside it until it is
 * erased.
 */
export type SealedPayload = { readonly digest: Buffer; readonly sealed: Buffer }

/**
 * Seals the personal part of an evidence row. The digest also covers a random salt, which lies inside the seal: once the
 * payload is erased, nobody can try texts or phone numbers against the digest that stays. The digest is also the row's
 * identity under the seal, so a payload opens only beside its own row.
 */
export function sealPayload(secrets: Secrets, payload: JsonObject): SealedPayload {
  const plaintext = canonicalize({ payload, salt: randomBytes(16).toString('base64url') }) ?? ''
  const digest = digestOf(plaintext)
  return { digest, sealed: secrets.seal(purpose, digest.toString('hex'), plaintext) }
}

/** Whether a stored payload is the one whose digest was chained. */
export function payloadFits(secrets: Secrets, digest: Uint8Array, sealed: Uint8Array): boolean {
  try {
    return digestOf(secrets.open(purpose, Buffer.from(digest).toString('hex'), sealed)).equals(digest)
  } catch {
    return false
  }
}

/** Opens the payload of the row with this digest. @throws TerminalError `secret_mismatch` when it belongs to another row */
export function openPayload(secrets: Secrets, digest: Uint8Array, sealed: Uint8Array): JsonObject {
  const text = secrets.open(purpose, Buffer.from(digest).toString('hex'), sealed)
  // Written by `sealPayload` alone.
  return (JSON.parse(text) as { readonly payload: JsonObject }).payload
}

function digestOf(plaintext: string): Buffer {
  return createHash('sha256').update(plaintext).digest()
}
