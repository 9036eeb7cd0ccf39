/** Which command holds a key, and until when: the claims of the ledger, in memory. */
export type ConversationClaims = {
  readonly holderOf: (key: string) => string | null
  readonly claim: (key: string, command: { readonly id: string; readonly windowMs: number }) => void
  readonly release: (commandId: string) => void
  /** Whether a command keeps its keys beyond their time. */
  readonly hold: (commandId: string, held: boolean) => void
}

export function createConversationClaims(clock: () => Date): ConversationClaims {
  const claims = new Map<string, { readonly commandId: string; readonly until: number; held: boolean }>()

  function holderOf(key: string): string | null {
    const row = claims.get(key)
    return row !== undefined && (row.held || row.until > clock().getTime()) ? row.commandId : null
  }

  return {
    holderOf,
    claim: (key, { id, windowMs }) => {
      const holder = holderOf(key)
      if (holder !== null && holder !== id) throw new TypeError('The key is taken')
      claims.set(key, { commandId: id, until: clock().getTime() + windowMs, held: true })
    },
    release: (commandId) => {
      for (const [key, held] of claims) if (held.commandId === commandId) claims.delete(key)
    },
    hold: (commandId, held) => {
      for (const each of claims.values()) if (each.commandId === commandId) each.held = held
    },
  }
}
