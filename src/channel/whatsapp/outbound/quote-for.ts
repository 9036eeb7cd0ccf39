/** What of the message that it answers a reply shows above itself. */
import { jidNormalizedUser } from '@whiskeysockets/baileys'
import type { LedgerDb } from '../../../ledger/database.ts'
import type { MessageBody } from '../../../ledger/talk/inbox.ts'
import { wordsOf } from '../../../ledger/talk/message-contents.ts'
import { replyWithId } from '../../../ledger/talk/outbox.ts'
import type { Secrets } from '../../../ledger/secrets/secrets.ts'
import type { OutboundReply } from '../../channel.ts'
import { lidOfJid } from '../wire/identity.ts'
import type { Self } from '../inbound/read-message.ts'
import { replyParts } from './reply-parts.ts'
import { wireIdOf } from '../wire/wire-id.ts'
import type { Quote } from '../wire/wire-message.ts'

/** Whether it shows something: in a group it must be seen who is answered; alone, what came of something that was asked a while ago. */
export function isQuoting({ group, reply }: Pick<OutboundReply, 'group' | 'reply'>): boolean {
  return group !== null || reply.about === 'outcome'
}

/**
 * Whoever reacted to a message of ours, or changed one of theirs, is answered with that message: nobody sees an edit, or a reaction among
 * others, as a message of its own.
 * @param options.answered what is answered, as it was said
 * @param options.id of it
 * @param options.person the address of whoever said it
 */
export async function quoteFor(
  { db, secrets }: { readonly db: LedgerDb; readonly secrets: Secrets },
  {
    answered: { content },
    id,
    person,
    self,
  }: { readonly answered: MessageBody; readonly id: string; readonly person: string; readonly self: Self | null },
): Promise<Quote | null> {
  if (content.kind === 'reaction') {
    const kept = self === null ? null : await replyWithId(db, secrets, content.to)
    if (kept === null || self === null) return null
    const [first] = replyParts(kept.reply)
    const text = first?.kind === 'text' ? first.text : (first?.caption ?? '')
    return { id: wireIdOf(content.to, 0), participant: ownAddress(self, person), text }
  }
  const text = wordsOf(content)
  if (text === null || text === '') return null
  return { id: content.kind === 'edit' ? content.of : id, participant: person, text }
}

/** As the others of a chat are called: by number, or by LID. */
function ownAddress({ jid, lid }: Self, other: string): string {
  return jidNormalizedUser(lidOfJid(other) === null ? jid : (lid ?? jid))
}
