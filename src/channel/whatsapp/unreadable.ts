/**
 * Messages that came and could not be decrypted. The library asks for each again, and its sender's phone encrypts it anew; what
 * is not read in the end is given up, so that its sender can be told. Kept in memory: what a crash forgets is not told.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'

/** The library asks so often for a message. */
const mostRetries = 5
/** More than a storm of them leaves no room for the rest. */
const mostMissing = 1000

export type Unreadable = {
  /** A message could not be decrypted, or came without its words. */
  readonly failed: (node: BinaryNode) => void
  /** It could be after all. */
  readonly read: (messageId: string) => void
  /** The stanza of a message that is missing; `null` when it is not. */
  readonly missing: (messageId: string) => BinaryNode | null
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

  function forget(id: string): void {
    clearTimeout(messages.get(id)?.timer)
    messages.delete(id)
  }

  function end(id: string, node: BinaryNode): void {
    forget(id)
    giveUp(node)
  }

  return {
    failed: (node) => {
      const id = node.attrs['id'] ?? ''
      const known = messages.get(id)
      const failures = (known?.failures ?? 0) + 1
      if (failures > mostRetries) return end(id, node)
      if (known === undefined && messages.size >= mostMissing) return
      const timer = known?.timer ?? setTimeout(() => end(id, node), afterMs()).unref()
      messages.set(id, { node, failures, timer })
    },
    read: forget,
    missing: (id) => messages.get(id)?.node ?? null,
    stop: () => {
      for (const id of messages.keys()) forget(id)
    },
  }
}
