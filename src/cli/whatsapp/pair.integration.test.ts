/** `sayso pair` as a real process, against the loopback server. */
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import qrcode from 'qrcode'
import { expect, test } from 'vitest'
import { dumpTables } from '../../testing/installations/dump-tables.ts'
import { createTestInstallation } from '../../testing/installations/test-installation.ts'
import { pairWhatsAppBot, startSayso } from '../../testing/whatsapp/whatsapp-bot.ts'
import { startWhatsAppServer } from '../../testing/whatsapp-server/start-whatsapp-server.ts'

/** The tables that linking may change. */
const ofTheLink = { except: String.raw`whatsapp\_%` }

test('a number is linked by what is shown, also where no picture of it can be kept', async ({ onTestFinished }) => {
  const server = await startWhatsAppServer()
  onTestFinished(server.close)
  const installation = await createTestInstallation()
  onTestFinished(installation.close)
  await mkdir(path.join(installation.dir, 'pairing.png'))
  await pairWhatsAppBot({ installation, server })
  expect(await installation.rows('select phone from whatsapp_accounts')).toEqual([{ phone: server.phone.phone }])
})

test('begun without internet it says so once and links when there is one, by a code that is drawn and kept as a picture; again it keeps everything else', async ({
  onTestFinished,
}) => {
  const server = await startWhatsAppServer()
  onTestFinished(server.close)
  const installation = await createTestInstallation()
  onTestFinished(installation.close)
  const place = { installation, server }
  server.offline()
  const pairing = startSayso(place, ['pair'], { mayDie: false, env: {} })
  await pairing.printed(/(cannot be reached)/u)
  server.forget('kept-out')
  for (let n = 0; n < 2; n++) await server.event('kept-out')
  server.online()
  const qr = await pairing.printed(/QR: (\S+)/u)
  expect(pairing.everything().match(/cannot be reached/gu)).toHaveLength(1)
  const picture = await pairing.printed(/also in (.+)$/u)
  expect(pairing.everything()).toContain(await qrcode.toString(qr, { type: 'terminal', small: true }))
  expect((await readFile(picture)).equals(await qrcode.toBuffer(qr, { margin: 2, scale: 6 }))).toBe(true)
  await server.pair({ qr }, { history: null })
  expect(await pairing.ended).toBe(0)

  const creds = () => installation.rows('select creds, phone from whatsapp_accounts')
  await installation.changePeople(
    `insert into people (phone, name, roles, language, time_zone, source) values ($1, 'Ana', '{owner}', 'en', 'UTC', 'test')`,
    [installation.phone(0)],
  )
  const [linked, before] = [await creds(), await dumpTables(installation, ofTheLink)]
  for (const kept of [installation.phone(0), 'Pedro Alves']) expect(before).toContain(kept)
  const asked = startSayso(place, ['pair'], { mayDie: false, env: {} })
  await asked.printed(/(is already linked)/u)
  expect(await asked.ended).toBe(0)
  expect(await creds()).toEqual(linked)
  await pairWhatsAppBot(place, ['--again'])
  expect(await creds()).not.toEqual(linked)
  expect(await dumpTables(installation, ofTheLink)).toBe(before)
})

test.for([
  [405, 'no longer accepts this version'],
  [401, 'took the link back'],
] as const)(
  'refused by WhatsApp (%i), it says why and ends, instead of connecting again and again',
  async ([reason, why], { onTestFinished }) => {
    const server = await startWhatsAppServer()
    onTestFinished(server.close)
    const installation = await createTestInstallation()
    onTestFinished(installation.close)
    server.refuseLogins(reason, 100)
    const pairing = startSayso({ installation, server }, ['pair'], { mayDie: false, env: {} })
    expect(await pairing.ended).toBe(1)
    expect(pairing.logged()).toContain(why)
    expect(await installation.rows('select phone from whatsapp_accounts')).toEqual([{ phone: null }])
  },
)
