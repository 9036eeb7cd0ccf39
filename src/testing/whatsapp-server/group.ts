import type { BinaryNode } from '@whiskeysockets/baileys'
import type { BotAccount } from './bot-account.ts'
import type { Contact } from './contact.ts'
import type { Network } from './network.ts'
import { node } from './node.ts'
import { jidOf, type Addressing, type Party } from './party.ts'

/** A group in which the bot is. */
export type Group = {
  /** `<digits>@g.us`. */
  readonly jid: string
  readonly subject: string
  readonly addressing: Addressing
  /** Who is in it beside the bot; the first one is its admin. */
  readonly members: readonly Party[]
  readonly createdAt: number
}

/** A group as an answer to a query of its metadata. */
export function renderGroup(group: Group, account: BotAccount): BinaryNode {
  const participants = [...group.members, account.phone].map((party, index) =>
    node('participant', {
      jid: jidOf(party, group.addressing),
      ...(group.addressing === 'lid' ? { phone_number: party.pn } : { lid: party.lid }),
      type: index === 0 ? 'admin' : undefined,
    }),
  )
  const [creator] = group.members
  const createdAt = String(Math.floor(group.createdAt / 1000))
  return node(
    'group',
    {
      id: group.jid.split('@')[0],
      subject: group.subject,
      creation: createdAt,
      s_t: createdAt,
      creator: creator === undefined ? undefined : jidOf(creator, group.addressing),
      addressing_mode: group.addressing,
      size: String(participants.length),
    },
    participants,
  )
}

/** The group with one person more, of which the bot is told. */
export function addMember(network: Network, group: Group, contact: Pick<Contact, 'pn'>): Group {
  const { groups, parties } = network
  const current = groups.get(group.jid) ?? group
  const party = parties.find(({ pn }) => pn === contact.pn)
  if (party === undefined || current.members.includes(party)) return current
  const grown = { ...current, members: [...current.members, party] }
  groups.set(group.jid, grown)
  tellChange(network, grown, { how: 'add', party })
  return grown
}

/** The bot is put out of a group, and told. From now on WhatsApp tells it nothing about that group. */
export function putBotOut(network: Network, group: Group): void {
  network.groups.delete(group.jid)
  tellChange(network, group, { how: 'remove', party: network.account.phone })
}

/** As of a change by the group's admin. */
function tellChange(
  { connection }: Network,
  group: Group,
  { how, party }: { readonly how: 'add' | 'remove'; readonly party: Party },
): void {
  const [admin] = group.members
  const t = String(Math.floor(Date.now() / 1000))
  const changed = node('participant', { jid: jidOf(party, group.addressing), phone_number: party.pn })
  connection()?.send(
    node(
      'notification',
      {
        id: `${how}-${t}-${group.members.length}`,
        from: group.jid,
        type: 'w:gp2',
        t,
        participant: admin === undefined ? undefined : jidOf(admin, group.addressing),
        addressing_mode: group.addressing,
      },
      [node(how, {}, [changed])],
    ),
  )
}
