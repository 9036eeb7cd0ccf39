/** Time zones by what people call them: an IANA name, a city, a capital, a country, an abbreviation. */
import { currentZoneName } from './current-zone-name.ts'
import { zoneAbbreviations } from './zone-abbreviations.ts'
import { zonePlaces } from './zone-places.ts'

/** Countries are known by their names in these. */
const languages = ['en', 'pt-BR', 'es']
/** And by what those names are shortened to. */
const shortNames: ReadonlyMap<string, string> = new Map([
  ...['usa', 'us', 'eua', 'eeuu', 'ee uu', 'america'].map((name) => [name, 'US'] as const),
  ...['uk', 'great britain', 'gra bretanha', 'gran bretana'].map((name) => [name, 'GB'] as const),
  ...['holanda', 'holland'].map((name) => [name, 'NL'] as const),
])

/**
 * The zone of an IANA name however it is written, `america/sao_paulo` too, by the name that it has today; `null` where there is none.
 * Only names with an area count: "EST" and "Cuba" mean less than they seem to.
 */
export function zoneNamed(name: string): string | null {
  if (!/^(?:UTC|[a-z]+(?:\/[a-z0-9_+-]+)+)$/iu.test(name)) return null
  try {
    return currentZoneName(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return null
  }
}

/**
 * The zones that somebody may mean by a name; none where nobody knows. Of a country, and of an abbreviation, there is one for each time
 * that is kept, the best known first. What is called so in their own country is not asked about.
 * @param now what time is kept is asked of the year around it
 * @param country ISO 3166 code of where somebody who speaks so lives, where that is known
 */
export function findZones(said: string, now: Date, country: string | null = null): readonly string[] {
  const whole = plain(said)
  // "Boston, MA".
  const first = plain(said.split(',')[0] ?? '')
  for (const place of new Set([whole, first].filter((each) => each !== ''))) {
    const cities = zonesOfCity(place)
    if (cities.length > 0) return cities
    const inCountry = zonesOfCountry(place, now)
    if (inCountry.length > 0) return inCountry
    const abbreviated = zonesAbbreviated(place, now, country)
    if (abbreviated.length > 0) return abbreviated
  }
  return []
}

/** What a zone is shown as: "São Paulo", "New York". */
export function zoneName(zone: string): string {
  return (Object.hasOwn(zonePlaces, zone) ? zonePlaces[zone]?.[0] : undefined) ?? lastPart(zone).replaceAll('_', ' ')
}

function zonesOfCity(place: string): readonly string[] {
  const found = [place.replaceAll(' ', '_'), ...(cities().get(place) ?? [])].map(zoneNamed)
  return [...new Set(found.filter((zone) => zone !== null))]
}

/** "New_York". */
function lastPart(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1)
}

function zonesOfCountry(place: string, now: Date): readonly string[] {
  const region = shortNames.get(place) ?? regions().get(place)
  if (region === undefined) return []
  const known = Object.keys(zonePlaces)
  const rank = (zone: string) => (known.includes(zone) ? known.indexOf(zone) : known.length)
  return onePerTime(
    zonesIn(region).toSorted((one, other) => rank(one) - rank(other)),
    now,
  )
}

function zonesAbbreviated(place: string, now: Date, country: string | null): readonly string[] {
  const listed = Object.hasOwn(zoneAbbreviations, place) ? (zoneAbbreviations[place] ?? []) : []
  const known = listed.flatMap((zone) => zoneNamed(zone) ?? [])
  const own = country === null || known.length === 0 ? [] : zonesIn(country)
  const here = known.filter((zone) => own.includes(zone))
  return onePerTime(here.length > 0 ? here : known, now)
}

/** All zones of a country (ISO 3166). */
function zonesIn(region: string): readonly string[] {
  return (new Intl.Locale('und', { region }).getTimeZones() ?? []).flatMap((zone) => zoneNamed(zone) ?? [])
}

/** Of those that keep the same time the first. */
function onePerTime(zones: readonly string[], now: Date): readonly string[] {
  const byTime = Map.groupBy(zones, (zone) => timeKept(zone, now))
  return [...byTime.values()].flatMap(([first]) => first ?? [])
}

/** Its clocks in winter and in summer. */
function timeKept(timeZone: string, now: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return [0, 6].map((month) => format.format(Date.UTC(now.getUTCFullYear(), month, 15))).join(' ')
}

/** Zones by the names of what is in them. Made when it is first asked for: most processes never are. */
const cities = once((): ReadonlyMap<string, readonly string[]> => {
  const listed = Object.entries(zonePlaces).flatMap(([zone, places]) => places.map((place) => [place, zone] as const))
  const called = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
    [zone, currentZoneName(zone)].map((name) => [lastPart(name), zone] as const),
  )
  const found = new Map<string, readonly string[]>()
  for (const [place, zone] of [...listed, ...called]) {
    const name = plain(place)
    found.set(name, [...(found.get(name) ?? []), zone])
  }
  return found
})

/** Countries by their names in every language. */
const regions = once((): ReadonlyMap<string, string> => {
  const letters = Array.from({ length: 26 }, (_none, at) => String.fromCodePoint(65 + at))
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`))
  const names = languages.map((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }))
  return new Map(codes.flatMap((code) => names.map((each) => [plain(each.of(code) ?? ''), code] as const)))
})

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** Small letters without accents, words parted by one blank. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}.'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9/+]+/gu, ' ')
    .trim()
}
