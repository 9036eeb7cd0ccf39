import { setTimeout as delay } from 'node:timers/promises'
import { startBot } from '../../bot.ts'
import { errorMessage } from '../../error-message.ts'
import { whatsappAccount } from '../../ledger/whatsapp/whatsapp-lease.ts'
import { pairedWhatsAppPhone } from '../../ledger/whatsapp/whatsapp-keys.ts'
import type { Foundation } from '../../open-foundation.ts'
import { sendAlert } from '../send-alert.ts'

/** How soon a number that is paired meanwhile is noticed. */
const lookMs = 1500

export type AttendedWhatsApp = {
  /** `unpaired`: there is no number to serve; `starting`: its bot is not up; `standby`: another bot serves it, and this one waits. */
  readonly state: () => 'unpaired' | 'starting' | 'standby' | 'serving'
  readonly stop: () => Promise<void>
}

/**
 * Serves WhatsApp beside whatever else the process does, from the moment a number is paired. Its library is loaded then and
 * not before: it is most of a start.
 */
export function attendWhatsApp(foundation: Foundation, tell: (text: string) => void): AttendedWhatsApp {
  const { ledger, log, telemetry } = foundation
  const stopped = new AbortController()
  let state: ReturnType<AttendedWhatsApp['state']> = 'unpaired'
  const noDesk = () => {
    if (state === 'serving') state = 'starting'
  }
  const paired = () => pairedWhatsAppPhone(ledger.db, whatsappAccount)

  async function attend(): Promise<void> {
    while (!stopped.signal.aborted) {
      if ((await paired().catch(() => null)) !== null) return serve()
      await delay(lookMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }

  async function serve(): Promise<void> {
    const [{ serveWhatsApp }, { describeNews, needsPerson }] = await Promise.all([
      import('../../channel/whatsapp/serve-whatsapp.ts'),
      import('../../channel/whatsapp/whatsapp-news.ts'),
    ])
    if (stopped.signal.aborted) return
    state = 'starting'
    const served = serveWhatsApp({
      db: ledger.db,
      secrets: foundation.secrets,
      account: whatsappAccount,
      log,
      clock: () => new Date(),
      openDesk: async (channel, nameOf) => {
        const bot = await startBot(foundation, { account: whatsappAccount, channel, nameOf })
        state = 'serving'
        return { ...bot, stop: () => bot.stop().finally(noDesk) }
      },
      onLease: (holder) => {
        state = holder === 'another' ? 'standby' : 'starting'
      },
      onConnection: telemetry.meter.whatsapp,
      tell: (news) => {
        if (news.kind === 'unpaired') state = 'unpaired'
        const text = describeNews(news)
        tell(text)
        if (!needsPerson(news)) return
        const why = news.kind === 'trouble' ? news.trouble : news.kind
        void sendAlert(foundation, { kind: news.kind, text }, { why })
      },
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    stopped.signal.addEventListener('abort', () => resolve())
    await promise
    await served.stop()
  }

  const attending = attend().catch((error: unknown) => {
    log.error({ event: 'whatsapp.failed', err: error }, 'WhatsApp cannot be served')
    tell(`WhatsApp cannot be served: ${errorMessage(error)}`)
  })
  return {
    state: () => state,
    stop: async () => {
      stopped.abort()
      await attending
    },
  }
}
