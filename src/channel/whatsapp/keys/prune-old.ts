import type { LedgerDb } from '../../../ledger/database.ts'
import { dropOldWhatsAppInbound } from '../../../ledger/whatsapp/whatsapp-inbound.ts'
import { dropOldSent } from '../../../ledger/whatsapp/whatsapp-sent.ts'

const keepInboundDays = 7
const keepSentDays = 14
const hourMs = 3_600_000

/**
 * Drops what came in and left so long ago that nobody asks for it again: at once, and every hour until stopped, for a bot may
 * serve its number for months. Does not keep the process alive.
 * @param onTrouble told of what stops a round; the next one tries again
 */
export function startPruning({
  db,
  onTrouble,
  everyMs = hourMs,
}: {
  readonly db: LedgerDb
  readonly onTrouble: (error: unknown) => void
  readonly everyMs?: number
}): { readonly stop: () => void } {
  const prune = () =>
    void Promise.all([dropOldWhatsAppInbound(db, keepInboundDays), dropOldSent(db, keepSentDays)]).catch(onTrouble)
  prune()
  const timer = setInterval(prune, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}
