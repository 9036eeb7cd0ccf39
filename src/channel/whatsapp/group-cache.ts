/** Who is in a group, asked once: a question for every message is what WhatsApp calls too many. */
import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { keepRecent } from './keep-recent.ts'

const keepMs = 10 * 60_000
const mostGroups = 500

export type GroupCache = {
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
    const group = await ask?.(jid)
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
