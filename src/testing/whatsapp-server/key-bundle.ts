/** The keys with which a stranger opens a Signal session, in the forms in which WhatsApp's nodes carry them. */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { PreKeyBundleInput, PreKeyPublicKey } from 'whatsapp-rust-bridge'
import { rawKey, typedKey } from './curve.ts'
import { child, childBytes, childNumber, children, node } from './node.ts'

const bundleType = Buffer.from([5])

export type KeyBundle = PreKeyBundleInput
/** What a client leaves with the server: one bundle, and keys that are given away once each. */
export type KeyUpload = { readonly bundle: KeyBundle; readonly oneTime: readonly PreKeyPublicKey[] }

/** Reads `<iq xmlns=encrypt type=set>` with the keys of a client. */
export function parseKeyUpload(iq: BinaryNode): KeyUpload {
  return { bundle: parseBundle(iq, iq), oneTime: children(child(iq, 'list'), 'key').map(parsePreKey) }
}

/** Reads the keys that may come with a receipt that asks for a message again; `null` when it brings none. */
export function parseRetryKeys(receipt: BinaryNode): KeyBundle | null {
  const keys = child(receipt, 'keys')
  if (keys === undefined) return null
  const oneTime = child(keys, 'key')
  return { ...parseBundle(receipt, keys), ...(oneTime === undefined ? {} : { preKey: parsePreKey(oneTime) }) }
}

/** A bundle as an answer to `<iq xmlns=encrypt type=get><key>`. */
export function renderBundle(jid: string, bundle: KeyBundle): BinaryNode {
  return node('user', { jid }, [renderRegistration(bundle), ...renderKeys(bundle)])
}

/** A bundle as it goes with a receipt that asks for a message again. */
export function renderRetryKeys(bundle: KeyBundle): readonly BinaryNode[] {
  return [renderRegistration(bundle), node('keys', {}, renderKeys(bundle))]
}

function parseBundle(registration: BinaryNode, keys: BinaryNode): KeyBundle {
  const signed = child(keys, 'skey')
  return {
    registrationId: childNumber(registration, 'registration'),
    identityKey: typedKey(childBytes(keys, 'identity')),
    signedPreKey: {
      keyId: childNumber(signed, 'id'),
      publicKey: typedKey(childBytes(signed, 'value')),
      signature: childBytes(signed, 'signature'),
    },
  }
}

function parsePreKey(key: BinaryNode): PreKeyPublicKey {
  return { keyId: childNumber(key, 'id'), publicKey: typedKey(childBytes(key, 'value')) }
}

function renderRegistration({ registrationId }: KeyBundle): BinaryNode {
  return node('registration', {}, bigEndian(registrationId, 4))
}

function renderKeys({ identityKey, signedPreKey, preKey }: KeyBundle): readonly BinaryNode[] {
  return [
    node('type', {}, bundleType),
    node('identity', {}, rawKey(identityKey)),
    node('skey', {}, [
      renderId(signedPreKey.keyId),
      renderValue(signedPreKey.publicKey),
      node('signature', {}, signedPreKey.signature),
    ]),
    ...(preKey === undefined ? [] : [node('key', {}, [renderId(preKey.keyId), renderValue(preKey.publicKey)])]),
  ]
}

function renderId(keyId: number): BinaryNode {
  return node('id', {}, bigEndian(keyId, 3))
}

function renderValue(key: Uint8Array): BinaryNode {
  return node('value', {}, rawKey(key))
}

function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}
