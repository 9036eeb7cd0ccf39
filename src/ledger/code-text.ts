import canonicalize from 'canonicalize'

/**
 * JSON as codes are computed over it: as it comes out of the database again, in one form, whatever has written it.
 * @throws RangeError when something has written what is nested deeper than anything of ours
 */
export function codeText(json: object): string {
  // A number beyond all is none in JSON, and the database holds it.
  return canonicalize(JSON.parse(JSON.stringify(json))) ?? ''
}
