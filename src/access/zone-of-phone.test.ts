import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownZone } from './known-zone.ts'
import { zoneOfPhone } from './zone-of-phone.ts'

test.each([
  ['+5511990000001', 'America/Sao_Paulo'],
  ['+5581990000001', 'America/Sao_Paulo'],
  ['+5592990000001', 'America/Manaus'],
  ['+5568990000001', 'America/Rio_Branco'],
  ['+351912345678', 'Europe/Lisbon'],
  ['+5215512345678', 'America/Mexico_City'],
  ['+5491123456789', 'America/Argentina/Buenos_Aires'],
  ['+573001234567', 'America/Bogota'],
  ['+34612345678', 'Europe/Madrid'],
  ['+244923123456', 'Africa/Luanda'],
  ['+919812345678', 'Asia/Kolkata'],
  // Several zones, no country, no number.
  ['+14155550100', null],
  ['+15550000001', null],
  ['+999123456', null],
  ['lid:91', null],
])('%s is in %s', (phone, zone) => expect(zoneOfPhone(phone)).toBe(zone))

test('never gives a zone that Intl does not know', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+[1-9][0-9]{6,14}$/u), (phone) => {
      const zone = zoneOfPhone(phone)
      expect(zone === null ? null : knownZone(zone)).toBe(zone)
    }),
  )
})
