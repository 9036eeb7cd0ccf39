import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A way to a server that a test can shut: no connection passes, and those that did are cut. */
export type TcpGate = {
  readonly port: number
  readonly open: () => Promise<void>
  readonly shut: () => Promise<void>
}

/**
 * Makes an open gate on a free port of 127.0.0.1, before a server on this machine. Shut it at the end.
 * @param isLost of an answer of the server: whether it gets lost, and its connection with it
 */
export async function createTcpGate(
  target: { readonly host: string; readonly port: number },
  isLost: (answer: Buffer) => boolean = () => false,
): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let port = 0

  function pass(client: Socket): void {
    const upstream = connect(target)
    const passing = new Transform({
      transform: (answer: Buffer, _encoding, done) => {
        if (isLost(answer)) client.destroy()
        else done(null, answer)
      },
    })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.pipe(upstream)
    upstream.pipe(passing).pipe(client)
  }

  async function open(): Promise<void> {
    if (server !== undefined) return
    server = createServer(pass).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address !== null && typeof address === 'object') port = address.port
  }

  async function shut(): Promise<void> {
    if (server === undefined) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    server = undefined
    await closed
  }

  await open()
  return {
    get port() {
      return port
    },
    open,
    shut,
  }
}
