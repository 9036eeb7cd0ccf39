/**
 * What is secret in the headers of a service. A service repeats what it was sent, and seldom the whole header: of
 * `Bearer sk-1` it is `sk-1` that stands in "Incorrect API key provided", of Basic credentials the name and the password.
 */

/** Headers that say how to answer, and hold no secret; so do those whose name ends in `-version`. */
const openHeaders = new Set(
  'accept accept-charset accept-language content-type user-agent prefer cache-control'.split(' '),
)

/**
 * The secrets of headers: their values, the words of them without the scheme, what stands behind a name or on either side of a
 * colon, and what Basic credentials decode to. Those with fewer characters than `shortest` are left out.
 */
export function headerSecrets(headers: Readonly<Record<string, string>>, shortest: number): readonly string[] {
  const secret = Object.entries(headers).filter(([name]) => !isOpen(name.toLowerCase()))
  const found = secret.flatMap(([, value]) => [value.trim(), ...credentialsIn(value)])
  return [...new Set(found)].filter((each) => each.length >= shortest)
}

function isOpen(name: string): boolean {
  return openHeaders.has(name) || name.endsWith('-version')
}

function credentialsIn(value: string): readonly string[] {
  const [first = '', ...others] = value.split(/[\s,;]+/u).filter((word) => word !== '')
  const hasScheme = others.length > 0 && /^[A-Za-z-]+$/u.test(first)
  const words = (hasScheme ? others : [first, ...others]).flatMap(partsOf)
  return hasScheme && first.toLowerCase() === 'basic' ? [...words, ...others.flatMap(decodedParts)] : words
}

/** Of `session="a:b"` these are `a:b`, `a` and `b` too; the padding of base64 is often left out. */
function partsOf(word: string): readonly string[] {
  const plain = word.replace(/^[\w.-]+=(?==*[^=])/u, '').replaceAll(/^["']|["']$/gu, '')
  return [word, plain, plain.replace(/=+$/u, ''), ...plain.split(':')]
}

/** Which letters beyond ASCII were meant is known to the service alone (RFC 7617, 2.1). */
function decodedParts(word: string): readonly string[] {
  const bytes = Buffer.from(word, 'base64')
  return [bytes.toString(), bytes.toString('latin1')].flatMap((decoded) => {
    // A password may hold colons, a name does not.
    const colon = decoded.indexOf(':')
    return colon === -1 ? [decoded] : [decoded, decoded.slice(0, colon), decoded.slice(colon + 1)]
  })
}
