import { randomUUID } from 'node:crypto'
import type { Message } from '../message.ts'

/** What somebody has typed at this machine, just now and in private. */
export function typedMessage({
  account,
  from,
  text,
  id = randomUUID(),
}: Pick<Message, 'account' | 'from'> & { readonly text: string; readonly id?: string }): Message {
  return {
    account,
    channel: 'terminal',
    id,
    from,
    group: null,
    mentions: false,
    content: { kind: 'text', text },
    quoted: null,
    forwarded: false,
    sentAt: new Date().toISOString(),
  }
}
