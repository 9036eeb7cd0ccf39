/**
 * Loaded with `node --import` into a bot whose patience a test cannot wait for: what takes minutes with WhatsApp takes seconds.
 * The bot knows nothing of it.
 */
import { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'
import { watchLimits, type WatchLimits } from '../../channel/whatsapp/watch-limits.ts'

const impatient: WatchLimits = {
  openWithinMs: 20_000,
  stuckAfterMs: 3000,
  canaryEveryMs: 800,
  canaryAgainMs: 300,
  answerWithinMs: 2000,
  renewAfterMs: 60_000,
  unreadableAfterMs: 30_000,
  uploadWithinMs: 10_000,
  downloadStallsMs: 20_000,
  downloadWithinMs: 60_000,
}

Object.assign(watchLimits, impatient)
DEFAULT_CONNECTION_CONFIG.keepAliveIntervalMs = 1000
