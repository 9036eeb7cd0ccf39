import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carriedKeyOf, createSecrets, keyIdOf, lastingPurposes, sealedWithKey } from './secrets.ts'

const secrets = createSecrets('a root secret that is long enough for it')
const other = createSecrets('another root secret, long enough as well')

describe('seal() and open()', () => {
  test('open() gives back what seal() took, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, purpose, row) => {
        expect(secrets.open(purpose, row, secrets.seal(purpose, row, text))).toBe(text)
      }),
    )
  })

  test('a sealed value never opens for another row or purpose, and never when a bit of it was changed', () => {
    const sealed = secrets.seal('outbox', 'row-1', 'the code is C9F2')
    expect(() => secrets.open('outbox', 'row-2', sealed)).toThrow('was changed or moved')
    expect(() => secrets.open('inbox', 'row-1', sealed)).toThrow('was changed or moved')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: sealed.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(sealed)
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
        expect(() => secrets.open('outbox', 'row-1', changed)).toThrow(
          /was changed or moved|was sealed with the secret/,
        )
      }),
    )
    expect(() => secrets.open('outbox', 'row-1', sealed.subarray(0, 20))).toThrow('was changed or moved')
  })

  test('the same text is sealed differently every time and never lies there readable', () => {
    const [one, two] = [secrets.seal('a', 'b', 'cancel order 204'), secrets.seal('a', 'b', 'cancel order 204')]
    expect(one.equals(two)).toBe(false)
    expect(one.includes('204')).toBe(false)
  })

  test('another root secret is told from damage, and both secrets are named', () => {
    const sealed = secrets.seal('outbox', '1', 'x')
    expect(() => other.open('outbox', '1', sealed)).toThrow(
      expect.objectContaining({
        code: 'secret_mismatch',
        name: 'UserError',
        params: { sealedWith: secrets.keyId, keyId: other.keyId },
      }),
    )
  })
})

describe('mac() and verifyMac()', () => {
  test('parts never run into each other', () => {
    const parts = fc.array(fc.string(), { maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, (one, two) => {
        const same = JSON.stringify(one) === JSON.stringify(two)
        expect(secrets.mac('token', ...one).equals(secrets.mac('token', ...two))).toBe(same)
      }),
    )
    expect(secrets.verifyMac(secrets.mac('token', 'ab', 'c'), 'token', 'a', 'bc')).toBe(false)
  })

  test('verifyMac() accepts the code of the same purpose and parts alone', () => {
    const mac = secrets.mac('token', 'C9F2', Buffer.from([1, 2]))
    expect(secrets.verifyMac(mac, 'token', 'C9F2', Buffer.from([1, 2]))).toBe(true)
    expect(secrets.verifyMac(mac, 'key', 'C9F2', Buffer.from([1, 2]))).toBe(false)
    expect(secrets.verifyMac(mac.subarray(0, 8), 'token', 'C9F2', Buffer.from([1, 2]))).toBe(false)
    expect(other.verifyMac(mac, 'token', 'C9F2', Buffer.from([1, 2]))).toBe(false)
  })

  test('the key id depends on the root secret alone, and text and bytes of it are the same root', () => {
    expect(secrets.keyId).toMatch(/^[0-9a-f]{8}$/)
    expect(createSecrets(Buffer.from('a root secret that is long enough for it')).keyId).toBe(secrets.keyId)
    expect(other.keyId).not.toBe(secrets.keyId)
  })
})

describe('after a change of the root', () => {
  const [before, after] = ['a root secret that is long enough for it', 'the root that came after it, also long enough']
  const alone = createSecrets(after)
  const fresh = createSecrets(after, { previous: [before] })
  const carried = createSecrets(after, { carried: [carriedKeyOf(before, 'token')] })

  test('what the earlier root sealed opens while it is known, and what is new is never sealed with it', () => {
    const sealed = secrets.seal('outbox', '1', 'x')
    expect(fresh.open('outbox', '1', sealed)).toBe('x')
    expect(() => alone.open('outbox', '1', sealed)).toThrow('SAYSO_SECRET_PREVIOUS')
    expect(() => carried.open('outbox', '1', sealed)).toThrow('SAYSO_SECRET_PREVIOUS')
    expect(sealedWithKey(fresh.seal('outbox', '1', 'x'))).toBe(keyIdOf(after))
    expect(alone.open('outbox', '1', fresh.seal('outbox', '1', 'x'))).toBe('x')
  })

  test('its codes are good for the purposes whose keys were carried, and new codes are not made with them', () => {
    const mac = secrets.mac('token', 'C9F2')
    expect(alone.verifyMac(mac, 'token', 'C9F2')).toBe(false)
    expect(carried.verifyMac(mac, 'token', 'C9F2')).toBe(true)
    expect(carried.verifyMac(mac, 'token', 'C9F3')).toBe(false)
    expect(carried.verifyMac(secrets.mac('backup', 'x'), 'backup', 'x')).toBe(false)
    expect(carried.verifyMacOf(keyIdOf(before), mac, 'token', 'C9F2')).toBe(true)
    expect(carried.verifyMacOf(keyIdOf(after), mac, 'token', 'C9F2')).toBe(false)
    expect(carried.mac('token', 'C9F2')).toEqual(alone.mac('token', 'C9F2'))
    expect(carried.macs('token', 'C9F2')).toEqual([alone.mac('token', 'C9F2'), mac])
    expect(carried.keyIds).toEqual([keyIdOf(before), keyIdOf(after)])
  })

  test.each(lastingPurposes)('names of purpose %s stay what they were', (purpose) => {
    const named = createSecrets(after, { carried: [carriedKeyOf(before, purpose)] })
    expect(named.mac(purpose, 'x')).toEqual(secrets.mac(purpose, 'x'))
    expect(named.mac(purpose, 'x')).not.toEqual(alone.mac(purpose, 'x'))
  })
})
