/**
 * What each kind of message that WhatsApp knows is for Sayso. None is left out: what a person sees in the chat is read, or it is
 * named to them as what cannot be read; what nobody sees is rightly passed over.
 */
import type { proto } from '@whiskeysockets/baileys'
import type { UnreadableThing } from '../../message.ts'

export type MessageKind =
  /** Text that was typed. */
  | 'words'
  /** A button, or a line of a list, that was pressed: the words that stood on it. */
  | 'press'
  | 'voice'
  | 'file'
  /** Contacts: one number among them is words. */
  | 'card'
  | 'reaction'
  /** An edit or a deletion of an earlier message, or what the phone and its devices say among themselves. */
  | 'change'
  /** Another message is in it. */
  | 'wrapper'
  /** Nothing that is said to anybody: keys, marks, votes, and what belongs to a status. */
  | 'nothing'
  /** People see it, and it cannot be read. */
  | UnreadableThing

/** What is first here is what a message of several kinds is. */
export const messageKinds = {
  conversation: 'words',
  extendedTextMessage: 'words',
  buttonsResponseMessage: 'press',
  templateButtonReplyMessage: 'press',
  listResponseMessage: 'press',
  interactiveResponseMessage: 'press',
  protocolMessage: 'change',
  secretEncryptedMessage: 'change',
  reactionMessage: 'reaction',
  audioMessage: 'voice',
  contactMessage: 'card',
  contactsArrayMessage: 'card',
  documentMessage: 'file',
  imageMessage: 'file',
  videoMessage: 'file',
  ptvMessage: 'video_note',
  stickerMessage: 'sticker',
  lottieStickerMessage: 'sticker',
  stickerPackMessage: 'sticker',
  locationMessage: 'location',
  liveLocationMessage: 'location',
  pollCreationMessage: 'poll',
  pollCreationMessageV2: 'poll',
  pollCreationMessageV3: 'poll',
  pollCreationMessageV4: 'poll',
  pollCreationMessageV5: 'poll',
  pollResultSnapshotMessage: 'poll',
  pollResultSnapshotMessageV3: 'poll',
  eventMessage: 'event',
  scheduledCallCreationMessage: 'event',
  groupInviteMessage: 'invitation',
  newsletterAdminInviteMessage: 'invitation',
  newsletterFollowerInviteMessageV2: 'invitation',
  productMessage: 'product',
  orderMessage: 'order',
  sendPaymentMessage: 'payment',
  requestPaymentMessage: 'payment',
  declinePaymentRequestMessage: 'payment',
  cancelPaymentRequestMessage: 'payment',
  paymentInviteMessage: 'payment',
  invoiceMessage: 'payment',
  // What the bots of others send, and people forward.
  buttonsMessage: 'form',
  listMessage: 'form',
  templateMessage: 'form',
  interactiveMessage: 'form',
  highlyStructuredMessage: 'form',
  // Stands where WhatsApp keeps a message from linked devices.
  placeholderMessage: 'phone_only',
  bcallMessage: 'call',
  commentMessage: 'other',
  questionMessage: 'other',
  questionReplyMessage: 'other',
  questionResponseMessage: 'other',
  requestPhoneNumberMessage: 'other',
  // An answer of WhatsApp's own assistant.
  richResponseMessage: 'other',
  ephemeralMessage: 'wrapper',
  viewOnceMessage: 'wrapper',
  viewOnceMessageV2: 'wrapper',
  viewOnceMessageV2Extension: 'wrapper',
  documentWithCaptionMessage: 'wrapper',
  editedMessage: 'wrapper',
  associatedChildMessage: 'wrapper',
  groupMentionedMessage: 'wrapper',
  groupStatusMessage: 'wrapper',
  groupStatusMessageV2: 'wrapper',
  botForwardedMessage: 'wrapper',
  // Its pictures come one by one.
  albumMessage: 'nothing',
  // Belong to a poll or an event that comes for itself.
  pollCreationOptionImageMessage: 'nothing',
  eventCoverImage: 'nothing',
  pollUpdateMessage: 'nothing',
  encEventResponseMessage: 'nothing',
  // The call itself is heard of.
  call: 'nothing',
  callLogMesssage: 'nothing',
  scheduledCallEditMessage: 'nothing',
  // Said to WhatsApp's own assistant.
  botInvokeMessage: 'nothing',
  botTaskMessage: 'nothing',
  // Marks and settings.
  pinInChatMessage: 'nothing',
  keepInChatMessage: 'nothing',
  limitSharingMessage: 'nothing',
  encReactionMessage: 'nothing',
  encCommentMessage: 'nothing',
  messageHistoryNotice: 'nothing',
  // Of a status, which is no chat.
  statusMentionMessage: 'nothing',
  groupStatusMentionMessage: 'nothing',
  statusAddYours: 'nothing',
  statusNotificationMessage: 'nothing',
  statusQuestionAnswerMessage: 'nothing',
  statusQuotedMessage: 'nothing',
  statusStickerInteractionMessage: 'nothing',
  // Keys, and what devices of one number say among themselves.
  senderKeyDistributionMessage: 'nothing',
  fastRatchetKeySenderKeyDistributionMessage: 'nothing',
  messageContextInfo: 'nothing',
  deviceSentMessage: 'nothing',
  messageHistoryBundle: 'nothing',
  stickerSyncRmrMessage: 'nothing',
  chat: 'nothing',
} as const satisfies { readonly [name in keyof proto.IMessage]-?: MessageKind }

type Name = keyof typeof messageKinds
type Wrapper = { [name in Name]: (typeof messageKinds)[name] extends 'wrapper' ? name : never }[Name]

// The table has these names alone.
const names = Object.keys(messageKinds) as Name[]
const wrappers = names.filter((name): name is Wrapper => messageKinds[name] === 'wrapper')
/** Nobody wraps a message more often. */
const deepest = 5

/** The message itself, out of what is around it; `null` when there is none. */
export function unwrapped(message: proto.IMessage | null | undefined): proto.IMessage | null {
  let body = message ?? null
  for (let depth = 0; body !== null && depth < deepest; depth++) {
    const inner = body
    const wrapper = wrappers.find((name) => inner[name] != null)
    if (wrapper === undefined) return inner
    body = inner[wrapper]?.message ?? null
  }
  return body
}

/** What a message is, what counts most first; several kinds may come in one. */
export function kindsIn(body: proto.IMessage): readonly MessageKind[] {
  return names.filter((name) => body[name] != null).map((name) => messageKinds[name])
}
