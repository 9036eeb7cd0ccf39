import type { MessageFacts } from '../../conversation/event.ts'
import { isAsking } from '../../conversation/is-asking.ts'
import type { Executor } from '../../ledger/database.ts'
import { findRecords } from '../../ledger/commands/envelopes.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import { findReply } from '../../ledger/talk/outbox.ts'
import { findPerson } from '../../ledger/people/people.ts'
import type { TurnDeps } from '../turn-deps.ts'

/**
 * What the message quotes: the command of a preview, the numbers of a menu, who else was asked, and in any case the commands
 * that the quoted message is about, told by us or asked for by somebody here. `isOurs`: it is one of these at all, and not what people
 * said to each other. `asks`: the message that it asks something about.
 */
export async function quotedBy(
  deps: TurnDeps,
  db: Executor,
  { chatId, senderId }: Pick<LaneRow, 'chatId' | 'senderId'>,
  quoted: string | null,
): Promise<
  Pick<MessageFacts, 'quotedCommand' | 'quoted' | 'quotedOptions' | 'quotedFor'> & {
    readonly isOurs: boolean
    readonly asks: string | null
  }
> {
  if (quoted === null) return { isOurs: false, asks: null, quotedCommand: null, quotedOptions: null }
  const found = await findReply(db, deps.secrets, chatId, quoted)
  const reply = found?.reply ?? null
  const about = reply?.command?.id ?? null
  const records = await (about !== null
    ? findRecords(db, { commandId: about })
    : reply === null
      ? findRecords(db, { messageId: quoted, chatId })
      : [])
  const isOfAnother = found !== null && isAsking(found.reply) && found.recipientId !== senderId
  const asked = isOfAnother ? await findPerson(db, deps, found.recipientId) : null
  return {
    isOurs: reply !== null || records.length > 0,
    asks: reply?.about === 'ask' || reply?.about === 'choose' ? (found?.replyTo ?? null) : null,
    ...(asked === null ? {} : { quotedFor: asked.name }),
    quotedCommand: reply?.about === 'preview' ? about : null,
    ...(records.length === 0 ? {} : { quoted: records }),
    quotedOptions: reply?.about === 'menu' ? (reply.options ?? []).flatMap(({ key }) => key ?? []) : null,
  }
}
