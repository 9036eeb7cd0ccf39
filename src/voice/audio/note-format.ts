/** The containers that are let through to the decoder, by the name that it has for them. */
export type NoteFormat = 'ogg' | 'wav' | 'mp3' | 'matroska'

/**
 * What a file is by its first bytes; `null` for anything else. The decoder is told the format and never guesses: what it
 * guesses from could be a playlist that names other files.
 */
export function noteFormat(bytes: Uint8Array): NoteFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1')
  if (head.startsWith('OggS')) return 'ogg'
  if (head.startsWith('RIFF') && head.slice(8) === 'WAVE') return 'wav'
  if (head.startsWith('\x1A\x45\xDF\xA3')) return 'matroska'
  if (head.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) return 'mp3'
  return null
}
