/** "Link with phone number instead": the eight characters that the bot shows are typed on its own phone. */
import { createDecipheriv, createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type BinaryNode, derivePairingCodeKey } from '@whiskeysockets/baileys'
import { generateKeyPair } from 'whatsapp-rust-bridge'
import { openGcm } from './aes-gcm.ts'
import { agree, rawKey } from './curve.ts'
import { childBytes, node } from './node.ts'
import type { Companion } from './pair-device.ts'
import type { Party } from './party.ts'

/** As long as the key of AES-CTR's counter. */
const [saltBytes, ivBytes, keyBytes] = [32, 16, 32]

/** What links the two halves of the exchange; the server chooses it. */
export const pairingRef = Buffer.from('loopback')

/** The phone's half. */
export type CodeExchange = {
  /** The notification that the phone sends to the device. */
  readonly hello: BinaryNode
  /** Reads the device's last word; throws when the code was not the one that the device shows. */
  readonly finish: (companionFinish: BinaryNode) => Companion
}

/** @param companionHello the `<link_code_companion_reg stage=companion_hello>` of the device */
export async function startCodeExchange(
  phone: Party,
  { code, companionHello }: { readonly code: string; readonly companionHello: BinaryNode },
): Promise<CodeExchange> {
  const wrapped = childBytes(companionHello, 'link_code_pairing_wrapped_companion_ephemeral_pub')
  const companionEphemeral = ctr(createDecipheriv, wrapped, await derivePairingCodeKey(code, wrapped.subarray(0, 32)))
  const ephemeral = generateKeyPair()
  const shared = agree(ephemeral, companionEphemeral)
  const salt = randomBytes(saltBytes)
  const head = Buffer.concat([salt, randomBytes(ivBytes), rawKey(ephemeral.pubKey)])
  const ownWrapped = ctr(createCipheriv, head, await derivePairingCodeKey(code, salt))

  return {
    hello: node('notification', helloAttrs(), [
      node('link_code_companion_reg', { stage: 'primary_hello' }, [
        node(
          'link_code_pairing_wrapped_primary_ephemeral_pub',
          {},
          Buffer.concat([head.subarray(0, saltBytes + ivBytes), ownWrapped]),
        ),
        node('primary_identity_pub', {}, rawKey(phone.signal.identity.pubKey)),
        node('link_code_pairing_ref', {}, pairingRef),
      ]),
    ]),
    finish: (companionFinish) => {
      const sealed = childBytes(companionFinish, 'link_code_pairing_wrapped_key_bundle')
      const key = hkdf(shared, sealed.subarray(0, 32), 'link_code_pairing_key_bundle_encryption_key')
      const bundle = openGcm(sealed.subarray(44), key, sealed.subarray(32, 44))
      const [identity, random] = [bundle.subarray(0, 32), bundle.subarray(64, 96)]
      const secret = Buffer.concat([shared, agree(phone.signal.identity, identity), random])
      return { identity, advSecret: hkdf(secret, Buffer.alloc(0), 'adv_secret') }
    },
  }
}

function helloAttrs() {
  const t = String(Math.floor(Date.now() / 1000))
  return { id: `pairing-${t}`, from: 's.whatsapp.net', type: 'link_code_companion_reg', t }
}

/** The key behind salt and counter, which both directions lay out alike. */
function ctr(create: typeof createCipheriv | typeof createDecipheriv, wrapped: Buffer, key: Uint8Array): Buffer {
  const [keyAt, end] = [saltBytes + ivBytes, saltBytes + ivBytes + keyBytes]
  const cipher = create('aes-256-ctr', key, wrapped.subarray(saltBytes, keyAt))
  return Buffer.concat([cipher.update(wrapped.subarray(keyAt, end)), cipher.final()])
}

function hkdf(secret: Uint8Array, salt: Uint8Array, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, 32))
}
