import { languageOfPhone } from '../access/language-of-phone.ts'
import { startBot } from '../bot.ts'
import { localeFor } from '../catalogue/locale-for.ts'
import type { SlashAnswer } from '../channel/terminal/slash-command.ts'
import { createTerminalChat } from '../channel/terminal/terminal-chat.ts'
import { say } from '../conversation/render/say.ts'
import { UserError } from '../errors.ts'
import { findPeopleByPhone } from '../ledger/people/people-list.ts'
import type { Foundation } from '../open-foundation.ts'
import type { Speaker } from './local-people.ts'
import { offerOwnerCodes, type OwnerCodes } from './offer-owner-codes.ts'
import { onStopSignal } from './stop-signal.ts'

/**
 * The chat in the terminal, from the prompt to the goodbye.
 * @param options.beside what runs as long as the chat does, and may say something in it
 */
export async function talkInTerminal(
  foundation: Foundation,
  {
    account,
    speaker,
    beside,
    beforeStop = async () => undefined,
    onBot,
  }: {
    readonly account: string
    readonly speaker: Speaker | null
    readonly beside?: (tell: (text: string) => void) => { readonly stop: () => Promise<void> }
    /** What is to end, when a signal says so, before the chat does. */
    readonly beforeStop?: () => Promise<void>
    /** Told once the bot is up. */
    readonly onBot?: () => void
  },
): Promise<void> {
  if (speaker === null) throw new UserError('people_invalid', 'The people file is empty: add at least one owner')
  const stopped = new AbortController()
  const signal = onStopSignal(() => void beforeStop().finally(() => stopped.abort()), foundation.config)
  const answer = async ({ message, params }: SlashAnswer): Promise<string> => {
    const language = await languageOf(foundation, speaker.phone).catch(() => languageOfPhone(speaker.phone))
    return say(localeFor(foundation.catalogue, language), message, params)
  }
  const terminal = createTerminalChat({
    input: process.stdin,
    output: process.stdout,
    account,
    speaker,
    tell: answer,
  })
  const nameOf = (phone: string) => (phone === speaker.phone ? speaker.ownName : null)
  const bot = await startBot(foundation, { account, channel: terminal.channel, nameOf })
  onBot?.()
  const tell = (text: string) => {
    const shown = { id: 'told', to: speaker.phone, group: null, replyTo: null }
    void terminal.channel.send({ ...shown, reply: { about: 'info', text } })
  }
  let codes: OwnerCodes | null = null
  let other: { readonly stop: () => Promise<void> } | undefined
  try {
    codes = await offerOwnerCodes(foundation, tell)
    other = beside?.(tell)
    await terminal.talk(bot, stopped.signal)
  } finally {
    codes?.stop()
    await Promise.all([other?.stop(), bot.stop()])
    // Not before: a terminal that is closed ends the input and sends its signal in either order, and the bot is to stop in its own.
    signal.release()
  }
}

/** As it is now: it may be changed in the chat. Of whoever is nobody here yet, as the bot speaks to them. */
async function languageOf({ ledger, secrets }: Foundation, phone: string): Promise<string> {
  const found = await findPeopleByPhone(ledger.db, secrets, phone, { removed: true })
  return found.find((each) => each.phone === phone)?.language ?? languageOfPhone(phone)
}
