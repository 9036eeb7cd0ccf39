import { writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { normalisePhone } from '../../access/phone.ts'
import type { PairingStep } from '../../channel/whatsapp/pair-number.ts'
import { readConfig } from '../../config.ts'
import { assertNever, UserError } from '../../errors.ts'
import { errorMessage } from '../../error-message.ts'
import { dropWhatsAppPairing, pairedWhatsAppPhone } from '../../ledger/whatsapp/whatsapp-keys.ts'
import {
  releaseWhatsAppLease,
  renewWhatsAppLease,
  takeWhatsAppLease,
  whatsappAccount,
  type WhatsAppLease,
} from '../../ledger/whatsapp/whatsapp-lease.ts'
import type { Stores } from '../../open-stores.ts'
import { onStopSignal } from '../stop-signal.ts'
import { parseOptions } from '../parse-options.ts'
import type { Subcommand } from '../subcommand.ts'
import { withStores } from '../with-stores.ts'

const leaseMs = 9000
const renewMs = 2000
const lookMs = 500

export const pair: Subcommand = {
  help: `Usage: sayso pair [--phone PHONE] [--again] [--data DIR]

Shows a QR code here, and in pairing.png in the data folder. Scan it with WhatsApp on the phone: Settings, Linked devices, Link a device.
A running bot picks the number up by itself. Without a terminal, a line "QR: …" or "Code: …" holds what to show.

  --phone PHONE  show a code of eight characters instead, to type on that phone (number with country code: +55 …)
  --again        link again although a number is linked; everything except the link is kept
  --data DIR     the data folder

Examples:
  sayso pair
  sayso pair --phone "+55 11 99000-0001"
`,
  run: async (args, at) => {
    const { values } = parseOptions({
      args: [...args],
      options: { phone: { type: 'string' }, again: { type: 'boolean', default: false }, data: { type: 'string' } },
    })
    const phone = values.phone === undefined ? null : normalisePhone(values.phone)
    if (values.phone !== undefined && phone === null)
      throw new UserError(
        'usage',
        `${values.phone} is not a phone number with its country code, such as +55 11 99000-0001`,
      )
    const config = readConfig(at.env, { data: values.data })
    return withStores(config, at, (stores) => pairIn(stores, { phone, again: values.again }))
  },
}

async function pairIn(
  stores: Stores,
  { phone, again }: { readonly phone: string | null; readonly again: boolean },
): Promise<number> {
  const { db } = stores.ledger
  const linked = await pairedWhatsAppPhone(db, whatsappAccount)
  if (linked !== null && !again) {
    console.log(`${linked} is already linked. \`sayso pair --again\` links it again, and keeps everything else.`)
    return 0
  }
  const stopped = new AbortController()
  const signal = onStopSignal(() => stopped.abort())
  const lease = await waitForLease(stores, stopped.signal)
  if (lease === null) {
    signal.release()
    return 1
  }
  const renewal = setInterval(() => void renewWhatsAppLease(db, lease, leaseMs).catch(() => undefined), renewMs)
  try {
    if (again) await dropWhatsAppPairing(db, lease)
    const { pairNumber } = await import('../../channel/whatsapp/pair-number.ts')
    const png = path.join(stores.config.dataDir, 'pairing.png')
    const paired = await pairNumber({ db, secrets: stores.secrets }, lease, {
      phone,
      show: (step) => void show(step, png),
      signal: stopped.signal,
    })
    if (paired === null) return 1
    console.log(`\n${paired} is linked.`)
    return 0
  } finally {
    clearInterval(renewal)
    signal.release()
    await releaseWhatsAppLease(db, lease)
  }
}

/** A bot that serves the number keeps it as long as it runs. */
async function waitForLease({ ledger }: Stores, signal: AbortSignal): Promise<WhatsAppLease | null> {
  const owner = randomUUID()
  for (let told = false; !signal.aborted;) {
    const lease = await takeWhatsAppLease(ledger.db, { account: whatsappAccount, owner, ttlMs: leaseMs })
    if (lease !== null) return lease
    if (!told) console.log('A bot is serving the number. Stop it, and this continues.')
    told = true
    await delay(lookMs, undefined, { signal }).catch(() => undefined)
  }
  return null
}

/** Why nobody can link a number here now, and what to do about it. */
const refusals: Readonly<Record<(PairingStep & { readonly kind: 'refused' })['why'], string>> = {
  refused: 'WhatsApp refuses to link this number. Open WhatsApp on the phone: it says why.',
  outdated: 'WhatsApp no longer accepts this version. Update Sayso, then run `sayso pair` again.',
  replaced: 'Something else uses this link. Stop that program, then run `sayso pair` again.',
  mismatch: 'The phone does not accept linked devices. Update WhatsApp there, then run `sayso pair` again.',
  unpaired: 'The phone took the link back. Run `sayso pair` again.',
}

async function show(step: PairingStep, png: string): Promise<void> {
  switch (step.kind) {
    case 'qr': {
      const { default: qrcode } = await import('qrcode')
      // Where no terminal shows it, a program may.
      if (!process.stdout.isTTY) console.log(`QR: ${step.qr}`)
      console.log(await qrcode.toString(step.qr, { type: 'terminal', small: true }))
      console.log('WhatsApp on the phone: Settings, Linked devices, Link a device.')
      await writeFile(png, await qrcode.toBuffer(step.qr, { margin: 2, scale: 6 }), { mode: 0o600 }).then(
        () => console.log(`The code is also in ${png}`),
        (error: unknown) => console.error(`The code could not be written to a file: ${errorMessage(error)}`),
      )
      return
    }
    case 'code':
      console.log(`Code: ${step.code.slice(0, 4)}-${step.code.slice(4)}`)
      console.log('WhatsApp on the phone: Settings, Linked devices, Link a device, Link with phone number instead.')
      return
    case 'again':
      console.log('Nobody used these codes. Here are new ones.')
      return
    case 'unreachable':
      console.log('WhatsApp cannot be reached just now. Still trying; Ctrl-C ends it.')
      return
    case 'refused':
      console.error(refusals[step.why])
      return
    default:
      return assertNever(step)
  }
}
