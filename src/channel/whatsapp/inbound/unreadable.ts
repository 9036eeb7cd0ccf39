/**
 * Messages that came and could not be decrypted. The library asks for each again, and its sender's phone encrypts it anew; what
 * is not read in the end is given up, so that its sender can be told. Kept in memory: what a crash forgets is not told.
 */
import { jidNormalizedUser, type BinaryNode } from '@whiskeysockets/baileys'

/** The library asks so often for a message. */
const mostRetries = 5
/** More than a storm of them leaves no room for the rest. */
const mostMissing = 1000

export type Unreadable = {
  /** A message could not be decrypted, or came without its words. */
  readonly failed: (node: BinaryNode) => void
  /** It could be after all. */
  readonly read: (node: BinaryNode) => void
  /** The stanzas of the messages under this id that are missing: different people may have sent one. */
  readonly missing: (messageId: string) => readonly BinaryNode[]
  readonly stop: () => void
}

type Missing = { readonly node: BinaryNode; readonly failures: number; readonly timer: NodeJS.Timeout }

/**
 * @param options.giveUp told once of a message that will not be read
 * @param options.afterMs how long after its first failure it is waited for
 */
export function createUnreadable({
  giveUp,
  afterMs,
}: {
  readonly giveUp: (node: BinaryNode) => void
  readonly afterMs: () => number
}): Unreadable {
  const messages = new Map<string, Missing>()

  function forget(key: string): void {
    clearTimeout(messages.get(key)?.timer)
    messages.delete(key)
  }

  function end(key: string, node: BinaryNode): void {
    forget(key)
    giveUp(node)
  }

  return {
    failed: (node) => {
      const key = keyOf(node)
      const known = messages.get(key)
      const failures = (known?.failures ?? 0) + 1
      if (failures > mostRetries) return end(key, node)
      if (known === undefined && messages.size >= mostMissing) return
      const timer = known?.timer ?? setTimeout(() => end(key, node), afterMs()).unref()
      messages.set(key, { node, failures, timer })
    },
    read: (node) => forget(keyOf(node)),
    missing: (id) => [...messages.values()].flatMap(({ node }) => (node.attrs['id'] === id ? [node] : [])),
    stop: () => {
      for (const key of messages.keys()) forget(key)
    },
  }
}

/** Of a message: whoever sends it has chosen its id, so that chat and sender belong to it. */
function keyOf({ attrs }: BinaryNode): string {
  return JSON.stringify([attrs['id'], jidNormalizedUser(attrs['from']), jidNormalizedUser(attrs['participant'])])
}
