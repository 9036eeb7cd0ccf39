/** What the bot sent, read from the wire into plain data. */
import { type MediaType, normalizeMessageContent, type proto } from '@whiskeysockets/baileys'
import { openMedia, type MediaFacts } from './media-crypto.ts'
import type { MediaServer } from './media-server.ts'

export type BotContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'edit'; readonly of: string; readonly text: string }
  | { readonly kind: 'revoke'; readonly of: string }
  | { readonly kind: 'reaction'; readonly to: string; readonly emoji: string }
  | {
      readonly kind: 'media'
      readonly media: 'image' | 'document' | 'audio' | 'video'
      readonly caption: string
      readonly mimetype: string
      readonly filename: string | null
      /** Downloaded, both digests and the MAC checked, decrypted. */
      readonly bytes: Buffer
    }
  /** Something that no person would see as a message: the names of its fields. */
  | { readonly kind: 'other'; readonly fields: readonly string[] }

export type MessageDescription = {
  readonly content: BotContent
  /** The id of the message that it quotes. */
  readonly quoted: string | null
  /** JIDs. */
  readonly mentions: readonly string[]
}

type MediaPart = MediaFacts & {
  readonly directPath?: string | null
  readonly mimetype?: string | null
  readonly contextInfo?: proto.IContextInfo | null
}

export async function describeMessage(message: proto.IMessage, media: MediaServer): Promise<MessageDescription> {
  const inner = normalizeMessageContent(message) ?? {}
  const plain = describePlain(inner)
  const found = plain === null ? mediaIn(inner) : null
  const context = found?.part.contextInfo ?? inner.extendedTextMessage?.contextInfo
  return {
    content: plain ?? (found === null ? { kind: 'other', fields: fieldsOf(inner) } : await openPart(found, media)),
    quoted: context?.stanzaId ?? null,
    mentions: context?.mentionedJid ?? [],
  }
}

function describePlain(message: proto.IMessage): BotContent | null {
  const { protocolMessage: action, reactionMessage: reaction } = message
  const text = textOf(message)
  if (action?.editedMessage) {
    return { kind: 'edit', of: action.key?.id ?? '', text: textOf(action.editedMessage) ?? '' }
  }
  // The type of a revocation is 0, which the wire leaves out.
  if (action && !action.type) return { kind: 'revoke', of: action.key?.id ?? '' }
  if (reaction) return { kind: 'reaction', to: reaction.key?.id ?? '', emoji: reaction.text ?? '' }
  return text === null ? null : { kind: 'text', text }
}

function textOf(message: proto.IMessage): string | null {
  return message.conversation || message.extendedTextMessage?.text || null
}

type FoundMedia = {
  readonly media: 'image' | 'document' | 'audio' | 'video'
  readonly type: MediaType
  readonly part: MediaPart
  readonly caption: string
  readonly filename: string | null
}

function mediaIn(message: proto.IMessage): FoundMedia | null {
  const { imageMessage: image, documentMessage: document, audioMessage: audio, videoMessage: video } = message
  if (image) return { media: 'image', type: 'image', part: image, caption: image.caption ?? '', filename: null }
  if (document) {
    const { caption, fileName } = document
    return { media: 'document', type: 'document', part: document, caption: caption ?? '', filename: fileName ?? null }
  }
  if (audio) return { media: 'audio', type: 'audio', part: audio, caption: '', filename: null }
  if (video) return { media: 'video', type: 'video', part: video, caption: video.caption ?? '', filename: null }
  return null
}

async function openPart(
  { media, type, part, caption, filename }: FoundMedia,
  server: MediaServer,
): Promise<BotContent> {
  const blob = server.read(part.directPath ?? '')
  if (blob === undefined) throw new Error(`The bot sent a file that it did not upload: ${part.directPath ?? 'no path'}`)
  const bytes = await openMedia(blob, part, type)
  return { kind: 'media', media, caption, mimetype: part.mimetype ?? '', filename, bytes }
}

function fieldsOf(message: proto.IMessage): readonly string[] {
  return Object.entries(message)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name]) => name)
}
