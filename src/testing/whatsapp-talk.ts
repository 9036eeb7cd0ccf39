/** Conversations of one request each, for tests that hold many at once: who holds one does what the bot says to do next. */
import { setTimeout as delay } from 'node:timers/promises'
import { codeIn, isNewText, textOf } from './whatsapp-bot.ts'
import type { Contact } from './whatsapp-server/contact.ts'

/** What is wanted, and of which order: `drop` asks for a cancellation and thinks better of it. */
export type Talk = { readonly kind: 'refund' | 'note' | 'drop' | 'read'; readonly order: number }

/** No word from the bot for so long is no answer any more, whatever it goes through. */
const answerWithinMs = 300_000

const tryAgainMs = 500

type Script = {
  readonly request: string
  /** What is said to this; `null`: nothing. */
  readonly answer: (text: string) => string | null
  readonly end: RegExp
}

const scripts: Readonly<Record<Talk['kind'], (order: number) => Script>> = {
  refund: (order) => ({ request: `refund ${refundOf(order)} of order ${order}`, answer: codeIn, end: /^✅/u }),
  note: (order) => ({
    request: `add note to order ${order}: ${noteOf(order)}`,
    answer: (text) => (text.includes('Reply  yes') ? 'yes' : null),
    end: /^✅/u,
  }),
  drop: (order) => ({
    request: `cancel order ${order}`,
    answer: (text) => (codeIn(text) === null ? null : '0'),
    end: /^Dropped/u,
  }),
  read: (order) => ({ request: `status of order ${order}`, answer: () => null, end: /^Order/u }),
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
  const say = async (text: string) => {
    await onSaid(await person.say(text))
    return text
  }
  const heard: string[] = []
  try {
    let said = await say(request)
    for (;;) {
      const text = textOf(await person.next({ matches: isNewText, timeoutMs: answerWithinMs }))
      heard.push(text)
      if (end.test(text)) return
      const next = answer(text)
      if (next !== null) said = await say(next)
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
