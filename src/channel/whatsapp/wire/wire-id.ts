/** The ids of messages on the wire: ours are made from those of the replies, so that a reply that is sent again is the same message there. */
import { createHash } from 'node:crypto'

/** What the ids of linked devices begin with. */
const prefix = '3EB0'

/** The id of one part of a reply: the same whenever it is asked for. */
export function wireIdOf(replyId: string, part: number): string {
  return `${prefix}${createHash('sha256').update(`${replyId}/${part}`).digest('hex').slice(0, 18).toUpperCase()}`
}

/** As WhatsApp makes them, and more. */
const plainId = /^[!-~]{1,128}$/u

/**
 * The id of a message that a phone names, as it is stored and found. Whoever sends it may write anything there, which no database stores or
 * which fills a page of it; what is no id of a message stands for none that there is.
 */
export function givenId(id: string): string {
  return plainId.test(id) ? id : createHash('sha256').update(id).digest('hex')
}
