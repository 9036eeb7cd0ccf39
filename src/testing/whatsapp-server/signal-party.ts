/**
 * One end of Signal, through Rust code that shares nothing with the Signal library of the bot: what both agree on is the
 * protocol, not a common mistake. What a party does, it does one after the other, for a ratchet has one order.
 */
import {
  calculateSignature,
  generateIdentityKeyPair,
  generatePreKey,
  generateRegistrationId,
  generateSignedPreKey,
  GroupCipher,
  GroupSessionBuilder,
  type KeyPair,
  ProtocolAddress,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SessionBuilder,
  SessionCipher,
  type SignalStorage,
} from 'whatsapp-rust-bridge'
import type { KeyBundle } from './key-bundle.ts'
import { createLane } from './lane.ts'

const signedKeyId = 1
/** The type byte of a Signal message that opens a session. */
const openingType = 3

export type SignalAddress = { readonly user: string; readonly device: number }
export type Ciphertext = { readonly type: 'pkmsg' | 'msg'; readonly body: Buffer }

export type SignalParty = {
  readonly identity: KeyPair
  readonly sign: (bytes: Uint8Array) => Uint8Array
  /** A bundle with a new one-time key. */
  readonly offerKeys: () => KeyBundle
  /** Opens a session with `keys` when there is none. */
  readonly encrypt: (
    to: SignalAddress,
    plain: Uint8Array,
    keys: () => Promise<KeyBundle> | KeyBundle,
  ) => Promise<Ciphertext>
  readonly decrypt: (from: SignalAddress, type: string, body: Uint8Array) => Promise<Buffer>
  /** Forgets every session with this user, so that the next message opens a new one. */
  readonly forget: (user: string) => void
  /** Encrypts for a group as `self`; `distribution` is what the others need to read it. */
  readonly encryptForGroup: (
    group: string,
    self: SignalAddress,
    plain: Uint8Array,
  ) => Promise<{ readonly body: Buffer; readonly distribution: Buffer }>
  /** Takes what `from` distributed, so that its messages to this group can be read. */
  readonly learnSenderKey: (group: string, from: SignalAddress, distribution: Uint8Array) => Promise<void>
  readonly decryptFromGroup: (group: string, from: SignalAddress, body: Uint8Array) => Promise<Buffer>
}

export function createSignalParty(): SignalParty {
  const identity = generateIdentityKeyPair()
  const registrationId = generateRegistrationId()
  const signedPreKey = generateSignedPreKey(identity, signedKeyId)
  const preKeys = new Map<number, KeyPair>()
  const sessions = new Map<string, Uint8Array>()
  const senderKeys = new Map<string, Uint8Array>()
  const inOrder = createLane()
  let nextPreKeyId = 1

  const storage: SignalStorage = {
    loadSession: (address) => sessions.get(address) ?? null,
    storeSession: (address, record) => void sessions.set(address, record.serialize()),
    getOurIdentity: () => identity,
    getOurRegistrationId: () => registrationId,
    isTrustedIdentity: () => true,
    loadPreKey: (id) => preKeys.get(id) ?? null,
    removePreKey: (id) => void preKeys.delete(id),
    loadSignedPreKey: (id) => (id === signedKeyId ? signedPreKey : null),
    loadSenderKey: (name) => senderKeys.get(name) ?? null,
    storeSenderKey: (name, record) => void senderKeys.set(name, record),
  }

  return {
    identity,
    sign: (bytes) => calculateSignature(identity.privKey, bytes),
    offerKeys: () => {
      const { keyId, keyPair } = generatePreKey(nextPreKeyId++)
      preKeys.set(keyId, keyPair)
      return {
        registrationId,
        identityKey: identity.pubKey,
        signedPreKey: {
          keyId: signedKeyId,
          publicKey: signedPreKey.keyPair.pubKey,
          signature: signedPreKey.signature,
        },
        preKey: { keyId, publicKey: keyPair.pubKey },
      }
    },
    encrypt: (to, plain, keys) =>
      inOrder(async () => {
        const known = sessions.has(addressOf(to).toString())
        if (!known) await new SessionBuilder(storage, addressOf(to)).processPreKeyBundle(await keys())
        const { type, body } = await new SessionCipher(storage, addressOf(to)).encrypt(plain)
        return { type: type === openingType ? 'pkmsg' : 'msg', body: Buffer.from(body) }
      }),
    decrypt: (from, type, body) =>
      inOrder(async () => {
        const cipher = new SessionCipher(storage, addressOf(from))
        const opening = type === 'pkmsg'
        return Buffer.from(
          await (opening ? cipher.decryptPreKeyWhisperMessage(body) : cipher.decryptWhisperMessage(body)),
        )
      }),
    forget: (user) => {
      for (const address of sessions.keys()) if (address.startsWith(`${user}.`)) sessions.delete(address)
      for (const name of senderKeys.keys()) if (name.includes(user)) senderKeys.delete(name)
    },
    encryptForGroup: (group, self, plain) =>
      inOrder(async () => {
        const distribution = await new GroupSessionBuilder(storage).create(new SenderKeyName(group, addressOf(self)))
        const body = await new GroupCipher(storage, group, addressOf(self)).encrypt(plain)
        return { body: Buffer.from(body), distribution: Buffer.from(distribution.serialize()) }
      }),
    learnSenderKey: (group, from, distribution) =>
      inOrder(() =>
        new GroupSessionBuilder(storage).process(
          new SenderKeyName(group, addressOf(from)),
          SenderKeyDistributionMessage.deserialize(distribution),
        ),
      ),
    decryptFromGroup: (group, from, body) =>
      inOrder(async () => Buffer.from(await new GroupCipher(storage, group, addressOf(from)).decrypt(body))),
  }
}

/** Rust consumes no address that it is given, but frees each at its own time; a new one per use is always valid. */
function addressOf({ user, device }: SignalAddress): ProtocolAddress {
  return new ProtocolAddress(user, device)
}
