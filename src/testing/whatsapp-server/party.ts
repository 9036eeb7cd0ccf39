import { jidDecode } from '@whiskeysockets/baileys'
import { createLane, type Lane } from './lane.ts'
import { createSignalParty, type SignalParty } from './signal-party.ts'

/** How a chat names people on the wire: by phone number, or by the id that hides it. */
export type Addressing = 'pn' | 'lid'

/** A person's phone on the network. */
export type Party = {
  /** E.164. */
  readonly phone: string
  readonly name: string
  /** `<digits>@s.whatsapp.net`. */
  readonly pn: string
  /** `<digits>@lid`. */
  readonly lid: string
  /** Which of the two messages to and from this person carry. */
  readonly addressing: Addressing
  /** Nothing tells the bot the phone number behind the LID. */
  readonly hidden: boolean
  readonly signal: SignalParty
  /** What this person sends leaves in order. */
  readonly sending: Lane
  /** So many of this person's next ciphertexts arrive damaged. */
  damaged: number
  /** The groups, and the device of the bot, that have this person's key for the group. */
  readonly keyGivenTo: Set<string>
}

export type PartyOptions = {
  /** E.164. */
  readonly phone: string
  readonly name: string
  /** The digits of the LID; made from the phone number when absent. */
  readonly lid?: string
  /** Default `pn`. */
  readonly addressing?: Addressing
  /** With `lid`: the bot is not told the phone number either; it is by default. */
  readonly hidden?: boolean
}

export function createParty({ phone, name, lid, addressing = 'pn', hidden = false }: PartyOptions): Party {
  if (!/^\+[1-9]\d{5,14}$/.test(phone)) throw new TypeError(`"${phone}" is no phone number like +5511990000001`)
  const digits = phone.slice(1)
  return {
    phone,
    name,
    pn: `${digits}@s.whatsapp.net`,
    lid: `${lid ?? `9${digits.padStart(14, '0')}`}@lid`,
    addressing,
    hidden,
    signal: createSignalParty(),
    sending: createLane(),
    damaged: 0,
    keyGivenTo: new Set(),
  }
}

/** The name of `party` under this addressing. */
export function jidOf(party: Party, addressing: Addressing): string {
  return addressing === 'lid' ? party.lid : party.pn
}

/** Whether a JID, of whatever device, is this person's. */
export function isJidOf(party: Party, jid: string): boolean {
  const bare = bareJid(jid)
  return bare === party.pn || bare === party.lid
}

/** A JID without its device. */
export function bareJid(jid: string): string {
  const decoded = jidDecode(jid)
  if (decoded === undefined) throw new Error(`"${jid}" is no JID`)
  return `${decoded.user}@${decoded.server}`
}
