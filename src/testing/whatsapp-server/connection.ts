/** One client on the wire: handshake, then nodes in and nodes out, in order, as late as the test wants them. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, proto } from '@whiskeysockets/baileys'
import type { WebSocket } from 'ws'
import { createFrameReader, frame } from './frames.ts'
import { createLane } from './lane.ts'
import { attr } from './node.ts'
import type { NoiseIdentity } from './noise-identity.ts'
import { createNoiseResponder, type FrameCipher } from './noise-responder.ts'

const answerTimeoutMs = 30_000

export type Connection = {
  /** True once the client has asked for what was sent while it was away. */
  online: boolean
  /** The client's Noise key, as its QR code names it; empty before the handshake is over. */
  readonly clientKey: () => Buffer
  readonly send: (node: BinaryNode) => void
  /** Sends an `iq` of the server's own and resolves with the client's answer. */
  readonly ask: (node: BinaryNode) => Promise<BinaryNode>
  /** Sends a frame that nobody can decrypt. */
  readonly garble: () => void
  /** Closes properly, after what was sent before. */
  readonly close: () => void
  /** Cuts the connection without a word. */
  readonly drop: () => void
}

/** What the wire does to everything the server sends. */
export type Weather = {
  /** Milliseconds that every node takes to leave. */
  delayMs: number
  /** Nothing leaves any more, and the connection stays open. */
  mute: boolean
}

export type ConnectionHandlers = {
  /** The handshake is over: `payload.username` is there when the client believes to be paired. */
  readonly onLogin: (connection: Connection, payload: proto.ClientPayload) => void
  readonly onNode: (connection: Connection, node: BinaryNode) => void
  readonly onClose: (connection: Connection) => void
  readonly onFault: (error: unknown) => void
}

type Pending = { readonly resolve: (answer: BinaryNode) => void; readonly timer: NodeJS.Timeout }

/** Speaks with the client on `socket` until it closes. */
export function acceptConnection(
  socket: WebSocket,
  { identity, weather, handlers }: { identity: NoiseIdentity; weather: Weather; handlers: ConnectionHandlers },
): Connection {
  const noise = createNoiseResponder(identity)
  const readFrames = createFrameReader()
  const pending = new Map<string, Pending>()
  const [incoming, outgoing] = [createLane(), createLane()]
  let cipher: FrameCipher | null = null
  let greeted = false
  let clientKey: Buffer = Buffer.alloc(0)
  let asked = 0

  const write = (bytes: Uint8Array) => {
    if (socket.readyState === socket.OPEN) socket.send(frame(bytes))
  }
  const later = (work: () => void) => {
    const due = Date.now() + weather.delayMs
    outgoing(async () => {
      if (due > Date.now()) await sleep(due - Date.now())
      work()
    }).catch(handlers.onFault)
  }

  const connection: Connection = {
    online: false,
    clientKey: () => clientKey,
    send: (node) => {
      later(() => {
        if (cipher === null) throw new Error(`<${node.tag}> cannot be sent before the handshake is over`)
        if (!weather.mute) write(cipher.seal(encodeBinaryNode(node)))
      })
    },
    ask: (node) => {
      const id = `server-${++asked}`
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          pending.delete(id)
          reject(new Error(`The client did not answer <${node.tag}> within ${answerTimeoutMs} ms`))
        }, answerTimeoutMs)
        pending.set(id, { resolve, timer })
        connection.send({ ...node, attrs: { ...node.attrs, id } })
      })
    },
    garble: () => later(() => write(randomBytes(64))),
    close: () => later(() => socket.close()),
    drop: () => socket.terminate(),
  }

  async function readFrame(bytes: Buffer): Promise<void> {
    if (cipher !== null) return readNode(await decodeBinaryNode(cipher.open(bytes)))
    const { clientHello, clientFinish } = proto.HandshakeMessage.decode(bytes)
    if (!greeted) {
      if (!clientHello?.ephemeral) throw new Error('The client did not begin with a hello')
      greeted = true
      return write(
        proto.HandshakeMessage.encode({ serverHello: noise.hello(Buffer.from(clientHello.ephemeral)) }).finish(),
      )
    }
    if (!clientFinish?.static || !clientFinish.payload) throw new Error('The client did not finish its handshake')
    const finished = noise.finish(clientFinish.static, clientFinish.payload)
    clientKey = finished.clientStatic
    cipher = finished.cipher
    handlers.onLogin(connection, proto.ClientPayload.decode(finished.payload))
  }

  async function readNode(node: BinaryNode): Promise<void> {
    if (!isAnswer(node)) return handlers.onNode(connection, node)
    const answered = pending.get(attr(node, 'id'))
    if (answered === undefined) return
    clearTimeout(answered.timer)
    pending.delete(attr(node, 'id'))
    answered.resolve(node)
  }

  socket.on('message', (data: Buffer) => {
    incoming(async () => {
      for (const each of readFrames(data)) await readFrame(each)
    }).catch(handlers.onFault)
  })
  socket.on('error', handlers.onFault)
  socket.on('close', () => {
    connection.online = false
    for (const { timer } of pending.values()) clearTimeout(timer)
    handlers.onClose(connection)
  })
  return connection
}

function isAnswer({ tag, attrs }: BinaryNode): boolean {
  return tag === 'iq' && (attrs['type'] === 'result' || attrs['type'] === 'error')
}
