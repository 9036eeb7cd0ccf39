/** The bot's account: its own phone, and the one device that is linked to it, which is the bot. */
import type { PreKeyPublicKey } from 'whatsapp-rust-bridge'
import type { KeyBundle, KeyUpload } from './key-bundle.ts'
import { createParty, type Addressing, type Party, type PartyOptions } from './party.ts'
import type { SignalAddress } from './signal-party.ts'

const keysTimeoutMs = 30_000

export type BotAccount = {
  readonly phone: Party
  /** The number of the linked device; `null` while none is linked. */
  readonly device: () => number | null
  /** The device's JID. */
  readonly jid: (addressing: Addressing) => string
  /** Under which the parties of the network keep their sessions with the bot. */
  readonly address: () => SignalAddress
  /** A new device takes the place of the one before, whose keys are forgotten; gives its number. */
  readonly link: () => number
  readonly unlink: () => void
  readonly acceptKeys: (upload: KeyUpload) => void
  /** A bundle for somebody who opens a session; waits up to 10 s for the bot to upload its keys. */
  readonly takeKeys: () => Promise<KeyBundle>
  /** How many one-time keys are left. */
  readonly keysLeft: () => number
}

export function createBotAccount(options: PartyOptions): BotAccount {
  const phone = createParty(options)
  let device: number | null = null
  let linked = 0
  let bundle: KeyBundle | null = null
  let oneTime: PreKeyPublicKey[] = []
  let arrival = Promise.withResolvers<void>()

  const forgetKeys = () => {
    bundle = null
    oneTime = []
    arrival = Promise.withResolvers()
  }
  const present = () => {
    if (device === null) throw new Error(`The bot is not linked to ${phone.phone} yet: pair it first`)
    return device
  }

  return {
    phone,
    device: () => device,
    jid: (addressing) => {
      const [user, server] = (addressing === 'lid' ? phone.lid : phone.pn).split('@')
      return `${user}:${present()}@${server}`
    },
    address: () => ({ user: phone.phone.slice(1), device: present() }),
    link: () => {
      forgetKeys()
      linked += 1
      return (device = linked)
    },
    unlink: () => {
      forgetKeys()
      device = null
    },
    acceptKeys: (upload) => {
      bundle = upload.bundle
      oneTime.push(...upload.oneTime)
      arrival.resolve()
    },
    takeKeys: async () => {
      present()
      await within(arrival.promise, keysTimeoutMs)
      if (bundle === null) throw new Error('The bot was unlinked before it uploaded its keys')
      const preKey = oneTime.shift()
      return { ...bundle, ...(preKey === undefined ? {} : { preKey }) }
    },
    keysLeft: () => oneTime.length,
  }
}

async function within(arrived: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`The bot uploaded no keys within ${timeoutMs} ms`)), timeoutMs)
  try {
    await Promise.race([arrived, promise])
  } finally {
    clearTimeout(timer)
  }
}
