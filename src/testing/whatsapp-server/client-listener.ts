/** Where clients come in: the web socket server, and which connection is the bot's. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { handleNode, logIn, refuse, type Pairing } from './client-session.ts'
import { acceptConnection, type Connection, type Weather } from './connection.ts'
import type { Network } from './network.ts'
import { node } from './node.ts'
import type { NoiseIdentity } from './noise-identity.ts'

const reasonOfStreamError: Readonly<Record<number, { readonly child: string; readonly type: string }>> = {
  401: { child: 'conflict', type: 'device_removed' },
  440: { child: 'conflict', type: 'replaced' },
}

/** The connection of the paired bot. */
export type BotLine = { connection: Connection | null }

export type ClientListener = {
  readonly url: string
  readonly pairing: Pairing
  /** Whether anybody gets through to the server. */
  readonly setReachable: (on: boolean) => void
  /** Refuses the next logins, so many. */
  readonly refuseLogins: (reason: number, times: number) => void
  readonly close: () => Promise<void>
}

export async function listenForClients(
  network: Network,
  {
    line,
    identity,
    weather,
    port,
  }: { readonly line: BotLine; readonly identity: NoiseIdentity; readonly weather: Weather; readonly port: number },
): Promise<ClientListener> {
  const pairing: Pairing = { connection: null, refs: [], companionHello: null, companionFinish: null }
  let reachable = true
  let refusals = { reason: 0, times: 0 }
  const onFault = (error: unknown) => network.events.push({ kind: 'fault', error })

  const attend = (socket: WebSocket) => {
    acceptConnection(socket, {
      identity,
      weather,
      handlers: {
        onLogin: (connection, payload) => {
          if (refusals.times-- > 0) {
            network.events.push({ kind: 'refused', at: performance.now() })
            return refuse(connection, refusals.reason)
          }
          if (logIn(network, pairing, { connection, payload }) !== 'paired') return
          if (line.connection !== null) endStream(line.connection, 440)
          line.connection = connection
        },
        // Not awaited by what comes next on the wire: an answer may be waited for in there.
        onNode: (connection, stanza) => void handleNode(network, pairing, { connection, stanza }).catch(onFault),
        onClose: (connection) => {
          if (line.connection === connection) line.connection = null
          if (pairing.connection === connection) pairing.connection = null
          network.events.push({ kind: 'closed' })
        },
        onFault,
      },
    })
  }

  const http = createServer()
  // A host that is away answers nothing, not even a refusal.
  http.on('connection', (socket) => {
    if (reachable) return
    socket.destroy()
    network.events.push({ kind: 'kept-out' })
  })
  const sockets = new WebSocketServer({ server: http, path: '/ws/chat' })
  sockets.on('connection', attend)
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))

  return {
    // A server that listens on TCP has an address of this form.
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/ws/chat`,
    pairing,
    setReachable: (on) => {
      reachable = on
    },
    refuseLogins: (reason, times) => {
      refusals = { reason, times }
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      http.closeAllConnections()
      await closed
    },
  }
}

/** Ends a stream as WhatsApp does, and the connection after it. */
export function endStream(connection: Connection, code: number): void {
  const reason = reasonOfStreamError[code]
  const content = reason === undefined ? [] : [node(reason.child, { type: reason.type })]
  connection.send(node('stream:error', { code: code === 440 ? undefined : String(code) }, content))
  connection.close()
}
