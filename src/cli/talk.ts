import { startBot } from '../bot.ts'
import { createTerminalChat } from '../channel/terminal/terminal-chat.ts'
import { UserError } from '../errors.ts'
import type { Foundation } from '../open-foundation.ts'
import { onStopSignal } from './stop-signal.ts'

/** The chat in the terminal, from the prompt to the goodbye. */
export async function talkInTerminal(
  foundation: Foundation,
  { account, speaker }: { account: string; speaker: { readonly name: string; readonly phone: string } | null },
): Promise<void> {
  if (speaker === null) throw new UserError('people_invalid', 'The people file names nobody: add at least one owner')
  const stopped = new AbortController()
  const signal = onStopSignal(() => stopped.abort())
  const terminal = createTerminalChat({ input: process.stdin, output: process.stdout, account, speaker })
  const bot = await startBot(foundation, { account, channel: terminal.channel })
  try {
    await terminal.talk(bot, stopped.signal)
  } finally {
    signal.release()
    await bot.stop()
  }
}
