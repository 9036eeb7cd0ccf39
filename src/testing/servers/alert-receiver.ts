/** Where a deployment sends its alerts (`ALERT_WEBHOOK`): a server on 127.0.0.1 that keeps them. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type Alert = { readonly kind: string; readonly text: string }

export type AlertReceiver = {
  readonly url: string
  /** Oldest first. */
  readonly alerts: readonly Alert[]
  /** Forgets those that came before. */
  readonly forget: () => void
  readonly close: () => void
}

export async function startAlertReceiver(): Promise<AlertReceiver> {
  const alerts: Alert[] = []
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()))

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Sent by the bot under test.
    alerts.push((await json(request)) as Alert)
    response.end()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    alerts,
    forget: () => void alerts.splice(0),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
