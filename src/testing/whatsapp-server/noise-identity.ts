import { proto } from '@whiskeysockets/baileys'
import { calculateSignature, generateKeyPair, type KeyPair } from 'whatsapp-rust-bridge'
import { rawKey } from './curve.ts'

const validS = 30 * 24 * 60 * 60

/** Who the server is to a client: its key, and the chain that says so, signed by a root of its own. */
export type NoiseIdentity = {
  readonly keys: KeyPair
  /** The root's public key, 32 bytes; the preload makes the client trust it. */
  readonly root: Buffer
  /** An encoded `CertChain`. */
  readonly chain: Uint8Array
}

/** A new root, an intermediate signed by it, and a leaf for a new server key. */
export function createNoiseIdentity(): NoiseIdentity {
  const [root, intermediate, keys] = [generateKeyPair(), generateKeyPair(), generateKeyPair()]
  const chain = proto.CertChain.encode({
    intermediate: certify({ serial: 1, issuerSerial: 0, key: intermediate, signer: root }),
    leaf: certify({ serial: 2, issuerSerial: 1, key: keys, signer: intermediate }),
  }).finish()
  return { keys, root: rawKey(root.pubKey), chain }
}

function certify({
  serial,
  issuerSerial,
  key,
  signer,
}: {
  readonly serial: number
  readonly issuerSerial: number
  readonly key: KeyPair
  readonly signer: KeyPair
}): proto.CertChain.INoiseCertificate {
  const now = Math.floor(Date.now() / 1000)
  const details = proto.CertChain.NoiseCertificate.Details.encode({
    serial,
    issuerSerial,
    key: rawKey(key.pubKey),
    notBefore: now - 60,
    notAfter: now + validS,
  }).finish()
  return { details, signature: calculateSignature(signer.privKey, details) }
}
