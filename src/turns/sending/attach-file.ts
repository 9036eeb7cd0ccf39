import { stat } from 'node:fs/promises'
import type { OutboundReply } from '../../channel/channel.ts'
import type { Reply, ReplyMedia } from '../../channel/reply.ts'
import { locate } from '../../execution/actions/filesystem/filesystem-paths.ts'

/**
 * The reply as its channel takes it: with the absolute path of its file, links followed. A file that no longer exists, or
 * whose path now leads out of the workspace, is not sent; its reply says so.
 */
export async function attachFile(workspaceDir: string, outbound: OutboundReply): Promise<OutboundReply> {
  const { media } = outbound.reply
  // A spoken reply gets its file when it is sent.
  if (media === undefined || media.kind === 'voice') return outbound
  return { ...outbound, reply: withFile(outbound.reply, media, await placeOf(workspaceDir, media.path)) }
}

async function placeOf(workspaceDir: string, path: string): Promise<string | null> {
  try {
    const context = { effectId: '', signal: new AbortController().signal, outputs: [] }
    const { real } = await locate(workspaceDir, path, context, { exports: true })
    return (await stat(real)).isFile() ? real : null
  } catch {
    return null
  }
}

function withFile(reply: Reply, media: ReplyMedia, place: string | null): Reply {
  const { unavailable = reply.text, ...file } = media
  if (place !== null) return { ...reply, media: { ...file, path: place } }
  const { media: _none, ...rest } = reply
  return { ...rest, text: unavailable }
}
