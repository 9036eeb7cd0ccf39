/** Who speaks, by what is known of numbers, and under which address they were heard last: that is where they are answered. */
import type { LedgerDb } from '../../../ledger/database.ts'
import { numberOfSpeaker } from '../../../ledger/people/person-row.ts'
import { addressOf, rememberContact } from '../../../ledger/whatsapp/whatsapp-contacts.ts'
import { lidOfJid, phoneOfJid, unresolvedSender } from '../wire/identity.ts'
import { keepRecent } from '../wire/keep-recent.ts'

/** Addresses that are remembered as stored. */
const mostRemembered = 5000

export type KnownSenders = {
  /** The number decides who somebody is; without one they are nobody (invariant 6). */
  readonly identify: (jid: string, alt: string | null) => Promise<string>
  /** Keeps the address of a sender. */
  readonly remember: (sender: string, jid: string) => Promise<void>
  /** Where a sender was heard last; `null` when they never were. */
  readonly addressOf: (sender: string) => Promise<string | null>
}

export function createKnownSenders({
  db,
  account,
  numberOfLid,
}: {
  readonly db: LedgerDb
  readonly account: string
  /** The number of a LID, as an address; `null` when it is not known. */
  readonly numberOfLid: (lidJid: string) => Promise<string | null>
}): KnownSenders {
  const addresses = new Map<string, string>()
  return {
    identify: async (jid, alt) => {
      const phone = phoneOfJid(jid) ?? phoneOfJid(alt) ?? phoneOfJid(await numberOfLid(jid))
      return phone === null ? unresolvedSender(lidOfJid(jid) ?? jid) : numberOfSpeaker(db, phone)
    },
    remember: async (sender, jid) => {
      if (addresses.get(sender) === jid) return
      await rememberContact(db, { account, sender, jid })
      keepRecent(addresses, mostRemembered, sender, jid)
    },
    addressOf: async (sender) => addresses.get(sender) ?? addressOf(db, account, sender),
  }
}
