/** That a voice note may confirm is said to whom it is true of: real turns, with a model that hears English alone. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBot, type Bot } from '../bot.ts'
import type { OutboundReply } from '../channel/channel.ts'
import { typedMessage } from '../channel/terminal/typed-message.ts'
import { createLog } from '../cli/create-log.ts'
import { loadLocalPeople } from '../cli/local-people.ts'
import { readConfig } from '../config.ts'
import { openFoundation, type Foundation } from '../open-foundation.ts'
import { createTestInstallation, type TestInstallation } from '../testing/test-installation.ts'

const model = {
  name: 'english-only',
  kind: 'moonshine',
  languages: ['en'],
  licence: 'none',
  files: { encoder: 'encoder', decoder: 'decoder', tokens: 'tokens' },
  sha256: {},
}

let house: TestInstallation
let foundation: Foundation
let bot: Bot
let sent: OutboundReply[]

beforeAll(async () => {
  house = await createTestInstallation()
  const folder = path.join(house.dir, 'models', model.name)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'model.json'), JSON.stringify(model))
  const env = { ...house.env, SAYSO_LOG: 'silent', VOICE_CONFIRM: 'phrase', SPEECH: 'local' }
  const config = readConfig(env, { data: house.dir, people: house.people })
  foundation = await openFoundation(config, createLog(config))
  await loadLocalPeople(foundation)
  sent = []
  bot = await startBot(foundation, {
    account: 'terminal',
    channel: { send: async (reply) => void sent.push(reply), turnOver: () => undefined },
  })
})
afterAll(async () => {
  await bot.stop()
  await foundation.close()
  await house.close()
})

test.each([
  ['en', 'cancel order 204', true],
  ['pt-BR', 'cancela o pedido 204', false],
  ['es', 'cancela el pedido 204', false],
])(
  'where only English is heard, a preview in %s offers the phrase for a voice note: %s, %s',
  async (language, text, offered) => {
    const from = house.phone(0)
    await house.rows('update people set language = $2 where phone = $1', [from, language])
    await bot.receive(typedMessage({ account: 'terminal', from, text }))
    await bot.whenQuiet()
    const last = sent.at(-1)?.reply
    expect(last?.about).toBe('preview')
    expect(/voice note|áudio|nota de voz/u.test(last?.text ?? '')).toBe(offered)
  },
)
