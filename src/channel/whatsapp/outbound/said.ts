import { proto } from '@whiskeysockets/baileys'
import type { SentPart } from '../../../ledger/whatsapp/whatsapp-sent.ts'
import type { Reply } from '../../reply.ts'
import { replyParts } from './reply-parts.ts'
import { wireIdOf } from '../wire/wire-id.ts'
import { editMessage, textMessage } from '../wire/wire-message.ts'

/**
 * What a message of ours said, for a reader who could not open it. Texts are made again from the reply as it is kept now: a code
 * that was blanked there is blanked here. `undefined` when there is nothing to say, never an empty message.
 */
export function said(
  { part, reply, edits }: { readonly part: SentPart; readonly reply: Reply; readonly edits: string | null },
  { jid, now, disappearsAfterS }: { readonly jid: string; readonly now: Date; readonly disappearsAfterS: number },
): proto.IMessage | undefined {
  if (part.media !== null) return proto.Message.decode(Buffer.from(part.media, 'base64'))
  const content = replyParts(reply)[part.part]
  if (content?.kind !== 'text') return undefined
  return edits === null
    ? textMessage(content.text, { quote: null, disappearsAfterS })
    : editMessage(content.text, { jid, id: wireIdOf(edits, 0), now })
}
