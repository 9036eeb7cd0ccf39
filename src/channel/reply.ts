import type { CommandStatus, ReasonCode } from '../envelope/lifecycle.ts'
import type { Json } from '../json.ts'

/** What the bot says, as every channel takes it. */
export type Reply = {
  readonly about: ReplyKind
  /** What the person sees; plain text with WhatsApp's own marks. */
  readonly text: string
  /** The numbered options of a `menu` or `choose`. */
  readonly options?: readonly ReplyOption[]
  /** The command that it is about. */
  readonly command?: ReplyCommand
  readonly preview?: ReplyPreview
  readonly confirm?: ReplyConfirm
  readonly media?: ReplyMedia
  /**
   * It takes the place of the message that showed how far its command is, where there is one (UJG 10 `replace`); else, and on a
   * channel that cannot edit, it is a message like any other.
   */
  readonly replaces?: 'progress'
}

export type ReplyKind = 'menu' | 'help' | 'ask' | 'choose' | 'preview' | 'progress' | 'outcome' | 'refusal' | 'info'

export type ReplyOption = {
  readonly n: number
  readonly label: string
  /** What the number of a menu stands for, so that it can be answered by quoting it later. */
  readonly key?: string
}

export type ReplyCommand = {
  readonly id: string
  /** The short reference that people see, without the `#`. */
  readonly ref: string
  /** The command's explicit token. */
  readonly name: string
  readonly status: CommandStatus
  readonly reason?: ReasonCode
}

/** CCP VIII.C: what a preview must show. */
export type ReplyPreview = {
  readonly action: string
  readonly entity: string
  readonly target: string | null
  readonly args: { readonly [name: string]: Json }
  readonly effect: string
  /** `false`, or the token of the command that undoes it. */
  readonly reversible: string | false
  readonly actor: string
  /** The transcript, when it was asked for in a voice note (CCP X.B). */
  readonly heard?: string
}

/** A file that goes with a reply, whose text is its caption. */
export type ReplyMedia = {
  /** `image` is shown in the chat, `document` is offered as a file, `voice` is played: the reply before it, spoken. */
  readonly kind: 'image' | 'document' | 'voice'
  /** With the workspace root as `/` until it is sent; a channel gets it absolute, looked at just before. */
  readonly path: string
  readonly mimetype: string
  readonly filename: string
  /** Said instead when the file is not there any more; no channel sees it. */
  readonly unavailable?: string
}

/** How a preview is confirmed; sending `expect` does it. */
export type ReplyConfirm = {
  readonly method: 'yes' | 'phrase' | 'token'
  readonly expect: string
  readonly expiresAt: string
}
