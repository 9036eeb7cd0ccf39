/** That a voice note may confirm is said to whom it is true of: real turns, with a model that hears English alone. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'

const model = {
  name: 'english-only',
  kind: 'moonshine',
  languages: ['en'],
  licence: 'none',
  files: { encoder: 'encoder', decoder: 'decoder', tokens: 'tokens' },
  sha256: {},
}

let bot: BotHere
beforeAll(async () => {
  bot = await startBotHere({
    env: { VOICE_CONFIRM: 'phrase', SPEECH: 'local' },
    prepare: async ({ dir }) => {
      const folder = path.join(dir, 'models', model.name)
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, 'model.json'), JSON.stringify(model))
    },
  })
})
afterAll(() => bot.close())

test.each([
  ['en', 'cancel order 204', true],
  ['pt-BR', 'cancela o pedido 204', false],
  ['es', 'cancela el pedido 204', false],
])(
  'where only English is heard, a preview in %s offers the phrase for a voice note: %s, %s',
  async (language, text, offered) => {
    const from = bot.house.phone(0)
    await bot.house.changePeople('update people set language = $2 where phone = $1', [from, language])
    const last = (await bot.send({ from, text })).at(-1)?.reply
    expect(last?.about).toBe('preview')
    expect(/voice note|áudio|nota de voz/u.test(last?.text ?? '')).toBe(offered)
  },
)
