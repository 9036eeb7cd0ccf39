import { proto } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { readMessage, speakerOf, type Arrival } from './read-message.ts'

const self = { jid: '15550001111:3@s.whatsapp.net', lid: '90000000000001:3@lid' }
const ana = '5511990000001@s.whatsapp.net'
const group = '120363000000001@g.us'

function arrival(message: proto.IMessage, key: Arrival['key'] = {}): Arrival {
  return { key: { remoteJid: ana, id: 'A1', ...key }, message, sentAtS: 1_790_000_000, pushName: 'Ana' }
}

const read = (message: proto.IMessage, key?: Arrival['key']) =>
  readMessage(arrival(message, key), { account: 'whatsapp', from: '+5511990000001', self, digest: Buffer.alloc(32, 7) })

const text = (words: string, contextInfo: proto.IContextInfo = {}) => ({
  extendedTextMessage: { text: words, contextInfo },
})

test('a text is what was typed, from whom, and when', () => {
  expect(read({ conversation: 'cancel order 204' })).toEqual({
    account: 'whatsapp',
    channel: 'whatsapp',
    id: 'A1',
    from: '+5511990000001',
    group: null,
    mentions: false,
    content: { kind: 'text', text: 'cancel order 204' },
    quoted: null,
    forwarded: false,
    sentAt: new Date(1_790_000_000_000).toISOString(),
  })
})

test('a disappearing message says the same', () => {
  expect(read({ ephemeralMessage: { message: { conversation: 'help' } } })?.content).toEqual({
    kind: 'text',
    text: 'help',
  })
})

test('a message of a chat whose messages disappear says after how long; no less than WhatsApp offers', () => {
  const { disappearsAfterS } = read(text('help', { expiration: 86_400 })) ?? {}
  expect(disappearsAfterS).toBe(86_400)
  for (const expiration of [0, 1]) expect(read(text('help', { expiration }))).not.toHaveProperty('disappearsAfterS')
})

test('forwarded text is marked as such, however WhatsApp says so', () => {
  expect(read(text('yes', { isForwarded: true }))?.forwarded).toBe(true)
  expect(read(text('yes', { forwardingScore: 4 }))?.forwarded).toBe(true)
})

test('a mention of the bot, by number or LID, is one and is taken out of the text', () => {
  for (const jid of ['15550001111@s.whatsapp.net', '90000000000001@lid']) {
    const said = read(text(`@${jid.split('@')[0]} help`, { mentionedJid: [jid] }), {
      remoteJid: group,
      participant: ana,
    })
    expect(said).toMatchObject({ mentions: true, group: '120363000000001', content: { text: 'help' } })
  }
  expect(read(text('@1 help', { mentionedJid: ['1@lid'] }))?.mentions).toBe(false)
})

test('in a group, whoever answers somebody else does not answer the bot', () => {
  const key = { remoteJid: group, participant: ana }
  expect(read(text('yes', { stanzaId: 'B1', participant: '1@lid' }), key)).toMatchObject({ quoted: null, aside: true })
  const toUs = read(text('yes', { stanzaId: 'B1', participant: '90000000000001@lid' }), key)
  expect(toUs?.quoted).toBe('B1')
  expect(toUs).not.toHaveProperty('aside')
})

test('whoever edits what they said to the bot in a group still says it to the bot', () => {
  const { MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type
  const jid = '90000000000001@lid'
  const editedMessage = text('@90000000000001 order 205', { mentionedJid: [jid] })
  const edit = { protocolMessage: { key: { id: 'A0' }, type: MESSAGE_EDIT, editedMessage } }
  const said = read(edit, { remoteJid: group, participant: ana })
  expect(said).toMatchObject({ mentions: true, content: { kind: 'edit', of: 'A0', text: 'order 205' } })
})

const card = (...lines: readonly string[]) =>
  read({ contactMessage: { displayName: 'Bia', vcard: ['BEGIN:VCARD', 'FN:Bia', ...lines, 'END:VCARD'].join('\n') } })

test('a contact card says its one number', () => {
  expect(card('TEL;type=CELL;waid=5511990000009:11 99000-0009')?.content).toEqual({
    kind: 'text',
    text: '+5511990000009',
  })
  expect(card('item1.TEL:11 99000-0009')?.content).toEqual({ kind: 'text', text: '11 99000-0009' })
  const contact = { kind: 'unreadable', what: 'contact' }
  expect(card('TEL:+55 11 99000-0009', 'TEL:+55 11 99000-0008')?.content).toEqual(contact)
  expect(card()?.content).toEqual(contact)
})

const cards = (...numbers: readonly string[]) =>
  read({ contactsArrayMessage: { contacts: numbers.map((number) => ({ vcard: `TEL:${number}` })) } })?.content

test('several contacts say a number when they have one between them', () => {
  expect(cards('+5511990000009')).toEqual({ kind: 'text', text: '+5511990000009' })
  expect(cards('+5511990000009', '+5511990000008')).toEqual({ kind: 'unreadable', what: 'contact' })
})

test.each<readonly [string, proto.IMessage]>([
  ['a button', { buttonsResponseMessage: { selectedButtonId: 'b1', selectedDisplayText: 'Cancel order 204' } }],
  ['a template', { templateButtonReplyMessage: { selectedId: 'b1', selectedDisplayText: 'Cancel order 204' } }],
  ['a list', { listResponseMessage: { title: 'Cancel order 204', singleSelectReply: { selectedRowId: 'r1' } } }],
  ['an interactive message', { interactiveResponseMessage: { body: { text: 'Cancel order 204' } } }],
  ['a native flow', flow({ id: 'b1', display_text: 'Cancel order 204' })],
  ['a list in a native flow', flow({ id: 'b1', title: 'Cancel order 204' })],
])('what stood on a button that was pressed is what was said: %s', (_of, message) => {
  expect(read(message)?.content).toEqual({ kind: 'text', text: 'Cancel order 204' })
})

test('the id behind a button is nobody’s word, whatever it says', () => {
  const button = { kind: 'unreadable', what: 'button' }
  for (const odd of [
    flow({ id: 'yes' }),
    flow(['yes']),
    { interactiveResponseMessage: { nativeFlowResponseMessage: { paramsJson: '{' } } },
    { buttonsResponseMessage: { selectedButtonId: 'yes' } },
    { listResponseMessage: { singleSelectReply: { selectedRowId: 'yes' } } },
  ])
    expect(read(odd)?.content).toEqual(button)
})

function flow(params: unknown): proto.IMessage {
  const nativeFlowResponseMessage = { name: 'quick_reply', paramsJson: JSON.stringify(params) }
  return { interactiveResponseMessage: { nativeFlowResponseMessage } }
}

test('in a group, whatever mentions or answers the bot does, of whatever kind it is', () => {
  const contextInfo = { stanzaId: 'B1', participant: '90000000000001@lid' }
  const key = { remoteJid: group, participant: ana }
  for (const message of [{ stickerMessage: { contextInfo } }, { locationMessage: { contextInfo } }])
    expect(read(message, key)).toMatchObject({ quoted: 'B1', content: { kind: 'unreadable' } })
})

test('a wrapper with nothing in it says nothing', () => {
  const empty = proto.Message.encode({ ephemeralMessage: {} }).finish()
  expect(read(proto.Message.decode(empty))).toBeNull()
})

test('an edit that only phones can open withdraws what was said, and says nothing new', () => {
  const { MESSAGE_EDIT, EVENT_EDIT } = proto.Message.SecretEncryptedMessage.SecretEncType
  const edit = { targetMessageKey: { id: 'A0' } }
  const hidden = read({ secretEncryptedMessage: { ...edit, secretEncType: MESSAGE_EDIT } })
  expect(hidden?.content).toEqual({ kind: 'edit', of: 'A0', text: '' })
  expect(read({ secretEncryptedMessage: { ...edit, secretEncType: EVENT_EDIT } })).toBeNull()
})

test('edits and deletions say of what', () => {
  const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type
  const edit = {
    protocolMessage: { key: { id: 'A0' }, type: MESSAGE_EDIT, editedMessage: { conversation: 'order 5' } },
  }
  expect(read(edit)?.content).toEqual({ kind: 'edit', of: 'A0', text: 'order 5' })
  expect(read({ editedMessage: { message: edit } })?.content).toEqual({ kind: 'edit', of: 'A0', text: 'order 5' })
  for (const editedMessage of [
    { imageMessage: { caption: 'order 6' } },
    { documentWithCaptionMessage: { message: { documentMessage: { fileName: 'a.csv', caption: 'order 6' } } } },
  ])
    expect(read({ protocolMessage: { key: { id: 'A0' }, type: MESSAGE_EDIT, editedMessage } })?.content).toEqual({
      kind: 'edit',
      of: 'A0',
      text: 'order 6',
    })
  const revocation = { protocolMessage: { key: { id: 'A0' }, type: REVOKE } }
  expect(read(revocation)?.content).toEqual({ kind: 'revoke', of: 'A0' })
})

const reaction = (emoji: string) => read({ reactionMessage: { key: { id: 'B1' }, text: emoji } })
const speaker = (key: Arrival['key']) => speakerOf(arrival({ conversation: 'help' }, key))

test('a reaction says to what, also when it is taken back', () => {
  expect(reaction('👍')?.content).toEqual({ kind: 'reaction', to: 'B1', emoji: '👍' })
  expect(reaction('')?.content).toEqual({ kind: 'reaction', to: 'B1', emoji: '' })
})

test('files are named by what their message came in', () => {
  // By the ciphertext that it came in: anybody may take the id of somebody else's message.
  const path = `whatsapp-file:${'07'.repeat(32)}`
  expect(read({ audioMessage: { ptt: true } })?.content).toEqual({ kind: 'voice', path })
  expect(read({ documentMessage: { fileName: 'a.csv', mimetype: 'text/csv' } })?.content).toEqual({
    kind: 'file',
    path,
    mimetype: 'text/csv',
    filename: 'a.csv',
  })
})

test('what is written below a file is its text; the name of a document is not', () => {
  const document = { fileName: 'a.csv', mimetype: 'text/csv' }
  expect(read({ imageMessage: { caption: 'order 5' } })?.content).toMatchObject({ kind: 'file', text: 'order 5' })
  const wrapped = { documentWithCaptionMessage: { message: { documentMessage: { ...document, caption: 'order 6' } } } }
  expect(read(wrapped)?.content).toMatchObject({ kind: 'file', text: 'order 6' })
  expect(read({ documentMessage: { ...document, caption: 'a.csv' } })?.content).not.toHaveProperty('text')
  expect(read({ videoMessage: { caption: ' ' } })?.content).not.toHaveProperty('text')
})

test('what the phone and its devices say among themselves is nothing', () => {
  const { HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type
  expect(read({ protocolMessage: { type: HISTORY_SYNC_NOTIFICATION, key: { id: 'A0' } } })).toBeNull()
  expect(read({ senderKeyDistributionMessage: { groupId: group } })).toBeNull()
  expect(read({})).toBeNull()
})

test('nobody speaks in our own messages, in a status, in a channel or in a broadcast', () => {
  expect(speaker({ fromMe: true })).toBeNull()
  expect(speaker({ remoteJid: 'status@broadcast', participant: ana })).toBeNull()
  expect(speaker({ remoteJid: '120@newsletter' })).toBeNull()
  expect(speaker({ remoteJid: '9@broadcast', participant: ana })).toBeNull()
  expect(speaker({ remoteJid: group })).toBeNull()
})

test('in a group its participant speaks, and the other address of theirs comes along', () => {
  const key = { remoteJid: group, participant: '91@lid', participantAlt: ana }
  expect(speakerOf(arrival({}, key))).toEqual({ jid: '91@lid', alt: ana })
  expect(speakerOf(arrival({}, { remoteJid: '91@lid', remoteJidAlt: ana }))).toEqual({ jid: '91@lid', alt: ana })
})
