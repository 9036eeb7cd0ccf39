/**
 * If the deployment wants it (`VOICE_REPLY`), the answer to a voice note is also spoken: as a reply of its own behind the
 * written one, synthesised when it is sent. What cannot be spoken is left out, since it was written.
 */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Channel, OutboundReply } from '../../channel/channel.ts'
import type { Reply } from '../../channel/reply.ts'
import type { Speaker } from '../../voice/engines/speak.ts'

const mimetype = 'audio/ogg; codecs=opus'
/** How long the audio of a reply can be fetched, in milliseconds; it is not sealed. */
const keptMs = 60 * 60_000

/** The reply that speaks what another one writes; `null` for one that nobody waits for. */
export function spokenCopy(reply: Reply): Reply | null {
  if (reply.about === 'progress' || reply.text === '') return null
  const { media: _file, ...said } = reply
  return { ...said, media: { kind: 'voice', path: '', mimetype, filename: 'reply.ogg' } }
}

/** Wraps the channel so that such replies go out as audio. */
export function speakReplies({
  channel,
  speaker,
  folder,
  onTrouble,
}: {
  readonly channel: Pick<Channel, 'send'>
  readonly speaker: () => Promise<Speaker | null>
  /** Where the audio that is being sent lies. */
  readonly folder: string
  readonly onTrouble: (error: unknown) => void
}): Pick<Channel, 'send'> {
  async function speak({ id, reply }: OutboundReply): Promise<string | null> {
    try {
      const say = await speaker()
      if (say === null) return null
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${id}.ogg`)
      await writeFile(file, await say(reply.text), { mode: 0o600 })
      return file
    } catch (error) {
      onTrouble(error)
      return null
    }
  }

  return {
    send: async (outbound) => {
      const { media } = outbound.reply
      if (media?.kind !== 'voice') return channel.send(outbound)
      const file = await speak(outbound)
      if (file === null) return undefined
      return channel.send({ ...outbound, reply: { about: 'info', text: '', media: { ...media, path: file } } })
    },
  }
}

/** Removes the audio that nobody fetches any more, also where nothing is spoken any longer. */
export async function pruneSpoken(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const written = await stat(file).catch(() => null)
    if (written !== null && written.mtimeMs < Date.now() - keptMs) await rm(file, { force: true })
  }
}
