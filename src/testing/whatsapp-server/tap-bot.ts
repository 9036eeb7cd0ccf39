/**
 * The bot as it is, with a listener beside its channel: what the wire does not say (what a reply is about, when a turn is over,
 * whether anything is going on) is told to the scripting door. Loaded by tap-preload.ts in the place of bot.ts.
 */
import { connect } from 'node:net'
import { startBot as startRealBot } from '../../bot.ts'
import { newsOfReply } from './news-of-reply.ts'
import { onLines } from './on-lines.ts'
import { tapPortVariable, type TapNews, type TapQuestion } from './tap-lines.ts'

export const startBot: typeof startRealBot = async (foundation, options) => {
  const { channel } = options
  const socket = connect(Number(process.env[tapPortVariable]), '127.0.0.1')
  // The bot outlives a door that goes away, and does not stay for one that is there.
  socket
    .setNoDelay()
    .on('error', () => undefined)
    .unref()
  const tell = (news: TapNews) => void socket.write(`${JSON.stringify(news)}\n`)
  const bot = await startRealBot(foundation, {
    ...options,
    channel: {
      ...channel,
      send: (outbound) => {
        tell(newsOfReply(outbound))
        return channel.send(outbound)
      },
      turnOver: (message) => {
        channel.turnOver(message)
        tell({ kind: 'done', id: message.id })
      },
    },
  })
  onLines(socket, (line) => {
    // Written by the door in door-session.ts.
    const { number } = JSON.parse(line) as TapQuestion
    void bot.whenQuiet().then(() => tell({ kind: 'quiet', number }))
  })
  return bot
}
