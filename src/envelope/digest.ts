import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** SHA-256 over the JCS form (RFC 8785) of plain JSON data, lower-case hex. */
export function digestOf(value: unknown): string {
  const canonical = canonicalize(value)
  if (canonical === undefined) throw new TypeError('Only JSON data have a digest')
  return createHash('sha256').update(canonical, 'utf8').digest('hex')
}
