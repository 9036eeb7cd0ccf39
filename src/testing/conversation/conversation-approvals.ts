import type { ConversationEvent } from '../../conversation/event.ts'
import type { CommandRecord } from '../../conversation/lookup.ts'
import type { Asker } from './conversation-others.ts'
import type { StoredCommand } from './stored-command.ts'

type Told = { readonly isFor: (asker: Asker) => boolean; readonly event: ConversationEvent }

/** What waits in memory in the lanes of those who are asked for something, and of those who asked; the rules are those of ledger/commands/approvals.ts. */
export type ConversationApprovals = {
  readonly ask: (command: StoredCommand, of: readonly string[]) => void
  readonly recall: (command: StoredCommand) => void
  readonly turnDown: (command: StoredCommand) => void
  /** Once it is over. */
  readonly tellWhoAsked: (command: StoredCommand) => void
  /** What waits for somebody; once. */
  readonly take: (asker: Asker) => readonly ConversationEvent[]
}

export function createConversationApprovals({
  nameOf,
  recordOf,
}: {
  readonly nameOf: (personId: string) => string
  readonly recordOf: (commandId: string) => CommandRecord
}): ConversationApprovals {
  let waiting: readonly Told[] = []

  function tell(asked: CommandRecord, chatId: string, answer: { readonly record: CommandRecord | null; by: string }) {
    const isFor = (asker: Asker) => asker.chatId === chatId
    waiting = [...waiting, { isFor, event: { kind: 'answered', asked, ...answer } }]
  }

  const chats = new Map<string, string>()
  const of = new Map<string, readonly string[]>()

  function recall(commandId: string, by: string, isDone: boolean): void {
    const event = { kind: 'recalled', record: recordOf(commandId), by, isDone } as const
    const people = of.get(commandId) ?? []
    waiting = [...waiting, ...people.map((id) => ({ isFor: ({ personId }: Asker) => personId === id, event }))]
  }

  return {
    ask: ({ envelope, chatId }, people) => {
      chats.set(envelope.command_id, chatId)
      of.set(envelope.command_id, people)
      const event = {
        kind: 'asked',
        record: recordOf(envelope.command_id),
        by: nameOf(envelope.actor.user_id),
      } as const
      waiting = [...waiting, ...people.map((id) => ({ isFor: ({ personId }: Asker) => personId === id, event }))]
    },
    recall: ({ envelope }) => recall(envelope.command_id, nameOf(envelope.actor.user_id), false),
    turnDown: ({ envelope, chatId }) => tell(recordOf(envelope.command_id), chatId, { record: null, by: '' }),
    tellWhoAsked: ({ envelope, reason }) => {
      const { asked_by: askedBy } = envelope.sayso
      if (askedBy === undefined || reason === 'superseded' || reason === 'changed' || reason === 'duplicate') return
      const record = recordOf(envelope.command_id)
      const by = nameOf(envelope.actor.user_id)
      tell(recordOf(askedBy), chats.get(askedBy) ?? '', { record, by })
      if (record.status === 'executed') recall(askedBy, by, true)
    },
    take: (asker) => {
      const taken = waiting.filter(({ isFor }) => isFor(asker))
      waiting = waiting.filter((each) => !taken.includes(each))
      return taken.map(({ event }) => event)
    },
  }
}
