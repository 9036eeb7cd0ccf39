/** The answers to what a client asks by `<iq>`: what Baileys asks of the network between its login and its logout. */
import type { BinaryNode } from '@whiskeysockets/baileys'
import { renderGroup } from './group.ts'
import { parseKeyUpload, renderBundle } from './key-bundle.ts'
import { attr, child, children, firstChild, node } from './node.ts'
import { findParty, type Network } from './network.ts'
import { bareJid, isJidOf } from './party.ts'

/** The children of the result; an empty result answers what needs no more. */
export function answerIq(network: Network, iq: BinaryNode): readonly BinaryNode[] {
  const asked = firstChild(iq)
  switch (`${iq.attrs['xmlns']} ${iq.attrs['type']} ${asked?.tag ?? ''}`.trim()) {
    case 'encrypt get count':
      return [node('count', { value: String(network.account.keysLeft()) })]
    case 'encrypt set registration':
      return acceptKeys(network, iq)
    case 'encrypt get digest':
      return [node('digest')]
    case 'encrypt get key':
      return [
        node(
          'list',
          {},
          children(asked, 'user').map((user) => keysOf(network, attr(user, 'jid'))),
        ),
      ]
    case 'usync get usync':
      return answerUsync(network, asked)
    case 'w:g2 get query':
      return groupOf(network, attr(iq, 'to'))
    case 'w:g2 get participating':
      return [
        node(
          'groups',
          {},
          [...network.groups.values()].map((group) => renderGroup(group, network.account)),
        ),
      ]
    case 'w:m set media_conn':
      return [
        node('media_conn', { auth: 'loopback', ttl: '3600', auth_ttl: '21600', max_buckets: '12' }, [
          node('host', { hostname: network.media.host }),
        ]),
      ]
    case 'w:sync:app:state set sync':
      return [node('sync', {}, children(asked, 'collection').map(unchangedCollection))]
    case 'privacy get privacy':
      return [node('privacy', {}, [node('category', { name: 'readreceipts', value: 'all' })])]
    case 'abt get props':
      return [node('props', { hash: 'loopback' }, [])]
    case 'blocklist get':
      return [node('list', {}, [])]
    case 'w:mex get query':
      return [node('result', {}, '{"data":{"xwa2_fetch_account_reachout_timelock":{"is_active":false}}}')]
    default:
      return []
  }
}

function acceptKeys({ account, events }: Network, iq: BinaryNode): readonly BinaryNode[] {
  const upload = parseKeyUpload(iq)
  account.acceptKeys(upload)
  events.push({ kind: 'keys', count: upload.oneTime.length })
  return []
}

function keysOf(network: Network, jid: string): BinaryNode {
  const party = findParty(network, jid)
  if (party === undefined) return node('user', { jid }, [node('error', { code: '404', text: 'item-not-found' })])
  return renderBundle(jid, party.signal.offerKeys())
}

/** Without the LID of a user, Baileys finds no keys for that user. */
function answerUsync(network: Network, usync: BinaryNode | undefined): readonly BinaryNode[] {
  const users = children(child(usync, 'list'), 'user').map((user) => describeUser(network, user))
  return [node('usync', {}, [node('result'), node('list', {}, users)])]
}

function describeUser(network: Network, user: BinaryNode): BinaryNode {
  const { account, parties } = network
  const jid = user.attrs['jid'] ?? jidOfPhone(user)
  const party = jid === undefined ? undefined : findParty(network, jid)
  if (party === undefined) return node('user', { jid }, [node('contact', { type: 'out' })])
  const devices = [node('device', { id: '0' })]
  if (!parties.includes(party)) devices.push(node('device', { id: String(account.device()), 'key-index': '1' }))
  return node('user', { jid: user.attrs['jid'] ?? party.pn }, [
    node('devices', {}, [node('device-list', {}, devices)]),
    node('lid', { val: party.lid }),
    node('contact', { type: 'in' }),
  ])
}

/** A client that looks up a number that it was given has no JID for it yet. */
function jidOfPhone(user: BinaryNode): string | undefined {
  const content = child(user, 'contact')?.content
  if (!(content instanceof Uint8Array)) return undefined
  return `${Buffer.from(content).toString().replace(/\D/g, '')}@s.whatsapp.net`
}

function groupOf(network: Network, jid: string): readonly BinaryNode[] {
  const { groups, account, events } = network
  events.push({ kind: 'group-asked', jid })
  if (network.groupRefusals > 0) {
    network.groupRefusals -= 1
    return [node('error', { code: '429', text: 'rate-overlimit' })]
  }
  const group = groups.get(bareJid(jid))
  return [group === undefined ? node('error', { code: '404', text: 'item-not-found' }) : renderGroup(group, account)]
}

function unchangedCollection(collection: BinaryNode): BinaryNode {
  return node('collection', { name: attr(collection, 'name'), version: '0', has_more_patches: 'false' })
}

/** Whether a login names the number that this bot is linked to. */
export function isOwnLogin({ account }: Network, username: string, device: number): boolean {
  return isJidOf(account.phone, `${username}@s.whatsapp.net`) && account.device() === device
}
