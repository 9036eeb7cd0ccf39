import { UserError } from '../../errors.ts'

/** A service that chains may talk to; all of it comes from the configuration, never from a chain. */
export type HttpService = {
  /** `https://api.example.com/v2`: nothing outside this origin, and nothing above this path, is ever asked. */
  readonly baseUrl: string
  /** Sent with every request: where its secrets go. They win over those of a step. */
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
  readonly allowPrivate: boolean
  readonly idempotencyKeys: boolean
}

/**
 * Checks the configuration of the services.
 * @throws UserError `config_invalid`; what is wrong is told without the address, which may hold a password
 */
export function knowServices(services: HttpServices): ReadonlyMap<string, KnownService> {
  return new Map(Object.entries(services).map(([name, service]) => [name, know(name, service)]))
}

function know(name: string, { baseUrl, headers = {}, allowPrivate = false, idempotencyKeys = false }: HttpService) {
  if (!/^[a-z][a-z0-9-]{0,40}$/u.test(name)) throw refused(name, 'its name is not small letters, digits and -')
  if (!URL.canParse(baseUrl)) throw refused(name, 'its baseUrl is no URL')
  const { protocol, username, password, search, hash, origin, pathname } = new URL(baseUrl)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw refused(name, 'its baseUrl begins with neither https:// nor http://')
  if (protocol === 'http:' && !allowPrivate)
    throw refused(name, 'without allowPrivate its baseUrl must begin with https://')
  if (username !== '' || password !== '') throw refused(name, 'its baseUrl holds a password; put it into a header')
  if (search !== '' || hash !== '') throw refused(name, 'its baseUrl holds ? or #')
  for (const [header, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u.test(header))
      throw refused(name, 'a header has a name that HTTP does not allow')
    if (!/^[\t\x20-\x7e]*$/u.test(value))
      throw refused(name, `its header ${header} holds a character that HTTP does not allow`)
  }
  return { name, origin, prefix: pathname.replace(/\/+$/u, ''), headers, allowPrivate, idempotencyKeys }
}

function refused(name: string, why: string): UserError {
  return new UserError('config_invalid', `The service "${name}" is not understood: ${why}`)
}
