/** Conversations of one request each, for tests that hold many at once: who holds one does what the bot says to do next. */
import { setTimeout as delay } from 'node:timers/promises'
import { codeIn, isNewText, textOf } from './whatsapp-bot.ts'
import type { Contact } from '../whatsapp-server/contact.ts'
import type { BotMessage } from '../whatsapp-server/network.ts'

/** What is wanted, and of which order: `mark` notes something with a thumb for a yes, `drop` asks for a cancellation and thinks better of it. */
export type Talk = { readonly kind: 'refund' | 'note' | 'mark' | 'drop' | 'read'; readonly order: number }

/** No word from the bot for so long is no answer any more, whatever it goes through. */
const answerWithinMs = 300_000

const tryAgainMs = 500
const thumb = '👍'

type Script = {
  readonly request: string
  /** What is said to this; `null`: nothing. An emoji is put on the message itself. */
  readonly answer: (text: string) => string | null
  readonly end: RegExp
}

const scripts: Readonly<Record<Talk['kind'], (order: number) => Script>> = {
  refund: (order) => ({ request: `refund ${refundOf(order)} of order ${order}`, answer: codeIn, end: /^✅/u }),
  note: (order) => noting(order, 'yes'),
  mark: (order) => noting(order, thumb),
  drop: (order) => ({
    request: `cancel order ${order}`,
    answer: (text) => (codeIn(text) === null ? null : '0'),
    end: /^Dropped/u,
  }),
  read: (order) => ({ request: `status of order ${order}`, answer: () => null, end: /^Order/u }),
}

function noting(order: number, yes: string): Script {
  return {
    request: `add note to order ${order}: ${noteOf(order)}`,
    answer: (text) => (text.includes('Reply  yes') ? yes : null),
    end: /^✅/u,
  }
}

/** How much is refunded of an order: another sum for each. */
export function refundOf(order: number): string {
  return (order / 100).toFixed(2)
}

/** What is noted with an order: other words for each. */
export function noteOf(order: number): string {
  return `note of ${order}`
}

/**
 * Holds a conversation to its end; what goes wrong says what was heard by then.
 * @param options.onSaid told of everything that was said, by its id; it is waited for
 */
export async function holdTalk(
  person: Contact,
  { kind, order }: Talk,
  { onSaid }: { readonly onSaid: (id: string) => Promise<void> },
): Promise<void> {
  const { request, answer, end } = scripts[kind](order)
  const say = async (text: string, message: BotMessage | null = null) => {
    const isMark = text === thumb && message !== null
    await onSaid(await (isMark ? person.react(message.id, text) : person.say(text)))
    return isMark ? 'yes' : text
  }
  const heard: string[] = []
  try {
    let said = await say(request)
    for (;;) {
      const message = await person.next({ matches: isNewText, timeoutMs: answerWithinMs })
      const text = textOf(message)
      heard.push(text)
      if (end.test(text)) return
      const next = answer(text)
      if (next !== null) said = await say(next, message)
      // On a busy machine the queue may not answer in time; the bot says to try again.
      else if (/queue is out of reach/iu.test(text)) {
        await delay(tryAgainMs)
        await say(said)
      }
    }
  } catch (cause) {
    throw new Error(`${person.phone} said "${request}", and heard:\n${heard.join('\n---\n')}`, { cause })
  }
}
