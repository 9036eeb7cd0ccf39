/**
 * Who somebody is, from the addresses of WhatsApp. A person has a number and a LID, and a message may come under either: the
 * number decides. Where only a LID is known they are `lid:…`, which is nobody.
 */
import { isHostedLidUser, isHostedPnUser, isLidUser, isPnUser, jidDecode } from '@whiskeysockets/baileys'
import { sameLine } from '../../../access/same-line.ts'

/** What stands before the LID of somebody whose number is not known. */
const unresolved = 'lid:'

/** The number behind an address, in E.164; `null` when it is not one of a number. */
export function phoneOfJid(jid: string | null | undefined): string | null {
  if (jid == null || !(isPnUser(jid) === true || isHostedPnUser(jid) === true)) return null
  const user = jidDecode(jid)?.user
  return user !== undefined && /^[1-9][0-9]{6,14}$/u.test(user) ? `+${user}` : null
}

/** The LID behind an address; `null` when it is not one. */
export function lidOfJid(jid: string | null | undefined): string | null {
  if (jid == null || !(isLidUser(jid) === true || isHostedLidUser(jid) === true)) return null
  return jidDecode(jid)?.user ?? null
}

/** Somebody of whom no number is known. */
export function unresolvedSender(lid: string): string {
  return `${unresolved}${lid}`
}

/**
 * Whether an address is that of a sender.
 * @param options.number the number that WhatsApp gives for it, as an address, where it is a LID
 */
export function isAddressOf(
  sender: string,
  { jid, number }: { readonly jid: string; readonly number: string | null },
): boolean {
  const phone = phoneOfJid(jid) ?? phoneOfJid(number)
  if (phone !== null) return sameLine(phone).includes(sender)
  const lid = lidOfJid(jid)
  return lid !== null && sender === unresolvedSender(lid)
}

/** The address of somebody who was never heard of under another: their number's, or their LID's. */
export function jidOfSender(sender: string): string {
  return sender.startsWith(unresolved)
    ? `${sender.slice(unresolved.length)}@lid`
    : `${sender.replace(/^\+/u, '')}@s.whatsapp.net`
}

/** The address of a group, from the id that the rest of the house knows. */
export function jidOfGroup(group: string): string {
  return `${group}@g.us`
}
