import { expect } from 'vitest'
import type { Reply } from '../../channel/reply.ts'
import { startWorker } from '../../worker.ts'
import { startBotHere, type BotHere } from './bot-here.ts'

/** People who talk to a bot whose worker does what they confirm. */
export type PeopleHere = {
  readonly bot: BotHere
  /** The phones of two owners, Olga Reis and another one, and of a viewer, Vera Prado. */
  readonly owner: string
  readonly other: string
  readonly viewer: string
  /** The last reply to what somebody says. */
  readonly say: (from: string, text: string) => Promise<Reply>
  /** Confirms what is open as its preview says, and waits for how it ends: the text of the outcome. */
  readonly confirm: (from: string, preview: Reply) => Promise<string>
  readonly close: () => Promise<void>
}

const soon = { interval: 20 }

export async function startPeopleHere(): Promise<PeopleHere> {
  const bot = await startBotHere()
  const [owner, viewer, other] = [bot.house.phone(0), bot.house.phone(1), bot.house.phone(2)]
  await bot.house.changePeople(`update people set roles = '{viewer}', name = 'Vera Prado' where phone = $1`, [viewer])
  await bot.house.changePeople(`update people set name = 'Olga Reis' where phone = $1`, [owner])
  const worker = await startWorker(bot.foundation)
  return {
    bot,
    owner,
    other,
    viewer,
    say: async (from, text) => {
      const last = (await bot.send({ from, text })).at(-1)
      if (last === undefined) throw new Error(`No answer to ${text}`)
      return last.reply
    },
    confirm: async (from, preview) => {
      const before = bot.sent.length
      await bot.receive({ from, text: preview.confirm?.expect ?? '' })
      const outcome = () => bot.sent.slice(before).find(({ reply }) => reply.about === 'outcome')
      await expect.poll(outcome, soon).toBeDefined()
      return outcome()?.reply.text ?? ''
    },
    close: async () => {
      await worker.stop()
      await bot.close()
    },
  }
}
