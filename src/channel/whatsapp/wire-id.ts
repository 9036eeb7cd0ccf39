/** The ids of our messages on the wire, made from those of the replies: a reply that is sent again is the same message there. */
import { createHash } from 'node:crypto'

/** What the ids of linked devices begin with. */
const prefix = '3EB0'

/** The id of one part of a reply: the same whenever it is asked for. */
export function wireIdOf(replyId: string, part: number): string {
  return `${prefix}${createHash('sha256').update(`${replyId}/${part}`).digest('hex').slice(0, 18).toUpperCase()}`
}
