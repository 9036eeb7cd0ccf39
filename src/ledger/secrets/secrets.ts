/**
 * One root secret, a key per purpose (HKDF-SHA-256), and two things done with them: values sealed at rest (AES-256-GCM) and
 * message authentication codes (HMAC-SHA-256). A sealed value is bound to its purpose and to its row, so that it does not
 * open when copied into another row or column; it names the root that it was sealed with, so that a wrong secret can be told
 * from damage.
 *
 * Roots change (`rotateSecret`): everything new is made with the ledger's own root, what earlier ones sealed opens with
 * those that are known, and codes of earlier ones are checked with the keys that were carried over.
 *
 * Layout of a sealed value: version (1 byte), key id (4), nonce (12), ciphertext, tag (16).
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { TerminalError, UserError } from '../../errors.ts'

const layoutVersion = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headerBytes = 1 + keyIdBytes + nonceBytes

/** A piece of what a code is computed over; pieces never run together. */
export type MacPart = string | Uint8Array

/** What can be done with the root secret; the secret itself is not reachable from here. */
export type Secrets = {
  /** Names the root secret without revealing anything about it: eight hexadecimal digits. */
  readonly keyId: string
  /** Encrypts a value for one purpose (`outbox`) and one row (its primary key). */
  seal(purpose: string, rowIdentity: string, plaintext: string): Buffer
  /**
   * Decrypts it again.
   * @throws UserError `secret_mismatch` when it was sealed with another root secret
   * @throws TerminalError `secret_mismatch` when it was changed, or belongs to another purpose or row
   */
  open(purpose: string, rowIdentity: string, sealed: Uint8Array): string
  /** The code of these parts, in this order: 32 bytes. */
  mac(purpose: string, ...parts: readonly MacPart[]): Buffer
  /**
   * The codes of these parts under this and every earlier key that is known: what was stored before a change of root matches
   * one of them.
   */
  macs(purpose: string, ...parts: readonly MacPart[]): readonly Buffer[]
  /**
   * Whether `expected` is the code of these parts, under any key that is known; takes as long for a near miss as for a far
   * one.
   */
  verifyMac(expected: Uint8Array, purpose: string, ...parts: readonly MacPart[]): boolean
  /** The same under one key alone; `false` when that key is unknown. */
  verifyMacOf(keyId: string, expected: Uint8Array, purpose: string, ...parts: readonly MacPart[]): boolean
  /** The roots that the ledger has had, as far as codes of theirs can be checked: oldest first, the current one last. */
  readonly keyIds: readonly string[]
}

/** A key of an earlier root, with which codes of one purpose are still checked. */
export type CarriedKey = { readonly keyId: string; readonly purpose: string; readonly key: Buffer }

/**
 * What is known of earlier roots: those that an operator still names, and the keys carried over when roots changed, oldest
 * first.
 */
export type EarlierSecrets = {
  readonly previous?: readonly (Buffer | string)[]
  readonly carried?: readonly CarriedKey[]
}

/**
 * Purposes of names that cannot be made anew, because what they were made from is not kept: they stay with the first key.
 * `secret-marker` appears in journals, `whatsapp-key-name` stands for a Signal address.
 */
export const lastingPurposes = ['secret-marker', 'whatsapp-key-name'] as const

/** Derives everything from the root secret; does no I/O. */
export function createSecrets(root: Buffer | string, earlier: EarlierSecrets = {}): Secrets {
  const own = deriveRoot(root)
  const { keyId } = own
  const { carried = [] } = earlier
  const known = [own, ...(earlier.previous ?? []).map(deriveRoot)]
  const lasting = new Map(carried.flatMap(({ purpose, key }) => (isLasting(purpose) ? [[purpose, key] as const] : [])))
  const macKey = (purpose: string): Buffer => lasting.get(purpose) ?? own.keyFor('mac', purpose)
  const macKeys = (purpose: string): readonly Buffer[] => [
    macKey(purpose),
    ...known.slice(1).map((each) => each.keyFor('mac', purpose)),
    ...carried.flatMap((each) => (each.purpose === purpose ? [each.key] : [])),
  ]

  return {
    keyId,
    keyIds: [...new Set(carried.map((each) => each.keyId).filter((each) => each !== keyId)), keyId],
    seal(purpose, rowIdentity, plaintext) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', own.keyFor('seal', purpose), nonce)
      cipher.setAAD(associated(own, purpose, rowIdentity))
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(layoutVersion), own.keyIdRaw, nonce, body, cipher.getAuthTag()])
    },
    open(purpose, rowIdentity, sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      const sealedWith = sealedWithKey(bytes)
      if (sealedWith === null) throw damaged(purpose, rowIdentity)
      const maker = known.find((each) => each.keyId === sealedWith)
      if (maker === undefined) throw otherSecret(purpose, sealedWith, keyId)
      const nonce = bytes.subarray(1 + keyIdBytes, headerBytes)
      const options = { authTagLength: tagBytes }
      const decipher = createDecipheriv('aes-256-gcm', maker.keyFor('seal', purpose), nonce, options)
      decipher.setAAD(associated(maker, purpose, rowIdentity))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const body = decipher.update(bytes.subarray(headerBytes, -tagBytes))
      try {
        return Buffer.concat([body, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw damaged(purpose, rowIdentity, cause)
      }
    },
    mac(purpose, ...parts) {
      return mac(macKey(purpose), parts)
    },
    macs(purpose, ...parts) {
      return macKeys(purpose).map((key) => mac(key, parts))
    },
    verifyMac(expected, purpose, ...parts) {
      return macKeys(purpose).some((key) => isMac(expected, key, parts))
    },
    verifyMacOf(wanted, expected, purpose, ...parts) {
      const key =
        known.find((each) => each.keyId === wanted)?.keyFor('mac', purpose) ??
        carried.find((each) => each.keyId === wanted && each.purpose === purpose)?.key
      return key !== undefined && isMac(expected, key, parts)
    },
  }
}

/** Names a root secret without revealing anything about it: eight hexadecimal digits. */
export function keyIdOf(root: Buffer | string): string {
  return deriveRoot(root).keyId
}

/** A root's key for codes of one purpose, to be carried over to the next root. */
export function carriedKeyOf(root: Buffer | string, purpose: string): CarriedKey {
  const { keyId, keyFor } = deriveRoot(root)
  return { keyId, purpose, key: keyFor('mac', purpose) }
}

/** Which root a sealed value names; `null` for anything that `seal()` has not made. */
export function sealedWithKey(sealed: Uint8Array): string | null {
  if (sealed.length < headerBytes + tagBytes || sealed[0] !== layoutVersion) return null
  return Buffer.from(sealed.subarray(1, 1 + keyIdBytes)).toString('hex')
}

type DerivedRoot = {
  readonly keyId: string
  readonly keyIdRaw: Buffer
  readonly keyFor: (use: 'seal' | 'mac', purpose: string) => Buffer
}

function deriveRoot(root: Buffer | string): DerivedRoot {
  const rootBytes = Buffer.from(root)
  const keys = new Map<string, Buffer>()
  // Purposes are named in code, so the cache stays as small as the list of them.
  const keyFor = (use: 'seal' | 'mac', purpose: string): Buffer => {
    const info = `sayso ${use} ${purpose}`
    const key = keys.get(info) ?? Buffer.from(hkdfSync('sha256', rootBytes, 'sayso', info, 32))
    keys.set(info, key)
    return key
  }
  const keyIdRaw = mac(keyFor('mac', 'key-id'), ['sayso']).subarray(0, keyIdBytes)
  return { keyId: keyIdRaw.toString('hex'), keyIdRaw, keyFor }
}

function associated({ keyIdRaw }: DerivedRoot, purpose: string, rowIdentity: string): Buffer {
  return joinParts([purpose, keyIdRaw, rowIdentity])
}

/** Whether the key of a purpose lasts when the root changes. */
export function isLasting(purpose: string): boolean {
  return (lastingPurposes as readonly string[]).includes(purpose)
}

function isMac(expected: Uint8Array, key: Buffer, parts: readonly MacPart[]): boolean {
  const actual = mac(key, parts)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function mac(key: Buffer, parts: readonly MacPart[]): Buffer {
  return createHmac('sha256', key).update(joinParts(parts)).digest()
}

/** Puts its length before every part, so that ("ab", "c") and ("a", "bc") differ. */
function joinParts(parts: readonly MacPart[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part)
      const length = Buffer.alloc(8)
      length.writeBigUInt64BE(BigInt(bytes.length))
      return [length, bytes]
    }),
  )
}

function otherSecret(purpose: string, sealedWith: string, keyId: string): UserError {
  return new UserError(
    'secret_mismatch',
    `Stored data (${purpose}) was sealed with the secret ${sealedWith}, but SAYSO_SECRET is ${keyId}. ` +
      'Start with the secret that it was sealed with, or put that one into SAYSO_SECRET_PREVIOUS and run "sayso secret rotate".',
    { params: { sealedWith, keyId } },
  )
}

function damaged(purpose: string, rowIdentity: string, cause?: unknown): TerminalError {
  return new TerminalError('secret_mismatch', `Stored data (${purpose}, ${rowIdentity}) was changed or moved.`, {
    cause,
  })
}
