import { connectOpenAi, type OpenAiAccess } from './openai-engine.ts'

/** Says a reply: an OGG/Opus voice note. Throws when the service cannot. */
export type Speaker = (text: string) => Promise<Buffer>

/** The API speaks no more than this at a time, in characters. */
const maxLength = 4096
const limitMs = 30_000
/** A voice note is not longer, in bytes: 16 MiB. */
const maxSpokenBytes = 16 * 1024 * 1024

/** Speaks through the OpenAI API (`audio.speech`), at OpenAI or at any server that speaks it. */
export function createSpeaker({
  access,
  model,
  voice,
}: {
  readonly access: OpenAiAccess
  readonly model: string
  readonly voice: string
}): Speaker {
  return async (text) => {
    const client = await connectOpenAi(access, { limitMs, most: maxSpokenBytes })
    const response = await client.audio.speech.create(
      { model, voice, input: speakable(text), response_format: 'opus' },
      { signal: AbortSignal.timeout(limitMs) },
    )
    const audio = Buffer.from(await response.arrayBuffer())
    if (audio.toString('latin1', 0, 4) !== 'OggS') throw new Error('The speech service sent no OGG/Opus')
    return audio
  }
}

/** What of a reply is said: without the marks and pictures that only eyes need. */
export function speakable(text: string): string {
  return text
    .replaceAll(/[\p{Extended_Pictographic}\u{FE0F}\u{200D}]/gu, '')
    .replaceAll(/[*_~`]/gu, '')
    .replaceAll(/\s*·\s*/gu, ', ')
    .replaceAll(/[^\S\n]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
}
