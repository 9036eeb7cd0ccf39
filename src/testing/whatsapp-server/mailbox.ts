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
  /** Sends everything kept, or nothing of it, marked as from the time when the bot was away; gives their number. */
  readonly flush: (connection: Connection, options: { readonly withheld: boolean }) => number
  /** The bot has it, or refuses it (`refused`). */
  readonly settle: (id: string, answer: 'accepted' | 'refused') => void
  /** The bot asked for it again: its refusal of the first copy must not settle the second. */
  readonly expectRefusal: (id: string) => void
  /** What is kept goes out in this order, the rest after it. */
  readonly arrange: (ids: readonly string[]) => void
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
    flush: (connection, { withheld }) => {
      const given = withheld ? [] : kept
      for (const [index, stanza] of given.entries()) {
        connection.send({ ...stanza, attrs: { ...stanza.attrs, offline: String(index) } })
      }
      connection.send(node('ib', { from: 's.whatsapp.net' }, [node('offline', { count: String(given.length) })]))
      return given.length
    },
    settle: (id, answer) => {
      if (answer === 'refused' && refusalsOwed.delete(id)) return
      kept = kept.filter((stanza) => attr(stanza, 'id') !== id)
    },
    expectRefusal: (id) => {
      refusalsOwed.add(id)
      kept = kept.filter((stanza) => attr(stanza, 'id') !== id)
    },
    arrange: (ids) => {
      const place = (stanza: BinaryNode) => {
        const at = ids.indexOf(attr(stanza, 'id'))
        return at === -1 ? ids.length : at
      }
      kept = kept.toSorted((one, other) => place(one) - place(other))
    },
    size: () => kept.length,
  }
}
