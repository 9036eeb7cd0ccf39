/**
 * Store and forward: a stanza for the bot stays here until the bot says that it has it, and is sent again, the same bytes,
 * each time the bot comes back without having said so.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from './connection.ts'
import { attr, node } from './node.ts'

export type Mailbox = {
  /** Keeps a stanza, and sends it at once when the bot is online. */
  readonly put: (stanza: BinaryNode) => void
  /** Sends everything kept, marked as from the time when the bot was away; gives their number. */
  readonly flush: (connection: Connection) => number
  /** The bot has it, or refuses it (`refused`). */
  readonly settle: (id: string, answer: 'accepted' | 'refused') => void
  /** The bot asked for it again: its refusal of the first copy must not settle the second. */
  readonly expectRefusal: (id: string) => void
  readonly size: () => number
}

export function createMailbox(online: () => Connection | null): Mailbox {
  let kept: BinaryNode[] = []
  const refusalsOwed = new Set<string>()
  return {
    put: (stanza) => {
      kept.push(stanza)
      online()?.send(stanza)
    },
    flush: (connection) => {
      for (const [index, stanza] of kept.entries()) {
        connection.send({ ...stanza, attrs: { ...stanza.attrs, offline: String(index) } })
      }
      connection.send(node('ib', { from: 's.whatsapp.net' }, [node('offline', { count: String(kept.length) })]))
      return kept.length
    },
    settle: (id, answer) => {
      if (answer === 'refused' && refusalsOwed.delete(id)) return
      kept = kept.filter((stanza) => attr(stanza, 'id') !== id)
    },
    expectRefusal: (id) => {
      refusalsOwed.add(id)
      kept = kept.filter((stanza) => attr(stanza, 'id') !== id)
    },
    size: () => kept.length,
  }
}
