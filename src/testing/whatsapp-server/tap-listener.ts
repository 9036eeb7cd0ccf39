import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onLines } from './on-lines.ts'
import type { TapNews } from './tap-lines.ts'

const quietWithinMs = 60_000

/** The door's end of the tap. */
export type TapListener = {
  readonly port: number
  /** Asks the bot whether anything is going on; resolves when nothing is. Waits for a bot that is starting. */
  readonly quiet: () => Promise<void>
  readonly close: () => void
}

/** Listens on the loopback interface for the bot, and hears its news in order. */
export async function startTapListener(hear: (news: TapNews) => void): Promise<TapListener> {
  const questions = new Map<number, () => void>()
  let bot: Socket | null = null
  let asked = 0
  const ask = (number: number) => void bot?.write(`${JSON.stringify({ number })}\n`)

  const server = createServer((socket) => {
    bot = socket.setNoDelay()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (bot === socket) bot = null
    })
    onLines(socket, (line) => {
      // Written by the bot in tap-bot.ts; a bot that is killed may leave half a line.
      if (!line.endsWith('}')) return
      const news = JSON.parse(line) as TapNews
      if (news.kind === 'quiet') questions.get(news.number)?.()
      else hear(news)
    })
    for (const number of questions.keys()) ask(number)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // A server that listens on TCP has an address of this form.
    port: (server.address() as AddressInfo).port,
    quiet: async () => {
      const number = ++asked
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(
        () => reject(new Error(`The bot was not quiet within ${quietWithinMs} ms`)),
        quietWithinMs,
      )
      questions.set(number, resolve)
      ask(number)
      try {
        await promise
      } finally {
        clearTimeout(timer)
        questions.delete(number)
      }
    },
    close: () => {
      bot?.destroy()
      server.close()
    },
  }
}
