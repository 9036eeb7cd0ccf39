import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findZones, zoneName, zoneNamed } from './find-zones.ts'
import { knownZone } from './known-zone.ts'
import { zoneAbbreviations } from './zone-abbreviations.ts'
import { zonePlaces } from './zone-places.ts'

const now = new Date('2026-11-22T12:00:00Z')

test.each([
  ['America/Sao_Paulo', 'America/Sao_Paulo'],
  ['america/sao_paulo', 'America/Sao_Paulo'],
  ['AMERICA/ARGENTINA/BUENOS_AIRES', 'America/Argentina/Buenos_Aires'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Etc/GMT+3', 'Etc/GMT+3'],
  ['utc', 'UTC'],
  ['Mars/Base', null],
  ['America/São_Paulo', null],
  // Intl takes these too, and they are not what people mean.
  ['EST', null],
  ['Cuba', null],
  ['+03:00', null],
  ['', null],
])('“%s” names the zone %s', (name, zone) => expect(zoneNamed(name)).toBe(zone))

test.each([
  ['Manaus', ['America/Manaus']],
  ['manaus', ['America/Manaus']],
  ['São Paulo', ['America/Sao_Paulo']],
  ['SAO PAULO', ['America/Sao_Paulo']],
  ['Brasília', ['America/Sao_Paulo']],
  ['Salvador', ['America/Bahia']],
  ['Mexico City', ['America/Mexico_City']],
  ['Ciudad de México', ['America/Mexico_City']],
  ['Tijuana', ['America/Tijuana']],
  ['Buenos Aires', ['America/Argentina/Buenos_Aires']],
  ['nueva york', ['America/New_York']],
  ['Boston, MA', ['America/New_York']],
  ['Port-au-Prince', ['America/Port-au-Prince']],
  ["St. John's", ['America/St_Johns']],
  ['america/sao_paulo', ['America/Sao_Paulo']],
  ['Kolkata', ['Asia/Kolkata']],
  ['Kyiv', ['Europe/Kyiv']],
  ['UTC', ['UTC']],
  ['Eastern time', ['America/New_York']],
  // Countries: one where one zone holds, one for each time where there are several.
  ['Colombia', ['America/Bogota']],
  ['Japón', ['Asia/Tokyo']],
  ['Portugal', ['Europe/Lisbon', 'Atlantic/Azores']],
  ['Brasil', ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'America/Noronha']],
  [
    'EUA',
    [
      'America/New_York',
      'America/Chicago',
      'America/Denver',
      'America/Phoenix',
      'America/Los_Angeles',
      'America/Anchorage',
      'Pacific/Honolulu',
      'America/Adak',
    ],
  ],
  // A city of two countries.
  ['La Paz', ['America/Mazatlan', 'America/La_Paz']],
  ['Atlantis', []],
  ['a hurry', []],
  ['', []],
  ['?', []],
])('“%s” is in %j', (said, zones) => expect(findZones(said, now)).toEqual(zones))

test.each([
  ['IST', null, ['Asia/Kolkata', 'Asia/Jerusalem', 'Europe/Dublin']],
  ['IST', 'BR', ['Asia/Kolkata', 'Asia/Jerusalem', 'Europe/Dublin']],
  ['ist', 'IN', ['Asia/Kolkata']],
  ['IST', 'IL', ['Asia/Jerusalem']],
  ['EST', null, ['America/New_York', 'America/Cancun']],
  ['EST', 'US', ['America/New_York']],
  ['EST', 'MX', ['America/Cancun']],
  ['CST', 'MX', ['America/Mexico_City']],
  ['MST', 'US', ['America/Denver', 'America/Phoenix']],
  ['BRT', 'US', ['America/Sao_Paulo']],
  ['CET', 'ES', ['Europe/Madrid']],
  ['XYZ', 'US', []],
])('“%s” from %s is %j', (said, country, zones) => expect(findZones(said, now, country)).toEqual(zones))

test('a zone by its old name and by its new one is the same', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const name = zoneNamed(zone)
    expect(zoneNamed(name ?? '')).toBe(name)
  }
  expect(zoneNamed('Asia/Calcutta')).toBe(zoneNamed('Asia/Kolkata'))
  expect(findZones('Calcutta', now)).toEqual(findZones('Kolkata', now))
})

test('every zone of an abbreviation is known by that very name', () => {
  const zones = Object.values(zoneAbbreviations).flat()
  expect(zones.map(zoneNamed)).toEqual(zones)
})

test('every place that is listed is found, and every zone that it stands at is known by that very name', () => {
  for (const [zone, places] of Object.entries(zonePlaces)) {
    expect(zoneNamed(zone)).toBe(zone)
    for (const place of places) expect(findZones(place, now)).toContain(zone)
  }
})

test.each([
  ['America/Sao_Paulo', 'São Paulo'],
  ['America/Argentina/San_Juan', 'San Juan'],
  ['Asia/Kolkata', 'Kolkata'],
  ['Etc/GMT+3', 'GMT+3'],
  ['UTC', 'UTC'],
])('%s is shown as %s', (zone, name) => expect(zoneName(zone)).toBe(name))

test('every zone that this machine lists is found by the name that it is shown as', () => {
  const zones = Intl.supportedValuesOf('timeZone').flatMap((zone) => zoneNamed(zone) ?? [])
  expect(zones.filter((zone) => !findZones(zoneName(zone), now).includes(zone))).toEqual([])
})

test.each(['constructor', 'toString', '__proto__', 'valueOf'])('finds none for the word %s', (said) => {
  expect(findZones(said, now)).toEqual([])
  expect(zoneName(said)).toBe(said.replaceAll('_', ' '))
})

test('never finds a zone that Intl does not know, whatever is said', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('Brasil', 'Canada', 'Rússia', 'La Paz')), (said) => {
      const zones = findZones(said, now)
      expect(zones.map(knownZone)).toEqual(zones)
    }),
    { numRuns: 30 },
  )
})
