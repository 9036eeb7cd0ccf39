import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, refusePrivateHost, resolvePublic } from './http-address.ts'

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '240.0.0.1',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '::7f00:1',
    '100:0:0:1::1',
    '4000::1',
    '',
    'localhost',
    'example.com',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test('never takes a private IPv4, however it is dressed', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const starts = fc.constantFrom([10], [127], [192, 168], [169, 254], [172, 20])
    fc.assert(
      fc.property(starts, byte, byte, byte, (start, ...rest) => {
        const bytes = [...start, ...rest].slice(0, 4)
        const hex = bytes.map((each) => each.toString(16).padStart(2, '0')).join('')
        const mapped = `::ffff:${hex.slice(0, 4)}:${hex.slice(4)}`
        const compatible = mapped.replace('ffff:', '')
        expect([bytes.join('.'), mapped, compatible].filter(isPublicAddress)).toEqual([])
      }),
    )
  })
})

describe('refusePrivateHost', () => {
  test.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::127.0.0.1]/',
  ])('refuses %s', (url) => expect(() => refusePrivateHost(new URL(url).hostname)).toThrow('private address'))

  test('leaves names to their resolution', () => {
    expect(() => refusePrivateHost('localhost')).not.toThrow()
    expect(() => refusePrivateHost('8.8.8.8')).not.toThrow()
  })
})

test.each([{ all: true }, { all: false }])('a name that means this machine is not resolved: %j', async (options) => {
  const error = await new Promise((resolve) => resolvePublic('localhost', options, resolve))
  expect(error).toMatchObject({ code: 'action_failed' })
})
