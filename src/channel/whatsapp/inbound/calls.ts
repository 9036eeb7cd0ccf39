/**
 * Calls to the number. The phone rings, and somebody may be at it: no call is taken or refused here. Whoever called in vain is told in the
 * chat to write, now and then at most, however often they call. What is known of a call is kept in memory: one that a restart
 * comes between is not told.
 */
import { isLidUser, isPnUser, jidNormalizedUser, type BinaryNode } from '@whiskeysockets/baileys'
import type { Message } from '../../message.ts'
import { keepRecent } from '../wire/keep-recent.ts'
import type { KnownSenders } from './known-senders.ts'
import { unreadableMessage } from './read-message.ts'

/** Whoever calls again sooner has been told. */
const tellEveryMs = 60 * 60_000
const mostCalls = 500
const mostRemembered = 5000

export type Calls = {
  /** A node of a call has come off the wire. */
  readonly seen: (node: BinaryNode) => void
}

export type CallsDeps = {
  readonly account: string
  readonly senders: Pick<KnownSenders, 'identify' | 'remember'>
  /** Stores a message in the inbox; what comes again changes nothing. */
  readonly receive: (message: Message) => Promise<void>
  readonly onTrouble: (error: unknown) => void
  /** In milliseconds, of whatever clock. */
  readonly now?: () => number
}

/** A call to this number alone, which rings or rang. */
type Call = { readonly id: string; readonly jid: string; readonly alt: string | null; readonly calledAtS: number }

export function createCalls({ account, senders, receive, onTrouble, now = () => performance.now() }: CallsDeps): Calls {
  const ringing = new Map<string, Call>()
  const toldAt = new Map<string, number>()

  async function tell({ id, jid, alt, calledAtS }: Call): Promise<void> {
    const from = await senders.identify(jid, alt)
    if (now() - (toldAt.get(from) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return
    keepRecent(toldAt, mostRemembered, from, now())
    await senders.remember(from, jid)
    await receive(unreadableMessage({ sentAtS: calledAtS }, { account, from, id: `${id}/call`, what: 'call' }))
  }

  return {
    seen: (node) => {
      const [news] = Array.isArray(node.content) ? node.content : []
      const id = news?.attrs['call-id']
      if (news === undefined || id === undefined) return
      const offered = callIn(node, news, id)
      if (offered !== null) return keepRecent(ringing, mostCalls, id, offered)
      if (news.tag !== 'terminate' && news.tag !== 'accept') return
      const call = ringing.get(id)
      ringing.delete(id)
      if (call !== undefined && !isTaken(news)) tell(call).catch(onTrouble)
    },
  }
}

/** `null` when it is no call of a person to this number. */
function callIn({ attrs }: BinaryNode, { tag, attrs: offer }: BinaryNode, id: string): Call | null {
  const from = jidNormalizedUser(attrs['from'])
  const isOfGroup = offer['type'] === 'group' || offer['group-jid'] !== undefined
  if (tag !== 'offer' || isOfGroup || !(isPnUser(from) === true || isLidUser(from) === true)) return null
  return { id, jid: from, alt: offer['caller_pn'] ?? null, calledAtS: Number(attrs['t'] ?? 0) }
}

/** Somebody has taken it, at the phone or elsewhere. */
function isTaken({ tag, attrs }: BinaryNode): boolean {
  return tag === 'accept' || attrs['reason']?.startsWith('accepted') === true
}
