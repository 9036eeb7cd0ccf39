import { Type, type Static } from 'typebox'
import { didYouMean, nearestName } from '../../../catalogue/did-you-mean.ts'
import { TerminalError } from '../../../errors.ts'
import type { JsonObject } from '../../../json.ts'
import type { MetaProblem } from '../../plan/chain-problem.ts'
import { segmentsOf, type KnownService } from './http-services.ts'

/** A value that is put into a path or a query; `null` leaves a field of the query out. */
const Value = Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean(), Type.Null()])

/** What every request says; `path` is the catalogue's alone, and its `{name}` are filled in from `values`, escaped. */
export function requestFields() {
  return {
    service: Type.Unsafe<string>({ type: 'string', literal: true }),
    path: Type.String({ pattern: "^/[A-Za-z0-9._~!$&'()*+,;=:@%{}/-]*$", maxLength: 500, literal: true }),
    values: Type.Optional(Type.Record(Type.String(), Value)),
    query: Type.Optional(Type.Record(Type.String(), Value)),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 2000, pattern: '^[\\t\\x20-\\x7e]*$' })),
    ),
    /** The status codes that mean success; default 200 to 299. */
    expectStatus: Type.Optional(Type.Array(Type.Integer({ minimum: 200, maximum: 599 }), { minItems: 1 })),
  }
}

type Fields = {
  readonly [Name in keyof ReturnType<typeof requestFields>]: Static<ReturnType<typeof requestFields>[Name]>
}
/** The fields of a request whose schema was checked. */
export type RequestFields = Pick<Fields, 'service' | 'path'> & Partial<Omit<Fields, 'service' | 'path'>>

const placeholder = /\{([a-z][a-zA-Z0-9_]*)\}/gu

/** Set by us, or by nobody; secrets come from the configuration. */
const ownHeaders = new Set(
  'authorization cookie host content-length content-type transfer-encoding connection upgrade te trailer expect idempotency-key accept-encoding'.split(
    ' ',
  ),
)

/** What a schema cannot say about a request: a service that is none, names in its path without values, values without names, headers of ours. */
export function requestProblems(
  { service, path, values, headers }: JsonObject,
  services: ReadonlyMap<string, KnownService>,
): readonly MetaProblem[] {
  const unknown = typeof service === 'string' && !services.has(service) ? [unknownService(service, services)] : []
  if (typeof path !== 'string') return unknown
  const names = [...path.matchAll(placeholder)].map(([, name = '']) => name)
  const given = typeof values === 'object' && values !== null ? Object.keys(values) : []
  const headerNames = typeof headers === 'object' && headers !== null ? Object.keys(headers) : []
  const unused = given.filter((name) => !names.includes(name))
  const empty = names.filter((name) => !given.includes(name))
  const meant = empty.map((name) => nearestName(name, unused))
  return [
    ...unknown,
    ...(/[{}]/u.test(path.replace(placeholder, '')) ? [inPath('"path" has a { or } that belongs to no {name}')] : []),
    ...(isClimbing(path) ? [inPath('"path" has . or .. for a segment, or an empty one')] : []),
    ...empty.map((name) => inPath(`"values" has no "${name}", which "path" names${didYouMean(name, unused)}`)),
    ...unused
      .filter((name) => !meant.includes(name))
      .map((name): MetaProblem => ({
        path: ['values', name],
        place: 'key',
        message: `"path" does not name "${name}"; write {${name}} where it goes`,
      })),
    ...headerNames
      .filter((name) => ownHeaders.has(name.toLowerCase()) || !/^[A-Za-z][A-Za-z0-9-]*$/u.test(name))
      .map((name): MetaProblem => ({
        path: ['headers', name],
        place: 'key',
        message: `the header "${name}" is not for a step to set`,
      })),
  ]
}

function inPath(message: string): MetaProblem {
  return { path: ['path'], message }
}

function unknownService(name: string, services: ReadonlyMap<string, KnownService>): MetaProblem {
  const known = [...services.keys()]
  const there = known.length === 0 ? '' : `; there is ${known.join(', ')}`
  const message = `there is no service "${name}"${didYouMean(name, known)}${there}; name it in the file of SAYSO_SERVICES, and for \`sayso test\` in services.yaml beside commands/`
  return { path: ['service'], message }
}

/**
 * Where a request goes: below the base of its service, whatever its values are.
 * @throws TerminalError `action_invalid` for a value that no segment of a path can be
 */
export function requestUrl(service: KnownService, { path, values = {}, query = {} }: RequestFields): URL {
  const filled = path.replaceAll(placeholder, (_whole, name: string) => {
    const value = String(values[name] ?? '')
    if (value === '') throw new TerminalError('action_invalid', `"${name}" is empty, which no path can be`)
    return encodeURIComponent(value)
  })
  const url = new URL(`${service.origin}${service.prefix}${filled}`)
  const climbs = isClimbing(filled) || url.origin !== service.origin || !url.pathname.startsWith(`${service.prefix}/`)
  if (climbs) throw new TerminalError('action_invalid', 'A value cannot stand in the path of a request')
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

/** An empty segment may only be the last one: `/parcels/`. */
function isClimbing(path: string): boolean {
  const isEmpty = path.slice(1).split('/').slice(0, -1).includes('')
  return isEmpty || segmentsOf(path).some((segment) => segment === '.' || segment === '..')
}
