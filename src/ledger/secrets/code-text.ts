import canonicalize from 'canonicalize'

/**
 * The JSON text over which codes are computed: one canonical form of what the database gives back, whoever wrote it.
 * @throws RangeError when it is nested deeper than anything Sayso writes
 */
export function codeText(json: object): string {
  // The database can hold a number too large for JavaScript, which then reads Infinity; JSON has no such number, only
  // `null`.
  return canonicalize(JSON.parse(JSON.stringify(json))) ?? ''
}
