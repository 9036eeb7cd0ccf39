import { startBot } from '../bot.ts'
import { createTerminalChat } from '../channel/terminal/terminal-chat.ts'
import { UserError } from '../errors.ts'
import type { Foundation } from '../open-foundation.ts'
import type { Speaker } from './local-people.ts'
import { offerOwnerCodes, type OwnerCodes } from './offer-owner-codes.ts'
import { onStopSignal } from './stop-signal.ts'

/** The chat in the terminal, from the prompt to the goodbye. */
export async function talkInTerminal(
  foundation: Foundation,
  { account, speaker }: { readonly account: string; readonly speaker: Speaker | null },
): Promise<void> {
  if (speaker === null) throw new UserError('people_invalid', 'The people file names nobody: add at least one owner')
  const stopped = new AbortController()
  const signal = onStopSignal(() => stopped.abort())
  const terminal = createTerminalChat({ input: process.stdin, output: process.stdout, account, speaker })
  const nameOf = (phone: string) => (phone === speaker.phone ? speaker.name : null)
  const bot = await startBot(foundation, { account, channel: terminal.channel, nameOf })
  let codes: OwnerCodes | null = null
  try {
    codes = await offerOwnerCodes(foundation, (text) => {
      const shown = { id: 'owner-code', to: speaker.phone, group: null, replyTo: null }
      void terminal.channel.send({ ...shown, reply: { about: 'info', text } })
    })
    await terminal.talk(bot, stopped.signal)
  } finally {
    codes?.stop()
    signal.release()
    await bot.stop()
  }
}
