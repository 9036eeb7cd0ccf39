/**
 * The server's half of the handshake `Noise_XX_25519_AESGCM_SHA256`: hello in, hello out, finish in; then a cipher for
 * each direction. What the server reads with is what the client writes with.
 */
import { createHash, hkdfSync } from 'node:crypto'
import { NOISE_MODE, NOISE_WA_HEADER } from '@whiskeysockets/baileys'
import { generateKeyPair } from 'whatsapp-rust-bridge'
import { openGcm, sealGcm } from './aes-gcm.ts'
import { agree, rawKey } from './curve.ts'
import type { NoiseIdentity } from './noise-identity.ts'

export type FrameCipher = {
  readonly seal: (plain: Uint8Array) => Buffer
  readonly open: (sealed: Uint8Array) => Buffer
}

export type NoiseResponder = {
  /** Takes the client's ephemeral key; gives what the server's hello carries. */
  readonly hello: (clientEphemeral: Uint8Array) => {
    readonly ephemeral: Buffer
    readonly static: Buffer
    readonly payload: Buffer
  }
  /** Takes the client's finish; throws when it is not from who said hello. */
  readonly finish: (
    clientStatic: Uint8Array,
    payload: Uint8Array,
  ) => { readonly clientStatic: Buffer; readonly payload: Buffer; readonly cipher: FrameCipher }
}

export function createNoiseResponder(identity: NoiseIdentity): NoiseResponder {
  const ephemeral = generateKeyPair()
  let hash: Buffer = Buffer.from(NOISE_MODE)
  let [salt, key, counter] = [hash, hash, 0]

  const authenticate = (data: Uint8Array) => {
    hash = createHash('sha256').update(hash).update(data).digest()
  }
  const derive = (secret: Uint8Array): readonly [Buffer, Buffer] => {
    const bytes = Buffer.from(hkdfSync('sha256', secret, salt, '', 64))
    return [bytes.subarray(0, 32), bytes.subarray(32)]
  }
  const mix = (secret: Uint8Array) => {
    ;[salt, key] = derive(secret)
    counter = 0
  }
  const seal = (plain: Uint8Array) => {
    const sealed = sealGcm(plain, key, countedIv(counter++), hash)
    authenticate(sealed)
    return sealed
  }
  const open = (sealed: Uint8Array) => {
    const plain = openGcm(sealed, key, countedIv(counter++), hash)
    authenticate(sealed)
    return plain
  }

  authenticate(NOISE_WA_HEADER)
  return {
    hello: (clientEphemeral) => {
      authenticate(clientEphemeral)
      authenticate(rawKey(ephemeral.pubKey))
      mix(agree(ephemeral, clientEphemeral))
      const sealedStatic = seal(rawKey(identity.keys.pubKey))
      mix(agree(identity.keys, clientEphemeral))
      return { ephemeral: rawKey(ephemeral.pubKey), static: sealedStatic, payload: seal(identity.chain) }
    },
    finish: (sealedStatic, sealedPayload) => {
      const clientStatic = open(sealedStatic)
      mix(agree(ephemeral, clientStatic))
      const payload = open(sealedPayload)
      const [readKey, writeKey] = derive(Buffer.alloc(0))
      return { clientStatic, payload, cipher: createFrameCipher(readKey, writeKey) }
    },
  }
}

function createFrameCipher(readKey: Buffer, writeKey: Buffer): FrameCipher {
  let [read, written] = [0, 0]
  return {
    seal: (plain) => sealGcm(plain, writeKey, countedIv(written++)),
    open: (sealed) => openGcm(sealed, readKey, countedIv(read++)),
  }
}

function countedIv(counter: number): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}
