/**
 * A certificate for 127.0.0.1, made in memory: Node can read X.509 and sign, but not write it, and a program like openssl is
 * not everywhere. The few DER structures of RFC 5280 that such a certificate has are written here.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const validMs = 30 * 24 * 60 * 60 * 1000
const leewayMs = 60 * 60 * 1000

const ecdsaWithSha256 = sequence(objectId(1, 2, 840, 10045, 4, 3, 2))

/** Both as PEM. */
export type SelfSignedCertificate = { readonly certificate: string; readonly key: string }

export function createSelfSignedCertificate(now: Date = new Date()): SelfSignedCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(objectId(2, 5, 4, 3), der(0x0c, Buffer.from('Loopback WhatsApp')))))
  const unsigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, positive(randomBytes(16))),
    ecdsaWithSha256,
    name,
    sequence(generalizedTime(now.getTime() - leewayMs), generalizedTime(now.getTime() + validMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames())),
  )
  const signature = sign('sha256', unsigned, privateKey)
  const whole = sequence(unsigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  return { certificate: pem(whole), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function alternativeNames(): Buffer {
  const names = sequence(der(0x87, Buffer.from([127, 0, 0, 1])), der(0x82, Buffer.from('localhost')))
  return sequence(objectId(2, 5, 29, 17), der(0x04, names))
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, ...parts)
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...derLength(content.length)]), content])
}

function derLength(length: number): readonly number[] {
  if (length < 0x80) return [length]
  if (length < 0x100) return [0x81, length]
  return [0x82, length >> 8, length & 0xff]
}

function objectId(first: number, second: number, ...rest: readonly number[]): Buffer {
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): readonly number[] {
  const digits = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}

/** With the top bit away, a DER integer is positive; with the one below set, it needs no shorter form. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes
}

function generalizedTime(atMs: number): Buffer {
  const digits = new Date(atMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:T]/g, '')
  return der(0x18, Buffer.from(digits))
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
