import { createCipheriv, createDecipheriv } from 'node:crypto'

const tagLength = 16

/** AES-256-GCM with the tag behind the text, as Noise and WhatsApp's pairing use it. */
export function sealGcm(plain: Uint8Array, key: Uint8Array, iv: Uint8Array, additional?: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  if (additional !== undefined) cipher.setAAD(additional)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the tag does not fit: another key, another counter, or a changed text. */
export function openGcm(sealed: Uint8Array, key: Uint8Array, iv: Uint8Array, additional?: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
  if (additional !== undefined) decipher.setAAD(additional)
  decipher.setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()])
}
