/**
 * One connection to WhatsApp, from its first byte to its end. The library's own log is not kept: it holds nodes and keys. What
 * it rejects and nobody hears ends the connection, never the process.
 */
import { makeWASocket, type BinaryNode, type proto, type SocketConfig, type WASocket } from '@whiskeysockets/baileys'
import type { AuthState } from '../keys/auth-state.ts'
import { keepOrder } from '../inbound/keep-order.ts'
import { createDurableRepository, type Journal } from '../keys/durable-repository.ts'
import { hearFailures } from '../keys/hear-failures.ts'
import { catchStrayRejections } from './stray-rejections.ts'

/** What the connection came to its end with, where WhatsApp gave no reason. */
const closedCode = 428

export type Link = {
  readonly socket: WASocket
  /** Resolves once it can send. */
  readonly opened: Promise<void>
  /** Whether it can send now. */
  readonly isOpen: () => boolean
  /** Resolves with the reason when it is over; it never rejects. */
  readonly closed: Promise<number>
  /** Ends it, for the reason that is given. */
  readonly end: (code?: number) => void
}

export type LinkOptions = {
  readonly auth: AuthState
  readonly journal: Journal
  /** Hears of every message before anybody handles it. */
  readonly onMessageNode?: (node: BinaryNode) => void
  /** Hears of every call, in all its stages. */
  readonly onCallNode?: (node: BinaryNode) => void
  /** Hears what answers a message of ours: `null`, or the error that WhatsApp gives. */
  readonly onAck?: (messageId: string, error: string | null) => void
  /** Hears that a phone has a message of ours. */
  readonly onReceipt?: (messageId: string) => void
  /** A code to be scanned, while no number is paired. */
  readonly onQr?: (qr: string) => void
  /** What a message of ours said, when its reader could not open it; `undefined` when it is not kept. */
  readonly saidIn?: (messageId: string, jid: string) => Promise<proto.IMessage | undefined>
  readonly groupOf?: SocketConfig['cachedGroupMetadata']
  /** The keys cannot be read or stored, which ends the connection, or the credentials cannot be stored. */
  readonly onTrouble: (error: unknown) => void
}

export function openLink(options: LinkOptions): Link {
  const { auth, journal, onTrouble } = options
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const { promise: closed, resolve: close } = Promise.withResolvers<number>()
  let isOpen = false
  const stray = catchStrayRejections(() => link.end())
  const keys = hearFailures(auth.keys, (error) => {
    link.end()
    onTrouble(error)
  })
  const socket = makeWASocket({
    auth: { creds: auth.creds, keys },
    logger: noLog,
    markOnlineOnConnect: false,
    syncFullHistory: false,
    emitOwnEvents: false,
    transactionOpts: { maxCommitRetries: 2, delayBetweenTriesMs: 250 },
    makeSignalRepository: (...given) => createDurableRepository(journal, ...given),
    getMessage: async ({ id, remoteJid }) =>
      id == null || remoteJid == null ? undefined : options.saidIn?.(id, remoteJid),
    ...(options.groupOf === undefined ? {} : { cachedGroupMetadata: options.groupOf }),
  })
  keepOrder(socket.ws)
  socket.ws.prependListener('CB:message', (node: BinaryNode) => options.onMessageNode?.(node))
  socket.ws.on('CB:call', (node: BinaryNode) => options.onCallNode?.(node))
  socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) =>
    options.onAck?.(attrs['id'] ?? '', attrs['error'] ?? null),
  )
  socket.ws.on('CB:receipt', ({ attrs }: BinaryNode) => options.onReceipt?.(attrs['id'] ?? ''))
  socket.ev.on('creds.update', (update) => {
    Object.assign(auth.creds, update)
    auth.save().catch(onTrouble)
  })
  socket.ev.on('connection.update', ({ connection, lastDisconnect, qr }) => {
    if (qr !== undefined) options.onQr?.(qr)
    if (connection === 'open') {
      isOpen = true
      open()
    }
    if (connection === 'close') {
      isOpen = false
      stray.release()
      close(codeOf(lastDisconnect?.error))
    }
  })
  const link: Link = {
    socket,
    opened,
    isOpen: () => isOpen,
    closed,
    end: (code = closedCode) => void socket.end(new LinkEnded(code)),
  }
  return link
}

/** The library hands the error of its end on, with the reason where all its errors have it. */
class LinkEnded extends Error {
  readonly output: { readonly statusCode: number }

  constructor(code: number) {
    super('The connection was ended')
    this.output = { statusCode: code }
  }
}

function codeOf(error: unknown): number {
  // The errors of the library carry their code so; one of the network carries none.
  const code = (error as { readonly output?: { readonly statusCode?: number } } | undefined)?.output?.statusCode
  return code ?? closedCode
}

type Log = SocketConfig['logger']

const noLog: Log = {
  level: 'silent',
  child: () => noLog,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
