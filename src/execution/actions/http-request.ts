import { Type, type Static } from 'typebox'
import { TerminalError } from '../../errors.ts'
import type { JsonObject } from '../../json.ts'
import type { KnownService } from './http-services.ts'

/** A value that is put into a path or a query; `null` leaves a field of the query out. */
const Value = Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean(), Type.Null()])

/** What every request says; `path` is the catalogue's alone, and its `{name}` are filled in from `values`, escaped. */
export function requestFields(services: ReadonlyMap<string, KnownService>) {
  const names = [...services.keys()]
  const service = names.length > 0 ? Type.Enum(names) : Type.Never()
  return {
    service: Type.Unsafe<string>({ ...service, type: 'string', literal: true }),
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

/** What a schema cannot say about a request: names in its path without values, values without names, headers of ours. */
export function requestProblems({ path, values, headers }: JsonObject): readonly string[] {
  if (typeof path !== 'string') return []
  const names = [...path.matchAll(placeholder)].map(([, name = '']) => name)
  const given = typeof values === 'object' && values !== null ? Object.keys(values) : []
  const headerNames = typeof headers === 'object' && headers !== null ? Object.keys(headers) : []
  return [
    ...(/[{}]/u.test(path.replace(placeholder, '')) ? ['"path" has a { or } that belongs to no {name}'] : []),
    ...(isClimbing(path) ? ['"path" has . or .. for a segment, or an empty one'] : []),
    ...names.filter((name) => !given.includes(name)).map((name) => `"values" has no "${name}", which "path" names`),
    ...given.filter((name) => !names.includes(name)).map((name) => `"path" does not name "${name}"`),
    ...headerNames
      .filter((name) => ownHeaders.has(name.toLowerCase()) || !/^[A-Za-z][A-Za-z0-9-]*$/u.test(name))
      .map((name) => `the header "${name}" is not for a step to set`),
  ]
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
  const segments = path.slice(1).split('/')
  return segments.some((segment, index) => {
    const plain = segment.replaceAll(/%2e/giu, '.')
    return plain === '.' || plain === '..' || (segment === '' && index < segments.length - 1)
  })
}
