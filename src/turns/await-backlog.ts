import type { Message } from '../channel/message.ts'

/** What was sent longer ago was kept while the bot was away, and so was what came after it. */
const lateAfterMs = 3000
/** As long as it takes until all of that is stored. */
const backlogMs = 500

/**
 * Lets a backlog arrive before its first message is acted on: whoever wrote "yes" and deleted it while the bot was away wants nothing
 * done.
 */
export function createBacklog({
  clock,
  wake,
}: {
  readonly clock: () => Date
  readonly wake: (chatId: string) => void
}) {
  let arrivesUntil = 0
  return {
    /** Whether the message comes from a backlog; its chat is then woken when that has arrived. */
    holds: ({ sentAt }: Pick<Message, 'sentAt'>, chatId: string): boolean => {
      if (clock().getTime() - Date.parse(sentAt) < lateAfterMs) return false
      arrivesUntil = performance.now() + backlogMs
      setTimeout(() => wake(chatId), backlogMs).unref()
      return true
    },
    isArriving: (): boolean => performance.now() < arrivesUntil,
  }
}
