import { UserError } from '../../../errors.ts'
import { hiding, type Replacements } from '../../templates/hide-texts.ts'
import { headerSecrets } from './header-secrets.ts'

/** How long a secret of a header is at least, in characters, to be masked in data: what is shorter may well be something else. */
const SHORTEST_IN_DATA = 6
/** The same in what people are told, where masking too much does no harm. */
const SHORTEST_IN_WORDS = 4

/** A service that chains may talk to; all of it comes from the configuration, never from a chain. */
export type HttpService = {
  /** `https://api.example.com/v2`: nothing outside this origin, and nothing above this path, is ever asked. */
  readonly baseUrl: string
  /** Sent with every request: where its secrets go, masked in all that it answers. They win over those of a step. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it may live at a private, loopback or link-local address, and be asked without TLS. */
  readonly allowPrivate?: boolean
  /** Whether the service does a request with the same `Idempotency-Key` once, and gives the same answer again. */
  readonly idempotencyKeys?: boolean
}

/** Services by the name that steps use. */
export type HttpServices = { readonly [name: string]: HttpService }

/** A service whose configuration was understood. */
export type KnownService = {
  readonly name: string
  readonly origin: string
  /** The path of `baseUrl` without a slash at its end. */
  readonly prefix: string
  readonly headers: Readonly<Record<string, string>>
  /** Masks what is secret in the headers in the data that it answers. */
  readonly hiddenInData: Replacements
  /** The same in what it says about a refusal. */
  readonly hiddenInWords: Replacements
  readonly allowPrivate: boolean
  readonly idempotencyKeys: boolean
}

/** What is wrong with a service, and where below its name; told without the address, which may hold a password. */
export type ServiceProblem = { readonly path: readonly string[]; readonly message: string }

/** The first thing that is wrong with a service; `null` when it is understood. */
export function serviceProblem(
  name: string,
  { baseUrl, headers = {}, allowPrivate = false }: HttpService,
): ServiceProblem | null {
  if (!/^[a-z][a-z0-9-]{0,40}$/u.test(name))
    return { path: [], message: 'its name may contain only small letters, digits and -' }
  const ofUrl = urlProblem(baseUrl, allowPrivate)
  if (ofUrl !== null) return { path: ['baseUrl'], message: ofUrl }
  for (const [header, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u.test(header))
      return { path: ['headers'], message: 'the name of a header is not allowed in HTTP' }
    if (!/^[\t\x20-\x7e]*$/u.test(value))
      return {
        path: ['headers', header],
        message: `its header ${header} contains a character that HTTP does not allow`,
      }
  }
  return null
}

function urlProblem(baseUrl: string, allowPrivate: boolean): string | null {
  const begins = allowPrivate ? 'https:// or http://' : 'https://'
  if (!URL.canParse(baseUrl)) return `its baseUrl is not a URL that begins with ${begins}`
  const { protocol, username, password, search, hash } = new URL(baseUrl)
  if (protocol !== 'https:' && protocol !== 'http:') return `its baseUrl must begin with ${begins}`
  if (protocol === 'http:' && !allowPrivate)
    return 'its baseUrl must begin with https://; http:// needs allowPrivate: true beside it'
  if (username !== '' || password !== '') return 'its baseUrl contains a password; put it into a header'
  return search !== '' || hash !== '' ? 'its baseUrl contains ? or #' : null
}

/**
 * Checks the configuration of the services.
 * @throws UserError `config_invalid`
 */
export function knowServices(services: HttpServices): ReadonlyMap<string, KnownService> {
  return new Map(Object.entries(services).map(([name, service]) => [name, know(name, service)]))
}

function know(name: string, service: HttpService): KnownService {
  const problem = serviceProblem(name, service)
  if (problem !== null)
    throw new UserError('config_invalid', `The service "${name}" is not understood: ${problem.message}`)
  const { baseUrl, headers = {}, allowPrivate = false, idempotencyKeys = false } = service
  const { origin, pathname } = new URL(baseUrl)
  return {
    name,
    origin,
    prefix: pathname.replace(/\/+$/u, ''),
    headers,
    hiddenInData: hiding(headerSecrets(headers, SHORTEST_IN_DATA)),
    hiddenInWords: hiding(headerSecrets(headers, SHORTEST_IN_WORDS)),
    allowPrivate,
    idempotencyKeys,
  }
}

/** Whether an address is the base of a service or below it: of its origin, and by whole segments of its path. */
export function isWithin({ origin, prefix }: KnownService, url: URL): boolean {
  const climbs = segmentsOf(url.pathname).includes('..')
  return url.origin === origin && !climbs && `${url.pathname}/`.startsWith(`${prefix}/`)
}

/**
 * The segments of a path as a server may see them that unescapes slashes and dots before it looks for anything, once or several times:
 * some do, or what stands in front of them.
 */
export function segmentsOf(path: string): readonly string[] {
  return path.replaceAll(/%(?:25)*2e/giu, '.').split(/[/\\]|%(?:25)*(?:2f|5c)/iu)
}
