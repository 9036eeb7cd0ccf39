/** A reply as messages of the phone: a file with what fits as its caption, and texts of a length that people read. */
import type { Reply, ReplyMedia } from '../../reply.ts'
import { splitText } from './split-text.ts'

export type ReplyPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'media'; readonly media: ReplyMedia; readonly caption: string }

/** As much as a phone shows under a file. */
const longestCaption = 1000

export function replyParts({ text, media }: Pick<Reply, 'text' | 'media'>): readonly ReplyPart[] {
  if (media === undefined) return splitText(text).map((part) => ({ kind: 'text', text: part }))
  const [caption = '', ...rest] = splitText(text, longestCaption)
  return [
    { kind: 'media', media, caption },
    ...(rest.length === 0 ? [] : splitText(rest.join('\n')).map((part) => ({ kind: 'text', text: part }) as const)),
  ]
}
