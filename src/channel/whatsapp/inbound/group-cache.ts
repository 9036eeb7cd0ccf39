/**
 * Who is in a group, asked once: a question for every message is what WhatsApp calls too many. Of a group that the bot was put
 * out of, or that is no more, WhatsApp says so, and nothing can be said there.
 */
import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { TerminalError } from '../../../errors.ts'
import { keepRecent } from '../wire/keep-recent.ts'

const keepMs = 10 * 60_000
const mostGroups = 500
/** What WhatsApp says of a group that is none of the bot's. */
const goneCodes: readonly unknown[] = [403, 404]

export type GroupCache = {
  /** @throws TerminalError `chat_gone` */
  readonly get: (jid: string) => Promise<GroupMetadata | undefined>
  /** Asks through this connection from now on, and hears of changes there. */
  readonly watch: (socket: WASocket) => void
}

export function createGroupCache(now: () => number = () => performance.now()): GroupCache {
  const groups = new Map<string, { readonly group: GroupMetadata; readonly at: number }>()
  let ask: ((jid: string) => Promise<GroupMetadata>) | null = null

  async function get(jid: string): Promise<GroupMetadata | undefined> {
    const kept = groups.get(jid)
    if (kept !== undefined && now() - kept.at < keepMs) return kept.group
    const group = await ask?.(jid).catch(asGone)
    if (group === undefined) return undefined
    keepRecent(groups, mostGroups, jid, { group, at: now() })
    return group
  }

  return {
    get,
    watch: (socket) => {
      ask = (jid) => socket.groupMetadata(jid)
      socket.ev.on('groups.update', (updates) => {
        for (const { id } of updates) if (id !== undefined) groups.delete(id)
      })
      socket.ev.on('group-participants.update', ({ id }) => void groups.delete(id))
    },
  }
}

function asGone(error: unknown): never {
  // The library's errors carry the code of an answer so.
  const code = (error as { readonly data?: unknown } | null)?.data
  if (!goneCodes.includes(code)) throw error
  throw new TerminalError('chat_gone', 'The bot is not in this group', { cause: error })
}
