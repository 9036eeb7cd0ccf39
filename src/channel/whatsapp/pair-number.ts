/**
 * Pairs a number: shows QR codes, or one code to type, until a phone takes one, and stores what that gives. The connection that
 * WhatsApp asks to restart afterwards is restarted here, so that a pairing is over when it is known to work.
 */
import type { LedgerDb } from '../../ledger/database.ts'
import type { Secrets } from '../../ledger/secrets/secrets.ts'
import { dropWhatsAppPairing } from '../../ledger/whatsapp/whatsapp-keys.ts'
import type { WhatsAppLease } from '../../ledger/whatsapp/whatsapp-lease.ts'
import { openAuthState, type AuthState } from './keys/auth-state.ts'
import { checkBaileysVersion } from './connection/baileys-version.ts'
import { phoneOfJid } from './wire/identity.ts'
import { createInbound } from './inbound/inbound.ts'
import { createKnownSenders } from './inbound/known-senders.ts'
import { openLink } from './connection/open-link.ts'
import { pause } from './pause.ts'
import { planReconnect, type ReconnectPlan, type Trouble } from './connection/plan-reconnect.ts'
import { quietLibsignal } from './keys/quiet-libsignal.ts'

/** What the person who pairs is to see. */
export type PairingStep =
  | { readonly kind: 'qr'; readonly qr: string }
  | { readonly kind: 'code'; readonly code: string }
  /** WhatsApp cannot be reached; it is tried again and again, and said once. */
  | { readonly kind: 'unreachable' }
  /** The codes have lapsed; there are new ones. */
  | { readonly kind: 'again' }
  /** WhatsApp does not let anybody link here, which does not pass by itself: it is over. */
  | { readonly kind: 'refused'; readonly why: Trouble | 'unpaired' }

/** A code is only asked for once the connection is ready for it. */
const codeAfterMs = 300
/** How long nobody is asked anything where nobody took the codes. */
const afterLapseMs = 1000
/** Reasons for the end of a connection: it is to be begun anew once it is paired; WhatsApp does not accept the version any more. */
const [restart, tooOld] = [515, 405]

/**
 * Resolves with the paired number in E.164, or with `null` when the signal ended it or WhatsApp refuses.
 * @param options.phone the number to type the code on, in E.164; `null`: a QR code is scanned
 */
export async function pairNumber(
  { db, secrets }: { readonly db: LedgerDb; readonly secrets: Secrets },
  lease: WhatsAppLease,
  {
    phone,
    show,
    signal,
  }: { readonly phone: string | null; readonly show: (step: PairingStep) => void; readonly signal: AbortSignal },
): Promise<string | null> {
  checkBaileysVersion()
  const quiet = quietLibsignal()
  let last: PairingStep['kind'] | null = null
  let hasLapsed = false
  const showNext = (step: PairingStep): void => {
    // That there are new ones is said when there are.
    if (hasLapsed && (step.kind === 'qr' || step.kind === 'code')) {
      hasLapsed = false
      show({ kind: 'again' })
    }
    last = step.kind
    show(step)
  }
  let auth = await openAuthState({ db, secrets }, lease)
  try {
    for (let failures = 0; !signal.aborted;) {
      if (auth.creds.account === undefined) auth = await startAnew({ db, secrets }, lease, auth)
      const ended = await tryOnce({ db, secrets }, { lease, auth, phone, show: showNext, signal })
      if (ended === 'open') return phoneOfJid(auth.creds.me?.id)
      if (signal.aborted) return null
      if (ended === 'asked') {
        // WhatsApp was there: nothing has failed.
        failures = 0
        hasLapsed = true
        await pause(afterLapseMs, signal)
        continue
      }
      const plan = planPairing(ended, failures)
      if (plan.kind !== 'retry') {
        // What is stored would be taken for a pairing by whoever tries again.
        if (plan.kind === 'unpaired') await dropWhatsAppPairing(db, lease)
        showNext({ kind: 'refused', why: plan.kind === 'person' ? plan.trouble : plan.kind })
        return null
      }
      if (ended !== restart && failures > 0 && last !== 'unreachable') showNext({ kind: 'unreachable' })
      await pause(plan.afterMs, signal)
      failures++
    }
    return null
  } finally {
    await auth.settled()
    quiet.release()
  }
}

/** Whoever pairs stands there: that this version is too old they are told at once, where a bot would try a few times more. */
function planPairing(code: number, failures: number): ReconnectPlan {
  return planReconnect({ code, failures: code === tooOld ? Number.POSITIVE_INFINITY : failures, random: Math.random() })
}

/** What an attempt that came to nothing has left would be taken for a pairing. */
async function startAnew(
  { db, secrets }: { readonly db: LedgerDb; readonly secrets: Secrets },
  lease: WhatsAppLease,
  earlier: AuthState,
): Promise<AuthState> {
  await earlier.settled()
  await dropWhatsAppPairing(db, lease)
  return openAuthState({ db, secrets }, lease)
}

type Attempt = {
  readonly lease: WhatsAppLease
  readonly auth: AuthState
  readonly phone: string | null
  readonly show: (step: PairingStep) => void
  readonly signal: AbortSignal
}

/** One connection: `open` when it is paired and works, `asked` when nobody took its codes, else why it ended. */
async function tryOnce(
  { db, secrets }: { readonly db: LedgerDb; readonly secrets: Secrets },
  { lease, auth, phone, show, signal }: Attempt,
): Promise<'open' | 'asked' | number> {
  let asked = false
  // What comes in already is stored and left to the bot.
  const { journal, seen } = createInbound({
    db,
    secrets,
    account: lease.account,
    senders: createKnownSenders({ db, account: lease.account, numberOfLid: async () => null }),
    self: () => null,
    receive: async () => undefined,
    receiving: () => null,
    store: auth.storeMessage,
    onStored: () => undefined,
    onTrouble: () => undefined,
  })
  const link = openLink({
    auth,
    journal: { ...journal, take: async () => undefined },
    onMessageNode: seen,
    onQr: (qr) => {
      if (phone === null) show({ kind: 'qr', qr })
      else if (!asked) setTimeout(() => void askForCode(), codeAfterMs)
      asked = true
    },
    onTrouble: () => link.end(),
  })

  async function askForCode(): Promise<void> {
    try {
      show({ kind: 'code', code: await link.socket.requestPairingCode((phone ?? '').replace('+', '')) })
    } catch {
      link.end()
    }
  }

  const stop = () => link.end()
  signal.addEventListener('abort', stop)
  const result = await Promise.race([link.opened.then(() => 'open' as const), link.closed])
  signal.removeEventListener('abort', stop)
  if (result === 'open') {
    await auth.save()
    link.end()
    await link.closed
  }
  return result === 408 && asked ? 'asked' : result
}
