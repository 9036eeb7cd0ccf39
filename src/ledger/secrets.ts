/**
 * One root secret, a key per purpose (HKDF-SHA-256), and two things done with them: values sealed at rest (AES-256-GCM) and
 * message authentication codes (HMAC-SHA-256). A sealed value is bound to its purpose and to its row, so that a value copied
 * into another row or column does not open there; it names the root it was sealed with, so that a wrong secret is told from damage.
 *
 * Layout of a sealed value: version (1 byte), key id (4), nonce (12), ciphertext, tag (16).
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { TerminalError, UserError } from '../errors.ts'

const layoutVersion = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headerBytes = 1 + keyIdBytes + nonceBytes

/** A piece of what a code is computed over; pieces never run into each other. */
export type MacPart = string | Uint8Array

/** What can be done with the root secret; the secret itself is not reachable from here. */
export type Secrets = {
  /** Names the root secret without telling anything about it: eight hexadecimal digits. */
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
  /** Whether `expected` is the code of these parts; takes as long for a near miss as for a far one. */
  verifyMac(expected: Uint8Array, purpose: string, ...parts: readonly MacPart[]): boolean
}

/** Derives everything from the root secret; does no I/O. */
export function createSecrets(root: Buffer | string): Secrets {
  const rootBytes = Buffer.from(root)
  const keys = new Map<string, Buffer>()
  // Purposes are named in code, so the cache stays as small as their list.
  function keyFor(use: 'seal' | 'mac', purpose: string): Buffer {
    const info = `sayso ${use} ${purpose}`
    const key = keys.get(info) ?? Buffer.from(hkdfSync('sha256', rootBytes, 'sayso', info, 32))
    keys.set(info, key)
    return key
  }
  const keyIdRaw = mac(keyFor('mac', 'key-id'), ['sayso']).subarray(0, keyIdBytes)
  const keyId = keyIdRaw.toString('hex')
  const associated = (purpose: string, rowIdentity: string): Buffer => joinParts([purpose, keyIdRaw, rowIdentity])

  return {
    keyId,
    seal(purpose, rowIdentity, plaintext) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor('seal', purpose), nonce)
      cipher.setAAD(associated(purpose, rowIdentity))
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(layoutVersion), keyIdRaw, nonce, body, cipher.getAuthTag()])
    },
    open(purpose, rowIdentity, sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      if (bytes.length < headerBytes + tagBytes || bytes[0] !== layoutVersion) throw damaged(purpose, rowIdentity)
      if (!bytes.subarray(1, 1 + keyIdBytes).equals(keyIdRaw)) throw otherSecret(purpose, bytes, keyId)
      const nonce = bytes.subarray(1 + keyIdBytes, headerBytes)
      const options = { authTagLength: tagBytes }
      const decipher = createDecipheriv('aes-256-gcm', keyFor('seal', purpose), nonce, options)
      decipher.setAAD(associated(purpose, rowIdentity))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const body = decipher.update(bytes.subarray(headerBytes, -tagBytes))
      try {
        return Buffer.concat([body, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw damaged(purpose, rowIdentity, cause)
      }
    },
    mac(purpose, ...parts) {
      return mac(keyFor('mac', purpose), parts)
    },
    verifyMac(expected, purpose, ...parts) {
      const actual = mac(keyFor('mac', purpose), parts)
      return expected.length === actual.length && timingSafeEqual(expected, actual)
    },
  }
}

function mac(key: Buffer, parts: readonly MacPart[]): Buffer {
  return createHmac('sha256', key).update(joinParts(parts)).digest()
}

/** Every part after its length, so that ("ab", "c") and ("a", "bc") differ. */
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

function otherSecret(purpose: string, sealed: Buffer, keyId: string): UserError {
  const sealedWith = sealed.subarray(1, 1 + keyIdBytes).toString('hex')
  return new UserError(
    'secret_mismatch',
    `Stored data (${purpose}) were sealed with the secret ${sealedWith}, and SAYSO_SECRET is ${keyId}. ` +
      'Start with the secret that they were sealed with.',
    { params: { sealedWith, keyId } },
  )
}

function damaged(purpose: string, rowIdentity: string, cause?: unknown): TerminalError {
  return new TerminalError('secret_mismatch', `Stored data (${purpose}, ${rowIdentity}) were changed or moved.`, {
    cause,
  })
}
