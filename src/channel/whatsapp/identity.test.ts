import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAddressOf, jidOfSender, lidOfJid, phoneOfJid, sameLine, unresolvedSender } from './identity.ts'

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
  expect(isAddressOf('lid:92', { jid: '91@lid', number: null })).toBe(false)
})

test('a Brazilian mobile number is the same line with and without its ninth digit', () => {
  expect(sameLine('+551188887777')).toEqual(['+5511988887777', '+551188887777'])
  expect(sameLine('+5511988887777')).toEqual(['+5511988887777', '+551188887777'])
})

test.for(['+551133334444', '+15550001111', '+5215512345678', '+55119888877'])('%s is one line alone', (phone) => {
  expect(sameLine(phone)).toEqual([phone])
})

test('whichever of two numbers of a line comes, the candidates are the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 11, max: 99 }), fc.integer({ min: 60_000_000, max: 99_999_999 }), (area, rest) => {
      fc.pre(!String(area).includes('0'))
      expect(sameLine(`+55${area}${rest}`)).toEqual(sameLine(`+55${area}9${rest}`))
    }),
  )
})
