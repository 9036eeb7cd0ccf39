/**
 * The channel of a paired number, for as long as the process runs: takes the number's lease, serves the number, and gives it
 * back. While another process owns it, it waits.
 */
import { randomUUID } from 'node:crypto'
import { pairedWhatsAppPhone } from '../../ledger/whatsapp/whatsapp-keys.ts'
import {
  noteWhatsAppTrouble,
  releaseWhatsAppLease,
  renewWhatsAppLease,
  takeWhatsAppLease,
  type WhatsAppLease,
} from '../../ledger/whatsapp/whatsapp-lease.ts'
import { openAuthState } from './keys/auth-state.ts'
import { checkBaileysVersion } from './connection/baileys-version.ts'
import { pause } from './pause.ts'
import { quietLibsignal } from './keys/quiet-libsignal.ts'
import { createSession, type WhatsAppDeps } from './whatsapp-session.ts'
import { createTroubleLog } from '../../ledger/trouble-log.ts'
import { describeNews, isServed, type WhatsAppNews } from './whatsapp-news.ts'

/** An owner that is not heard of for so long has lost the number. */
const leaseMs = 9000
const renewMs = 2000
const lookMs = 1000
/** Looks in vain until it is told: a pairing takes as long, and needs no word. */
const worthTelling = 4

export type ServedWhatsApp = { readonly stop: () => Promise<void> }

/** Serves the number until stopped. Needs a version of the library that was tried. */
export function serveWhatsApp(deps: WhatsAppDeps): ServedWhatsApp {
  checkBaileysVersion()
  const quiet = quietLibsignal()
  const stopped = new AbortController()
  const running = serve(deps, stopped.signal).catch((error: unknown) =>
    deps.log.error({ event: 'whatsapp.failed', err: error }, 'WhatsApp is no longer served'),
  )
  return {
    stop: async () => {
      stopped.abort()
      await running
      quiet.release()
    },
  }
}

async function serve(deps: WhatsAppDeps, signal: AbortSignal): Promise<void> {
  const owner = randomUUID()
  const warn = createTroubleLog(deps.log)
  let waited = 0
  while (!signal.aborted) {
    try {
      const phone = await pairedWhatsAppPhone(deps.db, deps.account)
      const lease =
        phone === null ? null : await takeWhatsAppLease(deps.db, { account: deps.account, owner, ttlMs: leaseMs })
      waited = phone !== null && lease === null ? waited + 1 : 0
      if (phone !== null) deps.onLease?.(lease === null ? 'another' : 'this')
      if (phone !== null && waited === worthTelling) deps.tell({ kind: 'waiting', phone })
      if (phone !== null && lease !== null) {
        await own(deps, lease, phone, signal)
      }
    } catch (error) {
      warn('whatsapp.interrupted', error, {}, 'WhatsApp was interrupted')
    }
    await pause(lookMs, signal)
  }
}

/** Owns the number until it is stopped, unpaired, or taken over. */
async function own(deps: WhatsAppDeps, lease: WhatsAppLease, phone: string, signal: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const left = new AbortController()
  const renewal = keepLease(deps, lease, lost)
  try {
    const auth = await openAuthState(deps, lease)
    if (signal.aborted) return
    const session = createSession(
      { ...deps, tell: noting(deps, lease) },
      { lease, auth, phone, lose: () => lost.abort() },
    )
    const depart = () => left.abort()
    // What is being answered may be answered, then the connection ends, then the number is free. What fails in it is thrown below.
    const leave = () => void session.close().then(depart, depart)
    signal.addEventListener('abort', leave)
    try {
      await session.open()
      await session.stayConnected(AbortSignal.any([left.signal, lost.signal]))
    } finally {
      signal.removeEventListener('abort', leave)
      await session.close()
      await auth.settled()
    }
  } finally {
    clearInterval(renewal)
    await releaseWhatsAppLease(deps.db, lease).catch(() => undefined)
  }
}

/** Renews the lease; when that is not sure any more, the connection ends before anybody else may open theirs. */
function keepLease({ db, log }: WhatsAppDeps, lease: WhatsAppLease, lost: AbortController): NodeJS.Timeout {
  let sureUntil = performance.now() + leaseMs

  async function renew(): Promise<void> {
    const asked = performance.now()
    if (asked > sureUntil - renewMs) lost.abort()
    if (await renewWhatsAppLease(db, lease, leaseMs)) sureUntil = asked + leaseMs
    else lost.abort()
  }

  return setInterval(
    () =>
      void renew().catch((error: unknown) =>
        log.warn({ event: 'whatsapp.lease', err: error }, 'the lease was not renewed'),
      ),
    renewMs,
  )
}

/** Tells of the number, and notes beside its lease whether it is served. */
function noting({ db, log, tell }: WhatsAppDeps, lease: WhatsAppLease): (news: WhatsAppNews) => void {
  return (news) => {
    tell(news)
    const served = isServed(news)
    if (served === null) return
    noteWhatsAppTrouble(db, lease, served ? null : describeNews(news)).catch((error: unknown) =>
      log.warn({ event: 'whatsapp.trouble', err: error }, 'how the number is served was not noted'),
    )
  }
}
