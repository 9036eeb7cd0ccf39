/**
 * The least that a bot on WhatsApp can be: Baileys as it is, which says back what it is told. Its keys are in memory, or in the
 * folder that is named, as the library's own example keeps them. `node whatsapp-echo.ts [FOLDER]`, told of its QR code by IPC.
 */
import {
  BufferJSON,
  initAuthCreds,
  makeWASocket,
  useMultiFileAuthState,
  type AuthenticationState,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import { pino } from 'pino'

/** What it tells its parent. */
export type EchoNews = { readonly qr: string }

const comeBackAfterMs = 20
const [folder] = process.argv.slice(2)

// A library of Baileys prints session keys here.
for (const way of ['info', 'warn', 'error', 'log'] as const) console[way] = () => undefined
const { state, saveCreds } = folder === undefined ? inMemory() : await useMultiFileAuthState(folder)
process.on('disconnect', () => process.exit())
connect()

function connect(): void {
  const socket = makeWASocket({ auth: state, logger: pino({ level: 'silent' }) })
  socket.ev.on('creds.update', () => void saveCreds())
  socket.ev.on('connection.update', ({ connection, qr }) => {
    if (qr !== undefined) process.send?.({ qr } satisfies EchoNews)
    if (connection === 'close') setTimeout(connect, comeBackAfterMs)
  })
  socket.ev.on('messages.upsert', ({ messages }) => {
    for (const { key, message } of messages) {
      const text = message?.conversation ?? message?.extendedTextMessage?.text
      if (key.fromMe === true || key.remoteJid == null || text == null) continue
      void socket.sendMessage(key.remoteJid, { text })
    }
  })
}

function inMemory(): { readonly state: AuthenticationState; readonly saveCreds: () => Promise<void> } {
  const creds = initAuthCreds()
  const stored = new Map<string, string>()
  const keys: AuthenticationState['keys'] = {
    get: async <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) => {
      const found: { [id: string]: SignalDataTypeMap[Type] } = {}
      for (const id of ids) {
        const text = stored.get(`${type}/${id}`)
        // Only values of this type are kept under its name.
        if (text !== undefined) found[id] = JSON.parse(text, BufferJSON.reviver) as SignalDataTypeMap[Type]
      }
      return found
    },
    set: async (data) => {
      for (const [type, entries] of Object.entries(data)) {
        for (const [id, value] of Object.entries(entries)) {
          if (value == null) stored.delete(`${type}/${id}`)
          else stored.set(`${type}/${id}`, JSON.stringify(value, BufferJSON.replacer))
        }
      }
    },
  }
  return { state: { creds, keys }, saveCreds: async () => undefined }
}
