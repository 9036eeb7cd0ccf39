/** The bot as people run it, over the real protocol. The tests follow one life of a number, in order. */
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecrets } from '../../ledger/secrets/secrets.ts'
import { dumpTables } from '../../testing/installations/dump-tables.ts'
import type { TestInstallation } from '../../testing/installations/test-installation.ts'
import {
  codeIn,
  isNewText,
  pairWhatsAppBot,
  textOf,
  type WhatsAppProcess,
} from '../../testing/whatsapp/whatsapp-bot.ts'
import { createWhatsAppPlace, type WhatsAppPlace } from '../../testing/whatsapp/whatsapp-place.ts'
import type { Contact } from '../../testing/whatsapp-server/contact.ts'
import type { BotMessage } from '../../testing/whatsapp-server/network.ts'
import { hearText } from '../../testing/whatsapp/whatsapp-silence.ts'
import type { WhatsAppServer } from '../../testing/whatsapp-server/whatsapp-server.ts'

let place: WhatsAppPlace
let installation: TestInstallation
let server: WhatsAppServer
let bot: WhatsAppProcess | undefined
const bots: WhatsAppProcess[] = []
let ana: Contact
let bia: Contact
let eve: Contact
let cancelled: BotMessage | undefined

beforeAll(async () => {
  place = await createWhatsAppPlace({ linked: false })
  ;({ installation, server } = place)
  ana = place.addOwner(0, { name: 'Ana' })
  bia = place.addOwner(1, { name: 'Bia', addressing: 'lid' })
  eve = server.addContact({ phone: '+15550009999', name: 'Eve' })
})

afterAll(() => place.close())

async function startBot(): Promise<void> {
  bot = await place.startBot()
  bots.push(bot)
}

/** What is waiting for the phone that nobody has taken: marks and typing aside, it should be nothing. */
const unexpected = () => server.untaken().filter(({ content }) => content.kind !== 'reaction')

test('a number is paired by QR code, and the bot serves it', async () => {
  await pairWhatsAppBot(place)
  await startBot()
  expect(await installation.rows('select phone from whatsapp_accounts')).toEqual([{ phone: server.phone.phone }])
})

test('an order is cancelled: preview, code, outcome, which quotes the request', async () => {
  const request = await ana.say('cancel order 204')
  const preview = await hearText(ana)
  expect(preview).toContain('204')
  await ana.say(codeIn(preview) ?? '')
  cancelled = await ana.next({ matches: isNewText })
  expect(cancelled).toMatchObject({ content: { text: expect.stringContaining('✅') }, quoted: request })
  expect(await installation.rows(`select status from orders where id = 204`)).toEqual([{ status: 'cancelled' }])
})

test('“undo” takes back what it quotes, whatever was done since', async () => {
  await ana.say('add a note to order 211: fragile')
  await hearText(ana)
  await ana.say('yes')
  expect(await hearText(ana)).toContain('✅')
  await ana.say('undo', { quoted: cancelled?.id ?? '' })
  expect(await hearText(ana)).toContain('Reinstate order 204')
  await ana.say('no')
  expect(await hearText(ana)).toContain('Nothing was done')
})

test('which of several is meant is asked in the chat, with numbers, and one of them is picked', async () => {
  await ana.say('cancel the order of Pedro Alves')
  expect(await hearText(ana)).toMatch(/^Which order .*\n1\. 207 — Pedro Alves.*\n2\. 208 — Pedro Alves/u)
  await ana.say('2')
  expect(await hearText(ana)).toContain('Cancel order 208')
  await ana.say('0')
  expect(await hearText(ana)).toContain('Nothing was done')
})

test('the credentials, every key and every message that is kept with its keys are sealed, under names that tell nothing', async () => {
  const note = await ana.sendVoice(randomBytes(2000))
  await hearText(ana)
  const sealedIn = async (table: string, column: string) => {
    const rows = await installation.rows<{ value: Buffer }>(
      `select ${column} as value from ${table} where ${column} is not null`,
    )
    return rows.map(({ value }) => value)
  }
  const creds = await sealedIn('whatsapp_accounts', 'creds')
  const keys = await sealedIn('whatsapp_keys', 'value')
  const said = await sealedIn('whatsapp_inbound', 'content')
  expect(creds).toHaveLength(1)
  expect(keys.length).toBeGreaterThan(800)
  expect(await installation.rows('select 1 from whatsapp_inbound where message_id = $1', [note])).toHaveLength(1)
  expect(said.length).toBeGreaterThan(0)
  // What a sealed value begins with: its layout, and the name of the secret.
  const { keyId } = createSecrets(installation.env['SAYSO_SECRET'] ?? '')
  const begins = [...creds, ...keys, ...said].map((value) => value.toString('hex', 0, 5))
  expect(new Set(begins)).toEqual(new Set([`01${keyId}`]))
  const names = await sealedIn('whatsapp_keys', 'id')
  expect(names.every((name) => name.length === 32)).toBe(true)
})

test('failure 1: what was said before the pairing is history, and no command', async () => {
  await server.phone.pushHistory([{ from: ana, id: 'OLD1', text: 'status of order 218', sentAt: new Date(0) }])
  await server.event('receipt', { matches: ({ type }) => type === 'hist_sync' })
  await server.phone.say(ana, 'status of order 219')
  await ana.say('status of order 220')
  expect(await hearText(ana)).toContain('220')
  expect(unexpected()).toEqual([])
})

test('failure 17: somebody under a LID is the person with the number that WhatsApp gives for it', async () => {
  await bia.say('status of order 205')
  expect(await hearText(bia)).toContain('205')
  const senders = await installation.rows(`select distinct value from identities where kind = 'lid'`)
  expect(senders).toEqual([])
})

test('a stranger is answered politely, and so is a LID without a number', async () => {
  await eve.say('cancel order 205')
  expect(await hearText(eve)).not.toContain('205')
  expect(await installation.rows(`select 1 from envelopes where target_id = '205' and safety <> 'read'`)).toEqual([])
})

test('failure 2: what was sent while the bot was away is answered when it is back', async () => {
  server.offline()
  await ana.say('status of order 208')
  await bia.say('status of order 209')
  server.online()
  expect(await hearText(ana)).toContain('208')
  expect(await hearText(bia)).toContain('209')
})

test('failure 16: what could not be read on the phone is said again under its id', async () => {
  await ana.say('status of order 210')
  const told = await ana.next({ matches: isNewText })
  ana.askAgain(told)
  expect(await ana.next({ matches: ({ again }) => again })).toMatchObject({
    id: told.id,
    again: true,
    content: told.content,
  })
})

test('failure 16: what an earlier process said is said again from the store, to whom it was said and nobody else', async () => {
  await ana.say('status of order 211')
  const told = await ana.next({ matches: isNewText })
  const group = server.addGroup({ subject: 'Curious', members: [ana, bia] })
  await ana.say('status of order 215', { group, mentionsBot: true })
  const toldThere = await server.nextIn(group)
  // The library remembers what it has sent as long as it runs.
  await bot?.stop()
  await startBot()
  eve.askAgain({ ...told, jid: eve.pn })
  ana.askAgain({ ...told, jid: group.jid })
  ana.askAgain({ ...toldThere, jid: group.jid })
  expect(await server.nextIn(group)).toMatchObject({ id: toldThere.id, again: true, content: toldThere.content })
  ana.askAgain(told)
  const again = await ana.next({ matches: ({ id }) => id === told.id })
  expect(again).toMatchObject({ again: true, content: told.content })
  await eve.say('help')
  expect(await hearText(eve)).not.toContain('211')
  expect(unexpected()).toEqual([])
})

test('failure 15: what the bot could not read it asks for again, and answers once', async () => {
  ana.forgetSessions()
  await ana.say('status of order 211')
  expect(await hearText(ana)).toContain('211')
})

test('a thumb on a preview that a plain yes confirms is a yes', async () => {
  await ana.say('add note to order 212: fragile')
  const preview = await ana.next({ matches: isNewText })
  expect(textOf(preview)).toContain('212')
  await ana.react(preview.id, '👍')
  expect(await hearText(ana)).toContain('✅')
})

test('a thumb on a preview that wants its code leaves it open, with nothing done', async () => {
  await ana.say('cancel order 218')
  const preview = await ana.next({ matches: isNewText })
  expect(codeIn(textOf(preview))).not.toBeNull()
  await ana.react(preview.id, '👍')
  expect(await hearText(ana)).toContain('That is not enough')
  expect(await installation.rows(`select status from envelopes where target_id = '218'`)).toEqual([
    { status: 'accepted' },
  ])
  expect(await installation.rows('select status from orders where id = 218')).toEqual([{ status: 'paid' }])
  await ana.say('no')
  expect(await hearText(ana)).toContain('Nothing was done')
})

test('an edit of the request takes its preview back, and is previewed itself', async () => {
  const request = await ana.say('cancel order 213')
  await ana.next({ matches: isNewText })
  await ana.edit(request, 'cancel order 214')
  expect(await hearText(ana)).not.toContain('CONFIRM')
  expect(await installation.rows(`select status from envelopes where target_id = '213'`)).toEqual([
    { status: 'rejected' },
  ])
  expect(await hearText(ana)).toContain('Cancel order 214')
  await ana.say('no')
  expect(await hearText(ana)).toContain('Nothing was done')
})

test('in a group the bot answers who mentions it, quoting them, and nobody else', async () => {
  const group = server.addGroup({ subject: 'Shop', members: [ana, bia, eve] })
  await ana.say('status of order 215', { group })
  const asked = await bia.say(`@${server.phone.lid.split('@')[0]} status of order 216`, { group, mentionsBot: true })
  const told = await server.nextIn(group)
  expect(told).toMatchObject({ quoted: asked })
  expect(textOf(told)).toContain('216')
  expect(unexpected()).toEqual([])
})

test('failure 18: a preview in a group is confirmed by whoever asked for it alone', async () => {
  const group = server.addGroup({ subject: 'Two', members: [ana, bia] })
  await ana.say('cancel order 217', { group, mentionsBot: true })
  const preview = await server.nextIn(group)
  await bia.say(codeIn(textOf(preview)) ?? '', { group, quoted: preview.id })
  await server.nextIn(group)
  expect(await installation.rows(`select status from orders where id = 217`)).not.toEqual([{ status: 'cancelled' }])
  await ana.say(codeIn(textOf(preview)) ?? '', { group })
  expect(textOf(await server.nextIn(group))).toContain('✅')
})

/** Every row of every table but those of the link itself, and but the clock of the queue. */
async function everythingElse(): Promise<readonly string[]> {
  const dump = await dumpTables(installation, { except: String.raw`whatsapp\_%` })
  return dump.split('\n').filter((row) => !row.includes(',stalled-check,'))
}

/** The same, once the bot has written all that belongs to what it did before. */
async function everythingElseAtRest(): Promise<readonly string[]> {
  let rows = await everythingElse()
  const isAtRest = async () => {
    const last = rows
    rows = await everythingElse()
    return isDeepStrictEqual(rows, last)
  }
  await expect.poll(isAtRest).toBe(true)
  return rows
}

test('failure 11: an unlinked number says so, keeps everything, and is linked again while the bot runs', async () => {
  const before = await everythingElseAtRest()
  server.unlink()
  await bot?.printed(/(was unlinked)/u)
  expect(await installation.rows('select 1 from whatsapp_keys')).toEqual([])
  await pairWhatsAppBot(place, ['--phone', server.phone.phone])
  await bot?.printed(/(is connected)/u)
  const after = new Set(await everythingElse())
  expect(before.filter((row) => !after.has(row))).toEqual([])
  await ana.say('status of order 204')
  expect(await hearText(ana)).toContain('204')
})

test('private keys are never printed, on whichever stream, though sessions were closed', () => {
  const printed = bots.map(({ everything }) => everything()).join('\n')
  expect(printed).toContain('is connected')
  expect(printed).not.toMatch(/privKey|Closing (?:open )?session|chainKey/u)
})
