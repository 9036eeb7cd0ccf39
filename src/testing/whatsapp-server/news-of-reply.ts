import type { OutboundReply } from '../../channel/channel.ts'
import { replyParts } from '../../channel/whatsapp/outbound/reply-parts.ts'
import { wireIdOf } from '../../channel/whatsapp/wire/wire-id.ts'
import type { TapNews } from './tap-lines.ts'

/** What the door is told of a reply beside the wire: what it is about, never what it says or carries. */
export function newsOfReply({
  id,
  to,
  group,
  replyTo,
  reply,
}: Pick<OutboundReply, 'id' | 'to' | 'group' | 'replyTo' | 'reply'>): Extract<TapNews, { kind: 'reply' }> {
  const { text: _text, media: _media, replaces: _replaces, ...facts } = reply
  const ids = replyParts(reply).map((_part, part) => wireIdOf(id, part))
  return { kind: 'reply', ids, to, group, replyTo, facts }
}
