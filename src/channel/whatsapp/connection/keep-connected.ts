/** Connects to WhatsApp again whenever a connection ends, as soon as the reason for its end allows. */
import type { Logger } from 'pino'
import { assertNever } from '../../../errors.ts'
import { pause } from '../pause.ts'
import { planReconnect } from './plan-reconnect.ts'
import type { WhatsAppNews } from '../whatsapp-news.ts'

/** A connection that lasted longer than this was a good one: the next failure counts as the first. */
const goodAfterMs = 5000
/** Connections that open and soon end may go on doing so for a while: the waits between them stay shorter than when none opens. */
const mostShortLived = 4

/** How one connection ended: WhatsApp's reason, and how long it had been open (0 if it never opened). */
export type EndOfConnection = { readonly code: number; readonly livedMs: number }

type Deps = {
  readonly phone: string
  /** Resolves when the connection has ended; calls `onOpen` if it opens. */
  readonly connect: (over: AbortSignal, onOpen: () => void) => Promise<EndOfConnection>
  /** The number is not paired any more. */
  readonly onUnpaired: () => Promise<void>
  readonly tell: (news: WhatsAppNews) => void
  readonly log: Logger
}

/** Resolves when the signal comes or the number is no longer paired. */
export async function keepConnected({ phone, connect, onUnpaired, tell, log }: Deps, over: AbortSignal): Promise<void> {
  let failures = 0
  let told = false
  while (!over.aborted) {
    const { code, livedMs } = await connect(over, () => {
      told = false
      tell({ kind: 'connected', phone })
    })
    if (over.aborted) return
    if (livedMs > goodAfterMs) failures = 0
    const plan = planReconnect({ code, failures, random: Math.random() })
    log.info({ event: 'whatsapp.closed', code, livedMs, plan }, 'the connection to WhatsApp ended')
    if (code !== 515) failures = livedMs > 0 ? Math.min(failures + 1, mostShortLived) : failures + 1
    switch (plan.kind) {
      case 'unpaired':
        await onUnpaired()
        tell({ kind: 'unpaired', phone })
        return
      case 'person':
        tell({ kind: 'trouble', trouble: plan.trouble, phone })
        break
      case 'retry':
        if (failures > 1 && !told) {
          told = true
          tell({ kind: 'unreachable', phone })
        }
        break
      default:
        assertNever(plan)
    }
    await pause(plan.afterMs, over)
  }
}
