import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { currentZoneName } from './current-zone-name.ts'
import { knownZone } from './known-zone.ts'

/** The zone in which most people live, of countries that have several. */
const usual: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
}

/** Brazil's area codes where the clock shows another time than in São Paulo. */
const brazil: Readonly<Record<string, string>> = {
  65: 'America/Cuiaba',
  66: 'America/Cuiaba',
  67: 'America/Campo_Grande',
  68: 'America/Rio_Branco',
  69: 'America/Porto_Velho',
  92: 'America/Manaus',
  95: 'America/Boa_Vista',
  97: 'America/Manaus',
}

/**
 * The time zone, an IANA name, in which somebody of whom only the number is known most likely lives; `null` for a country that has
 * several without a usual one, such as the United States, and for a number that names no country.
 * @param phone in E.164
 */
export function zoneOfPhone(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone)
  const country = parsed?.country
  if (parsed === undefined || country === undefined) return null
  const area = country === 'BR' ? brazil[parsed.nationalNumber.slice(0, 2)] : undefined
  const zone = area ?? usual[country] ?? onlyZoneOf(country)
  // Where this machine does not know the zone, it is not told apart from UTC.
  return zone === null || knownZone(zone) !== zone ? null : zone
}

function onlyZoneOf(country: string): string | null {
  const zones = new Intl.Locale('und', { region: country }).getTimeZones() ?? []
  return zones.length === 1 && zones[0] !== undefined ? currentZoneName(zones[0]) : null
}
