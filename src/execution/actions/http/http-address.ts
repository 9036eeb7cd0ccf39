import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { TerminalError } from '../../../errors.ts'

/** Of IPv6 all that is given to anybody in the internet (RFC 4291, 2.4): beside it are others without a name, an IPv4 in `::/96` among them. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is out in the internet. Whatever has a meaning of its own (loopback, private, link-local, carrier,
 * multicast, documentation, tunnels to IPv4) is not, and neither is an IPv4 one of these in the clothes of IPv6.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  return plain.range() === 'unicast' && (plain instanceof ipaddr.IPv4 || plain.match(givenOut))
}

/**
 * Refuses a URL whose host is an address that must not be reached; a name is judged when it is resolved.
 * @throws TerminalError `action_failed`
 */
export function refusePrivateHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/gu, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddress()
}

/**
 * Resolves a name to public addresses alone, for `net.connect`: the address that was judged is the one that is connected
 * to, so that a name cannot mean something else a moment later.
 */
export const resolvePublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    const [first, ...others] = error === null ? addresses.filter(({ address }) => isPublicAddress(address)) : []
    if (error !== null) done(error, '')
    else if (first === undefined) done(privateAddress(), '')
    else if (options.all === true) done(null, [first, ...others])
    else done(null, first.address, first.family)
  })
}

function privateAddress(): TerminalError {
  return new TerminalError(
    'action_failed',
    'The service is at a private address, which its configuration does not allow',
  )
}
