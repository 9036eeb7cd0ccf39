/**
 * A bot that is started again at once whenever it dies, as whatever keeps it in production does. The next one is loaded ahead,
 * so that a test that kills often waits for what the bot does and not for what Node does.
 */
import { setImmediate as immediate } from 'node:timers/promises'
import { startSayso, type Place, type WhatsAppProcess } from './whatsapp-bot.ts'

export type BotKeeper = {
  /** The one that lives now; connected or on its way. */
  readonly current: () => WhatsAppProcess
  /** Resolves when the one that lives now, or comes after it, serves the number; rejects when one has ended by itself. */
  readonly serving: () => Promise<void>
  /** SIGKILL; resolves when it is dead and the next one has begun. */
  readonly kill: () => Promise<void>
  /** How many have died. */
  readonly deaths: () => number
  /** Starts none any more, and kills the last. */
  readonly close: () => Promise<void>
}

/** Keeps a bot of a paired number; it heeds the kill plan of the installation, each until it dies of it. */
export function keepWhatsAppBot(place: Place): BotKeeper {
  const { installation } = place
  let closed = false
  let deaths = 0
  let spare = start()
  let [bot, serving, next] = begin()

  function start(): WhatsAppProcess {
    const args = ['start', '--headless', '--people', installation.people]
    return startSayso(place, args, { mayDie: true, held: true, env: {} })
  }

  function begin(): [WhatsAppProcess, Promise<boolean>, Promise<void>] {
    const begun = spare
    begun.begin()
    spare = start()
    return [begun, servesBeforeItDies(begun), begun.gone.then(succeed)]
  }

  async function succeed(): Promise<void> {
    deaths += 1
    serving = endedBy(bot)
    if (closed || (await bot.ended) !== null) return
    installation.plan(null)
    // The lease of a dead one ends by itself, after a while that these tests need not wait for.
    await installation.rows('update whatsapp_accounts set until = null')
    ;[bot, serving, next] = begin()
  }

  async function whenServing(): Promise<void> {
    const succeeded = next
    if ((await serving) || closed) return
    await succeeded
    return whenServing()
  }

  async function kill(): Promise<void> {
    const succeeded = next
    await bot.kill()
    await succeeded
  }

  return {
    current: () => bot,
    serving: whenServing,
    kill,
    deaths: () => deaths,
    close: async () => {
      closed = true
      await Promise.all([kill(), spare.kill()])
    },
  }
}

async function servesBeforeItDies(bot: WhatsAppProcess): Promise<boolean> {
  try {
    await bot.printed(/(is connected)/u)
    return true
  } catch (error) {
    if (await Promise.race([bot.gone.then(() => true), immediate(false)])) return false
    throw error
  }
}

/** Whoever was killed serves nobody; who ended by itself says why. */
async function endedBy(bot: WhatsAppProcess): Promise<false> {
  const status = await bot.ended
  if (status !== null) throw new Error(`The bot ended with ${status}: ${bot.logged()}`)
  return false
}
