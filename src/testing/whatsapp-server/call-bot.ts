/** A call of a person to the bot's number, as far as a linked device hears of it: that it rings, and how it ended. */
import { randomBytes } from 'node:crypto'
import { node } from './node.ts'
import type { Network } from './network.ts'
import { jidOf, type Party } from './party.ts'

/** Nobody took it, the owner refused it on the phone, or took it there. */
export type CallEnd = 'timeout' | 'rejected_elsewhere' | 'accepted_elsewhere'

export function callBot({ mailbox }: Network, caller: Party, end: CallEnd): void {
  const id = randomBytes(16).toString('hex').toUpperCase()
  const from = jidOf(caller, caller.addressing)
  const shared = { 'call-id': id, 'call-creator': from }
  const t = String(Math.floor(Date.now() / 1000))
  const number = caller.addressing === 'lid' && !caller.hidden ? caller.pn : undefined
  for (const news of [
    node('offer', { ...shared, caller_pn: number }, [node('audio', { enc: 'opus', rate: '16000' })]),
    node('terminate', { ...shared, reason: end }),
  ])
    mailbox.put(node('call', { from, id: `${id}-${news.tag}`, t }, [news]))
}
