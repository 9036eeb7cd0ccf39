import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { getMediaKeys, type MediaType } from '@whiskeysockets/baileys'

const macLength = 10

/** How a file lies on the media server, and what a message must say so that it can be opened. */
export type SealedMedia = {
  readonly blob: Buffer
  readonly mediaKey: Buffer
  readonly fileSha256: Buffer
  readonly fileEncSha256: Buffer
  readonly fileLength: number
}

/** What a message says of its file. */
export type MediaFacts = {
  readonly mediaKey?: Uint8Array | null
  readonly fileSha256?: Uint8Array | null
  readonly fileEncSha256?: Uint8Array | null
}

export async function sealMedia(plain: Uint8Array, type: MediaType): Promise<SealedMedia> {
  const mediaKey = randomBytes(32)
  const { iv, cipherKey, macKey } = await keysOf(mediaKey, type)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  const blob = Buffer.concat([text, macOf(macKey, iv, text)])
  return { blob, mediaKey, fileSha256: sha256(plain), fileEncSha256: sha256(blob), fileLength: plain.length }
}

/** Opens a file that the bot uploaded; throws unless its two digests and its MAC are right. */
export async function openMedia(blob: Buffer, facts: MediaFacts, type: MediaType): Promise<Buffer> {
  if (!facts.mediaKey) throw new Error('The message has no media key')
  const { iv, cipherKey, macKey } = await keysOf(facts.mediaKey, type)
  const [text, mac] = [blob.subarray(0, -macLength), blob.subarray(-macLength)]
  if (!sha256(blob).equals(facts.fileEncSha256 ?? Buffer.alloc(0))) throw new Error('fileEncSha256 is wrong')
  if (!macOf(macKey, iv, text).equals(mac)) throw new Error('The MAC of the file is wrong')
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const plain = Buffer.concat([decipher.update(text), decipher.final()])
  if (!sha256(plain).equals(facts.fileSha256 ?? Buffer.alloc(0))) throw new Error('fileSha256 is wrong')
  return plain
}

async function keysOf(mediaKey: Uint8Array, type: MediaType) {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, type)
  if (!macKey) throw new Error(`Files of type ${type} have no MAC`)
  return { iv, cipherKey, macKey }
}

function macOf(key: Uint8Array, iv: Uint8Array, text: Uint8Array): Buffer {
  return createHmac('sha256', key).update(iv).update(text).digest().subarray(0, macLength)
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
