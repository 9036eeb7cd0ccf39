/**
 * A bot that is nothing but Baileys, as a process of its own: it tells its parent what happens, and does what it is told. It
 * comes back after every end of its connection but an unlinking.
 */
import {
  type AnyMessageContent,
  type AuthenticationCreds,
  type BinaryNode,
  BufferJSON,
  downloadMediaMessage,
  initAuthCreds,
  makeWASocket,
  type MiscMessageGenerationOptions,
  type proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type WAMessage,
} from '@whiskeysockets/baileys'
import { pino } from 'pino'

/** What it is told, by IPC. */
export type ClientOrder =
  | {
      readonly kind: 'send'
      readonly jid: string
      readonly text: string
      readonly id?: string
      readonly quoted?: string
    }
  | { readonly kind: 'send-file'; readonly jid: string; readonly as: 'document' | 'image'; readonly base64: string }
  | { readonly kind: 'react'; readonly jid: string; readonly to: string; readonly emoji: string }
  | { readonly kind: 'edit'; readonly jid: string; readonly of: string; readonly text: string }
  /** Forgets its sessions with a person, so that it cannot read what comes next. */
  | { readonly kind: 'forget-session'; readonly jid: string }
  | { readonly kind: 'download'; readonly id: string }

export type NumberedOrder = { readonly number: number; readonly order: ClientOrder }

/** What it tells. */
export type ClientNews =
  | { readonly kind: 'qr'; readonly qr: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'open' }
  | { readonly kind: 'close'; readonly code: number }
  | {
      readonly kind: 'message'
      readonly type: string
      readonly id: string
      readonly jid: string
      readonly alt: string | null
      readonly participant: string | null
      readonly fromMe: boolean
      /** The payload as JSON; `null` when it could not be read. */
      readonly message: proto.IMessage | null
    }
  /** The server has taken a message; `error` when it refuses it. */
  | { readonly kind: 'ack'; readonly id: string; readonly error: string | null }
  | { readonly kind: 'status'; readonly id: string; readonly status: number }
  | { readonly kind: 'downloaded'; readonly id: string; readonly base64: string }
  /** The order with this number is done; `error` when it could not be. */
  | { readonly kind: 'done'; readonly number: number; readonly error: string | null }

const comeBackAfterMs = 20
const phoneToPair = process.env['PAIR_BY_CODE']

// A library of Baileys prints session keys here.
for (const way of ['info', 'warn', 'error'] as const) console[way] = () => undefined
const logger = pino({ level: process.env['CLIENT_LOG'] ?? 'silent' }, pino.destination(2))
const creds = initAuthCreds()
const stored = new Map<string, string>()
const messages = new Map<string, WAMessage>()
let socket = connect(creds)

process.on('message', ({ number, order }: NumberedOrder) => {
  obey(order).then(
    () => tell({ kind: 'done', number, error: null }),
    (error: unknown) => tell({ kind: 'done', number, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())

function tell(news: ClientNews): void {
  process.send?.(news)
}

function connect(auth: AuthenticationCreds) {
  const opened = makeWASocket({
    auth: { creds: auth, keys: { get: load, set: save } },
    logger,
    retryRequestDelayMs: 10,
    getMessage: async ({ id }) => messages.get(id ?? '')?.message ?? undefined,
  })
  opened.ev.on('creds.update', (update) => void Object.assign(auth, update))
  opened.ev.on('connection.update', ({ connection, qr, lastDisconnect }) => {
    if (qr !== undefined && phoneToPair === undefined) tell({ kind: 'qr', qr })
    if (qr !== undefined && phoneToPair !== undefined) {
      void opened.requestPairingCode(phoneToPair).then((code) => tell({ kind: 'code', code }))
    }
    if (connection === 'open') tell({ kind: 'open' })
    if (connection === 'close') comeBack(lastDisconnect?.error, auth)
  })
  opened.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    tell({ kind: 'ack', id: attrs['id'] ?? '', error: attrs['error'] ?? null })
  })
  opened.ev.on('messages.upsert', ({ messages: received, type }) => {
    for (const message of received) tellMessage(message, type)
  })
  opened.ev.on('messages.update', (updates) => {
    for (const { key, update } of updates) {
      if (update.status != null) tell({ kind: 'status', id: key.id ?? '', status: update.status })
    }
  })
  return opened
}

function comeBack(error: Error | undefined, auth: AuthenticationCreds): void {
  // Baileys ends a connection with a Boom error, which says this.
  const code = (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode ?? 0
  tell({ kind: 'close', code })
  if (code === 401 || code === 440) return
  setTimeout(() => {
    socket = connect(auth)
  }, comeBackAfterMs)
}

function tellMessage(message: WAMessage, type: string): void {
  const { key } = message
  if (key.id) messages.set(key.id, message)
  tell({
    kind: 'message',
    type,
    id: key.id ?? '',
    jid: key.remoteJid ?? '',
    alt: key.remoteJidAlt ?? key.participantAlt ?? null,
    participant: key.participant ?? null,
    fromMe: key.fromMe ?? false,
    message: message.message == null ? null : (JSON.parse(JSON.stringify(message.message)) as proto.IMessage),
  })
}

async function obey(order: ClientOrder): Promise<void> {
  switch (order.kind) {
    case 'send': {
      const quoted = messages.get(order.quoted ?? '')
      const options = {
        ...(quoted === undefined ? {} : { quoted }),
        ...(order.id === undefined ? {} : { messageId: order.id }),
      }
      return send(order.jid, { text: order.text }, options)
    }
    case 'send-file': {
      const bytes = Buffer.from(order.base64, 'base64')
      if (order.as === 'image') return send(order.jid, { image: bytes, caption: 'A picture', jpegThumbnail: '' })
      return send(order.jid, { document: bytes, mimetype: 'text/plain', fileName: 'file.txt', caption: 'A file' })
    }
    case 'react':
      return send(order.jid, {
        react: { text: order.emoji, key: { remoteJid: order.jid, id: order.to, fromMe: false } },
      })
    case 'edit':
      return send(order.jid, { text: order.text, edit: { remoteJid: order.jid, id: order.of, fromMe: true } })
    case 'forget-session':
      for (const name of stored.keys()) if (name.startsWith(`session/${order.jid}`)) stored.delete(name)
      return
    case 'download': {
      const message = messages.get(order.id)
      if (message === undefined) throw new Error('There is no such message')
      tell({ kind: 'downloaded', id: order.id, base64: (await download(message)).toString('base64') })
      return
    }
  }
}

async function send(
  jid: string,
  content: AnyMessageContent,
  options: MiscMessageGenerationOptions = {},
): Promise<void> {
  const sent = await socket.sendMessage(jid, content, options)
  if (sent?.key.id) messages.set(sent.key.id, sent)
}

/** When the file has gone, its sender is asked for it again, once. */
async function download(message: WAMessage): Promise<Buffer> {
  try {
    return await downloadMediaMessage(message, 'buffer', {})
  } catch {
    return downloadMediaMessage(await socket.updateMediaMessage(message), 'buffer', {})
  }
}

async function load<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
  const found: { [id: string]: SignalDataTypeMap[T] } = {}
  for (const id of ids) {
    const text = stored.get(`${type}/${id}`)
    if (text !== undefined) found[id] = JSON.parse(text, BufferJSON.reviver) as SignalDataTypeMap[T]
  }
  return found
}

async function save(data: SignalDataSet): Promise<void> {
  for (const [type, entries] of Object.entries(data)) {
    for (const [id, value] of Object.entries(entries ?? {})) {
      if (value === null || value === undefined) stored.delete(`${type}/${id}`)
      else stored.set(`${type}/${id}`, JSON.stringify(value, BufferJSON.replacer))
    }
  }
}
