import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAddressOf, jidOfSender, lidOfJid, phoneOfJid, unresolvedSender } from './identity.ts'

test('an address of a number is the number, on whatever device', () => {
  expect(phoneOfJid('5511990000001@s.whatsapp.net')).toBe('+5511990000001')
  expect(phoneOfJid('5511990000001:7@s.whatsapp.net')).toBe('+5511990000001')
})

test.for(['91000000000001@lid', '120363000000@g.us', 'status@broadcast', 'abc@s.whatsapp.net', '@', ''])(
  '%s is no number',
  (jid) => {
    expect(phoneOfJid(jid)).toBeNull()
  },
)

test('a LID is never taken for a number, nor a number for a LID', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1_000_000n, max: 999_999_999_999_999n }), fc.nat(99), (user, device) => {
      const suffix = device === 0 ? '' : `:${device}`
      expect(phoneOfJid(`${user}${suffix}@lid`)).toBeNull()
      expect(lidOfJid(`${user}${suffix}@lid`)).toBe(String(user))
      expect(lidOfJid(`${user}${suffix}@s.whatsapp.net`)).toBeNull()
    }),
  )
})

test('somebody without a number has an address all the same, and is nobody with a number', () => {
  const sender = unresolvedSender('91000000000001')
  expect(sender.startsWith('+')).toBe(false)
  expect(jidOfSender(sender)).toBe('91000000000001@lid')
  expect(jidOfSender('+5511990000001')).toBe('5511990000001@s.whatsapp.net')
})

test('an address is that of its own person alone', () => {
  const ana = '+5511990000001'
  expect(isAddressOf(ana, { jid: '5511990000001@s.whatsapp.net', number: null })).toBe(true)
  expect(isAddressOf(ana, { jid: '551190000001@s.whatsapp.net', number: null })).toBe(true)
  expect(isAddressOf(ana, { jid: '91@lid', number: '5511990000001@s.whatsapp.net' })).toBe(true)
  expect(isAddressOf('lid:91', { jid: '91@lid', number: null })).toBe(true)
  expect(isAddressOf(ana, { jid: '5511990000002@s.whatsapp.net', number: null })).toBe(false)
  expect(isAddressOf(ana, { jid: '91@lid', number: null })).toBe(false)
  expect(isAddressOf('+525512345678', { jid: '5215512345678@s.whatsapp.net', number: null })).toBe(true)
  expect(isAddressOf('+541123456789', { jid: '91@lid', number: '5491123456789@s.whatsapp.net' })).toBe(true)
  expect(isAddressOf('lid:92', { jid: '91@lid', number: null })).toBe(false)
})
