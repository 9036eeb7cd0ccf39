/** What the owner does on the bot's own phone to link the bot. */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Pairing } from './client-session.ts'
import type { Network, ServerEvent } from './network.ts'
import { startCodeExchange } from './pair-by-code.ts'
import { pairDevice, parseQr } from './pair-device.ts'

const codeTimeoutMs = 15_000

/** The phone takes only a code that the server offered, to the client that shows it. */
export async function pairByQr(network: Network, pairing: Pairing, qr: string): Promise<void> {
  const { ref, noiseKey, ...companion } = parseQr(qr)
  const { connection } = pairing
  if (connection === null) throw new Error('No client waits to be paired')
  if (!pairing.refs.includes(ref) || !noiseKey.equals(connection.clientKey()))
    throw new Error('This code is not one of the client that waits to be paired')
  await pairDevice(network, connection, companion)
}

export async function pairByCode(network: Network, pairing: Pairing, typed: string): Promise<void> {
  const { events, account } = network
  const code = typed.replaceAll(/[^0-9a-z]/gi, '').toUpperCase()
  if (pairing.companionHello === null) {
    await events.take({
      matches: (each): each is Extract<ServerEvent, { kind: 'code-asked' }> => each.kind === 'code-asked',
      what: 'a client that asks for pairing by code',
      timeoutMs: codeTimeoutMs,
    })
  }
  const { connection, companionHello } = pairing
  if (connection === null || companionHello === null) throw new Error('The client has gone')
  const exchange = await startCodeExchange(account.phone, { code, companionHello })
  const finished = new Promise<BinaryNode>((resolve) => {
    pairing.companionFinish = resolve
  })
  connection.send(exchange.hello)
  await pairDevice(network, connection, exchange.finish(await finished))
}
