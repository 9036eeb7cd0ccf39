import type { Hearing } from '../voice/engines/transcript.ts'

/** What a person said, as every channel hands it over. No channel's own ids or types go past this. */
export type Message = {
  /** The bot's own identity on the channel: a terminal, a WhatsApp number. */
  readonly account: string
  readonly channel: ChannelName
  /** The channel's id of this message; the same id again from the same sender is a redelivery. */
  readonly id: string
  /** Who speaks: a phone number in E.164; on WhatsApp `lid:…` for somebody whose number is not known, who has no rights. */
  readonly from: string
  /** The id of a group chat; `null` for the private chat with `from`. */
  readonly group: string | null
  /** True when the bot is mentioned; only meant for groups. */
  readonly mentions: boolean
  readonly content: MessageContent
  /** The id of the message that this one answers. */
  readonly quoted: string | null
  /** In a group it answers somebody else: it is not for the bot then, unless that is mentioned. */
  readonly aside?: true
  /** Forwarded text is data: it never confirms (invariant 2). */
  readonly forwarded: boolean
  /** When it was sent, ISO 8601; an older time is a message from a backlog. */
  readonly sentAt: string
  /** Messages of this chat disappear, so many seconds after they were sent; what is answered there should do so too. */
  readonly disappearsAfterS?: number
}

export type ChannelName = 'terminal' | 'whatsapp' | 'web'

/** What became of a file that somebody sent. */
export type ReceivedFile =
  /** What answers the question for one: its path in the workspace, or its name where that says already that it does not do. */
  | { readonly kind: 'answer'; readonly text: string }
  /** It is too large, cannot be had any more, or nobody has asked for one. */
  | { readonly kind: 'too-large' | 'gone' | 'unwanted' }

export type MessageContent =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'voice'
      readonly path: string
      /** What was heard in it; set by the bot alone, once. */
      readonly heard?: Hearing
    }
  /** `emoji`: '' when it is taken back. */
  | { readonly kind: 'reaction'; readonly to: string; readonly emoji: string }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly mimetype: string
      readonly filename: string
      /** What was written below it; it is read like any other text. */
      readonly text?: string
      /** What became of the file; set by the bot alone, once. */
      readonly received?: ReceivedFile
    }
  | { readonly kind: 'edit'; readonly of: string; readonly text: string }
  | { readonly kind: 'revoke'; readonly of: string }
  /** Something came that cannot be read, and will not be: `what` it is; without it, it was damaged on its way. */
  | { readonly kind: 'unreadable'; readonly what?: UnreadableThing }

/** What people send beside words, voice notes and files; each has a message `unreadable_…` that names it to them. */
export type UnreadableThing =
  | 'sticker'
  | 'location'
  /** Contacts with no number, or with several. */
  | 'contact'
  | 'poll'
  | 'event'
  | 'invitation'
  | 'product'
  | 'order'
  | 'payment'
  | 'call'
  | 'video_note'
  /** It can be opened once, on a phone. */
  | 'view_once'
  /** It is shown on phones, and kept from linked devices. */
  | 'phone_only'
  /** A button was pressed, and it is not told what stood on it. */
  | 'button'
  /** Buttons, lists and forms of the bots of others. */
  | 'form'
  | 'other'
