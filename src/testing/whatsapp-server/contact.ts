/** What a person can do with a phone: say, show, answer, change, and read what the bot says. */
import type { proto } from '@whiskeysockets/baileys'
import { askAgain } from './ask-again.ts'
import { callBot, type CallEnd } from './call-bot.ts'
import type { Group } from './group.ts'
import { sealMedia } from './media-crypto.ts'
import { contextOf, editMessage, reactionMessage, revokeMessage, textMessage } from './message-content.ts'
import { node } from './node.ts'
import type { BotMessage, KnownMessage, Network } from './network.ts'
import { jidOf, type Addressing, type Party } from './party.ts'
import { newMessageId, sendMessage, type SentMessage, type StanzaFacts } from './send-message.ts'

export type Contact = {
  /** E.164. */
  readonly phone: string
  readonly name: string
  readonly pn: string
  readonly lid: string
  readonly addressing: Addressing
  /** Each of these gives the id of the message. */
  readonly say: (text: string, options?: SayOptions) => Promise<string>
  readonly sendVoice: (ogg: Uint8Array, options?: SayOptions & { readonly seconds?: number }) => Promise<string>
  readonly sendImage: (bytes: Uint8Array, options?: FileOptions) => Promise<string>
  readonly sendDocument: (bytes: Uint8Array, options: FileOptions & { readonly filename: string }) => Promise<string>
  /** With an empty `emoji` it takes the reaction back. */
  readonly react: (to: string, emoji: string, options?: PlaceOptions) => Promise<string>
  readonly edit: (of: string, text: string, options?: PlaceOptions) => Promise<string>
  readonly revoke: (of: string, options?: PlaceOptions) => Promise<string>
  /** Calls the bot's number, which ends so. */
  readonly call: (end: CallEnd) => void
  /** Any payload that these do not cover. */
  readonly send: (
    message: proto.IMessage,
    options?: PlaceOptions & { readonly stanza?: StanzaFacts },
  ) => Promise<string>
  /** Takes the next message of the bot to this person in private; waits for it. */
  readonly next: (options?: NextOptions) => Promise<BotMessage>
  /** Says that this person has read a message of the bot. */
  readonly read: (message: BotMessage) => void
  /** Asks for a message of the bot again, as if it could not be decrypted. */
  readonly askAgain: (message: BotMessage) => void
  /** Loses all sessions with the bot, like a phone that was set up anew: what comes next cannot be read at first. */
  readonly forgetSessions: () => void
  /** So many of this person's next messages, those sent again among them, arrive so that nobody can read them. */
  readonly damage: (times: number) => void
}

export type PlaceOptions = {
  /** The message id; a fresh one when absent. */
  readonly id?: string
  /** The group; the private chat when absent. */
  readonly group?: Group
  /** When it was sent; now when absent. */
  readonly sentAt?: Date
}

export type SayOptions = PlaceOptions & {
  /** The id of the message that it answers. */
  readonly quoted?: string
  /** Mentions the bot. */
  readonly mentionsBot?: boolean
  readonly forwarded?: boolean
}

export type FileOptions = SayOptions & { readonly mimetype?: string; readonly caption?: string }

export type NextOptions = { readonly matches?: (message: BotMessage) => boolean; readonly timeoutMs?: number }

export function createContact(network: Network, party: Party): Contact {
  const { account, known, media, botMessages } = network
  const send = async (
    message: proto.IMessage,
    { id = newMessageId(), group, sentAt }: PlaceOptions = {},
    facts: Partial<Pick<SentMessage, 'stanza' | 'file'>> = {},
  ) => {
    const sent = { id, sender: party, group: group ?? null, message, sentAt: (sentAt ?? new Date()).getTime() }
    await sendMessage(network, { stanza: { type: 'text' }, ...sent, ...facts })
    return id
  }
  const addressingIn = (group: Group | undefined) => group?.addressing ?? party.addressing
  const find = (id: string): KnownMessage => {
    const found = known.get(id)
    if (found === undefined) throw new Error(`There is no message with the id ${id}`)
    return found
  }
  const contextFor = ({ quoted, mentionsBot = false, forwarded = false, group }: SayOptions) => {
    const addressing = addressingIn(group)
    const of = quoted === undefined ? null : find(quoted)
    return contextOf({
      quoted:
        of === null || quoted === undefined
          ? null
          : { id: quoted, author: jidOf(of.author, addressing), message: of.message },
      mentions: mentionsBot ? [jidOf(account.phone, addressing)] : [],
      forwarded,
    })
  }
  const keyOf = (id: string, group: Group | undefined): proto.IMessageKey => {
    const { author } = find(id)
    const addressing = addressingIn(group)
    return {
      id,
      fromMe: author === party,
      remoteJid: group?.jid ?? jidOf(account.phone, addressing),
      ...(group === undefined ? {} : { participant: jidOf(author, addressing) }),
    }
  }
  const sendFile = async (
    bytes: Uint8Array,
    type: 'audio' | 'image' | 'document',
    mediatype: NonNullable<StanzaFacts['mediatype']>,
    { options, compose }: { options: SayOptions; compose: (part: FilePart) => proto.IMessage },
  ) => {
    const { blob, ...file } = await sealMedia(bytes, type)
    const directPath = media.store(blob)
    const context = contextFor(options)
    const message = compose({
      ...file,
      directPath,
      url: media.urlOf(directPath),
      mediaKeyTimestamp: Math.floor(Date.now() / 1000),
      ...(context === null ? {} : { contextInfo: context }),
    })
    return send(message, options, { stanza: { type: 'media', mediatype }, file: { blob, ...file } })
  }

  return {
    phone: party.phone,
    name: party.name,
    pn: party.pn,
    lid: party.lid,
    addressing: party.addressing,
    send: (message, { stanza, ...place } = {}) => send(message, place, stanza === undefined ? {} : { stanza }),
    say: (text, options = {}) => send(textMessage(text, contextFor(options)), options),
    sendVoice: (ogg, options = {}) =>
      sendFile(ogg, 'audio', 'ptt', {
        options,
        compose: (part) => ({
          audioMessage: { ...part, mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: options.seconds ?? 3 },
        }),
      }),
    sendImage: (bytes, options = {}) =>
      sendFile(bytes, 'image', 'image', {
        options,
        compose: (part) => ({
          imageMessage: { ...part, mimetype: options.mimetype ?? 'image/jpeg', caption: options.caption ?? null },
        }),
      }),
    sendDocument: (bytes, options) =>
      sendFile(bytes, 'document', 'document', { options, compose: (part) => documentMessage(part, options) }),
    react: (to, emoji, options = {}) =>
      send(reactionMessage(keyOf(to, options.group), emoji, Date.now()), options, { stanza: { type: 'reaction' } }),
    edit: (of, text, options = {}) =>
      send(editMessage(keyOf(of, options.group), text, Date.now()), options, { stanza: { type: 'text', edit: '1' } }),
    revoke: (of, options = {}) =>
      send(revokeMessage(keyOf(of, options.group)), options, { stanza: { type: 'text', edit: '7' } }),
    call: (end) => callBot(network, party, end),
    next: ({ matches = () => true, timeoutMs } = {}) =>
      botMessages.take({
        matches: (message): message is BotMessage => message.chat === party.phone && matches(message),
        what: `a message to ${party.name}`,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }),
    read: ({ id, jid }) =>
      network
        .connection()
        ?.send(node('receipt', { id, from: jid, type: 'read', t: String(Math.floor(Date.now() / 1000)) })),
    askAgain: ({ id, jid }) => askAgain(network, party, { id, jid }),
    forgetSessions: () => party.signal.forget(account.address().user),
    damage: (times) => {
      party.damaged = times
    },
  }
}

/** What every file has in a message. */
type FilePart = {
  readonly directPath: string
  readonly url: string
  readonly mediaKey: Buffer
  readonly fileSha256: Buffer
  readonly fileEncSha256: Buffer
  readonly fileLength: number
  readonly mediaKeyTimestamp: number
  readonly contextInfo?: proto.IContextInfo
}

/** A document with a caption is wrapped, as WhatsApp does it. */
function documentMessage(
  part: FilePart,
  { mimetype = 'application/octet-stream', filename, caption }: FileOptions & { readonly filename: string },
): proto.IMessage {
  const plain = { ...part, mimetype, fileName: filename, title: filename, caption: caption ?? null }
  const message = { documentMessage: plain }
  return caption === undefined ? message : { documentWithCaptionMessage: { message } }
}
