import { proto } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { say } from '../../../conversation/render/say.ts'
import { loadShippedLanguages } from '../../../testing/catalogues/shipped-languages.ts'
import { messageKinds, type MessageKind } from './message-kinds.ts'
import { readMessage } from '../inbound/read-message.ts'

/** Every kind of message that the library can decode. */
const decodable = Object.keys(proto.Message.prototype).filter((name) => name !== 'toJSON')
const kinds = new Map<string, MessageKind>(Object.entries(messageKinds))
/** Kinds that are read, or rightly say nothing when there is nothing in them. */
const read = new Set(['words', 'press', 'voice', 'file', 'card', 'reaction', 'change', 'wrapper', 'nothing'])

function contentOf(message: proto.IMessage) {
  const decoded = proto.Message.decode(proto.Message.encode(message).finish())
  const arrival = { key: { remoteJid: '5511990000001@s.whatsapp.net', id: 'A1' }, sentAtS: 0, pushName: null }
  const self = { jid: '15550001111:3@s.whatsapp.net', lid: null }
  const options = { account: 'whatsapp', from: '+5511990000001', self, digest: Buffer.alloc(32) }
  return readMessage({ ...arrival, message: decoded }, options)?.content
}

test('every kind of message that the library knows is something to Sayso', () => {
  expect(decodable.length).toBeGreaterThan(90)
  expect(decodable.filter((name) => !kinds.has(name))).toEqual([])
  expect([...kinds.keys()].filter((name) => !decodable.includes(name))).toEqual([])
})

test.each(decodable.filter((name) => !read.has(kinds.get(name) ?? '')))(
  'what cannot be read is named to whoever sent it, in every language: %s',
  async (name) => {
    const what = kinds.get(name) ?? ''
    expect(contentOf({ [name]: {} })).toEqual({ kind: 'unreadable', what })
    const languageOf = await loadShippedLanguages()
    const texts = ['en', 'pt-BR', 'es'].map((code) => say(languageOf(code).locale, `unreadable_${what}`))
    expect(new Set(texts).size).toBe(3)
  },
)

test.each(decodable.filter((name) => kinds.get(name) === 'nothing'))('what nobody says is nothing: %s', (name) => {
  expect(contentOf({ [name]: {} })).toBeUndefined()
})

test.each(decodable.filter((name) => kinds.get(name) === 'wrapper'))('what is wrapped is read: %s', (name) => {
  expect(contentOf({ [name]: { message: { conversation: 'help' } } })).toEqual({ kind: 'text', text: 'help' })
})

test('words that come with the key to them are words', () => {
  const senderKeyDistributionMessage = { groupId: 'g' }
  expect(contentOf({ senderKeyDistributionMessage, messageContextInfo: {}, conversation: 'help' })).toEqual({
    kind: 'text',
    text: 'help',
  })
})
