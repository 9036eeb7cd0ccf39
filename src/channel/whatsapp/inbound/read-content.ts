/** The content of a message, by its kind: what can be read as it is meant, all else by what it is. */
import { proto } from '@whiskeysockets/baileys'
import type { MessageContent, UnreadableThing } from '../../message.ts'
import { kindsIn, unwrapped, type MessageKind } from '../wire/message-kinds.ts'
import { numberOnCard } from './number-on-card.ts'
import { pressedWords } from './pressed-words.ts'
import { givenId } from '../wire/wire-id.ts'

type Named = {
  readonly messageId: string
  /** What names the file that the message carries: `fetchFile` gets it. */
  readonly path: string
}

/** What a message holds; `null` when it says nothing. */
export function contentIn(body: proto.IMessage, named: Named): MessageContent | null {
  for (const kind of kindsIn(body)) {
    const content = contentOf(kind, body, named)
    if (content !== null) return content
  }
  return null
}

type ReadableKind = Exclude<MessageKind, UnreadableThing>

const readers: { readonly [kind in ReadableKind]: (body: proto.IMessage, named: Named) => MessageContent | null } = {
  words: (body) => asText(textOf(body)),
  press: (body) => asText(pressedWords(body)) ?? unreadable('button'),
  card: (body) => asText(numberOnCard(body)) ?? unreadable('contact'),
  voice: (_body, { path }) => ({ kind: 'voice', path }),
  file: fileOf,
  change: changeOf,
  reaction: reactionOf,
  wrapper: () => null,
  nothing: () => null,
}

function contentOf(kind: MessageKind, body: proto.IMessage, named: Named): MessageContent | null {
  return isReadable(kind) ? readers[kind](body, named) : unreadable(kind)
}

function isReadable(kind: MessageKind): kind is ReadableKind {
  return Object.hasOwn(readers, kind)
}

function asText(text: string | null): MessageContent | null {
  return text === null ? null : { kind: 'text', text }
}

/** It is answered that this cannot be read, rather than not at all. */
function unreadable(what: UnreadableThing): MessageContent {
  return { kind: 'unreadable', what }
}

function fileOf(body: proto.IMessage, { messageId, path }: Named): MessageContent | null {
  const file = body.documentMessage ?? body.imageMessage ?? body.videoMessage
  if (file == null) return null
  const caption = captionOf(body)
  const named = { path, mimetype: file.mimetype ?? unknownType, filename: nameOf(body) ?? messageId }
  return { kind: 'file', ...named, ...(caption === null ? {} : { text: caption }) }
}

const unknownType = 'application/octet-stream'

function reactionOf({ reactionMessage }: proto.IMessage): MessageContent | null {
  const to = reactionMessage?.key?.id
  // An empty one takes back an earlier one.
  return to == null ? null : { kind: 'reaction', to: givenId(to), emoji: reactionMessage?.text ?? '' }
}

/** What was typed. */
function textOf(body: proto.IMessage): string | null {
  const text = body.conversation ?? body.extendedTextMessage?.text
  return text == null || text === '' ? null : text
}

/** An edit or a deletion of an earlier message; everything else of this kind is between the phone and its devices. */
function changeOf({ protocolMessage, secretEncryptedMessage }: proto.IMessage): MessageContent | null {
  if (secretEncryptedMessage != null) return hiddenEditOf(secretEncryptedMessage)
  const { type, key } = protocolMessage ?? {}
  if (key?.id == null) return null
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type
  if (type === REVOKE) return { kind: 'revoke', of: givenId(key.id) }
  if (type !== MESSAGE_EDIT) return null
  const edited = editedIn({ protocolMessage: protocolMessage ?? null })
  const text = edited === null ? null : (textOf(edited) ?? captionOf(edited))
  return { kind: 'edit', of: givenId(key.id), text: text ?? '' }
}

/** That a message was edited, in a form that tells nobody here what it says now: what it asked for counts no longer. */
function hiddenEditOf({
  secretEncType,
  targetMessageKey,
}: proto.Message.ISecretEncryptedMessage): MessageContent | null {
  const isEdit = secretEncType === proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT
  return isEdit && targetMessageKey?.id != null ? { kind: 'edit', of: givenId(targetMessageKey.id), text: '' } : null
}

/** What an edited message says now. */
export function editedIn({ protocolMessage }: proto.IMessage): proto.IMessage | null {
  return unwrapped(protocolMessage?.editedMessage)
}

/** What is written below a file. */
function captionOf({ documentMessage, imageMessage, videoMessage }: proto.IMessage): string | null {
  const caption = documentMessage?.caption ?? imageMessage?.caption ?? videoMessage?.caption
  // Some phones put the name of a document there.
  return caption == null || caption.trim() === '' || caption === documentMessage?.fileName ? null : caption
}

function nameOf({ documentMessage }: proto.IMessage): string | null {
  return documentMessage?.fileName ?? documentMessage?.title ?? null
}
