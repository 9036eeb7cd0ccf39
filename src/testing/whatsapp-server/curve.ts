import { calculateAgreement, type KeyPair } from 'whatsapp-rust-bridge'

const typedLength = 33
const curveType = Buffer.from([5])

/** The 32 bytes of a public key, as WhatsApp's nodes carry it. */
export function rawKey(key: Uint8Array): Buffer {
  return Buffer.from(key.length === typedLength ? key.subarray(1) : key)
}

/** A public key as Signal carries it: a type byte, then the 32 bytes. */
export function typedKey(key: Uint8Array): Buffer {
  return key.length === typedLength ? Buffer.from(key) : Buffer.concat([curveType, key])
}

/** The secret that `own` shares with the owner of `other`. */
export function agree(own: KeyPair, other: Uint8Array): Buffer {
  return Buffer.from(calculateAgreement(typedKey(other), own.privKey))
}
