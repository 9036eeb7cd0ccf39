import { node } from './node.ts'
import type { Network } from './network.ts'
import { bareJid, jidOf, type Party } from './party.ts'
import { renderRetryKeys } from './key-bundle.ts'

/**
 * Asks the bot for a message again, with new keys, as a phone does that could not read it.
 * @param message.jid the chat, as the bot named it on the wire
 */
export function askAgain(
  { connection, groups }: Network,
  party: Party,
  { id, jid }: { readonly id: string; readonly jid: string },
): void {
  const t = String(Math.floor(Date.now() / 1000))
  const group = groups.get(bareJid(jid))
  connection()?.send(
    node(
      'receipt',
      {
        id,
        type: 'retry',
        t,
        from: group?.jid ?? jid,
        participant: group === undefined ? undefined : jidOf(party, group.addressing),
      },
      [node('retry', { count: '1', id, t, v: '1' }), ...renderRetryKeys(party.signal.offerKeys())],
    ),
  )
}
