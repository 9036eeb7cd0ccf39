/**
 * Whether what the phone gives is the message that a stanza announced: in its chat and from its sender, whichever of their two
 * addresses each calls them by. An id alone says nothing, since its sender has chosen it.
 */
import { isJidGroup, jidNormalizedUser, type proto, type WAMessageKey } from '@whiskeysockets/baileys'
import type { KnownSenders } from './known-senders.ts'
import { speakerOf } from './read-message.ts'

export async function isSameMessage(
  key: WAMessageKey,
  given: Pick<proto.IWebMessageInfo, 'key' | 'participant'>,
  { identify }: Pick<KnownSenders, 'identify'>,
): Promise<boolean> {
  const other = { ...given.key, participant: given.key?.participant ?? given.participant ?? null }
  const [speaker, otherSpeaker] = [speakerOf({ key }), speakerOf({ key: other })]
  if (speaker === null || otherSpeaker === null || key.id !== other.id) return false
  if (groupOf(key) !== groupOf(other)) return false
  const addresses = [speaker.jid, speaker.alt].flatMap((jid) => (jid === null ? [] : [jidNormalizedUser(jid)]))
  if (addresses.includes(jidNormalizedUser(otherSpeaker.jid))) return true
  return (await identify(speaker.jid, speaker.alt)) === (await identify(otherSpeaker.jid, otherSpeaker.alt))
}

function groupOf({ remoteJid }: WAMessageKey): string | null {
  return remoteJid != null && isJidGroup(remoteJid) === true ? remoteJid : null
}
