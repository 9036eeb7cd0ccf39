import type { Message } from '../channel/message.ts'
import type { LedgerDb } from '../ledger/database.ts'
import { admitMessage, admitting, type Admission, type Receiving } from '../ledger/talk/inbox.ts'
import type { Secrets } from '../ledger/secrets/secrets.ts'
import type { Span, SpanOptions, Tracer } from '../telemetry/tracer.ts'
import { traceNameOf } from './measure-turn.ts'

export type Receiver = {
  /** Takes a message from the channel; resolves once it is stored. */
  readonly receive: (message: Message) => Promise<void>
  /** The same, for a channel that stores it in a transaction of its own. */
  readonly receiving: (message: Message) => Receiving
}

/** Admits messages, each of which begins a trace. */
export function createReceiver({
  db,
  secrets,
  clock,
  tracer,
  onAdmitted,
}: {
  readonly db: LedgerDb
  readonly secrets: Secrets
  readonly clock: () => Date
  readonly tracer: Tracer
  readonly onAdmitted: (message: Message, admission: Admission) => void
}): Receiver {
  async function receive(message: Message): Promise<void> {
    const admission = await tracer.span('message', optionsOf(message), async (span) => {
      const admitted = await admitMessage(db, secrets, message, clock())
      trace(span, message, admitted)
      return admitted
    })
    onAdmitted(message, admission)
  }

  function receiving(message: Message): Receiving {
    const { statement, admissionOf } = admitting(db, secrets, message, clock())
    return {
      statement,
      onStored: (rows) => {
        const admission = admissionOf(rows)
        tracer.span('message', optionsOf(message), (span) => trace(span, message, admission))
        onAdmitted(message, admission)
      },
    }
  }

  function trace(span: Span, { id: messageId }: Message, { kind, chatId }: Admission): void {
    span.set({ chat: chatId, admission: kind })
    // What comes again belongs to the trace of the first time.
    if (kind === 'new') tracer.keep(traceNameOf({ chatId, messageId }))
  }

  return { receive, receiving }
}

function optionsOf({ channel, content }: Message): SpanOptions {
  return { parent: null, attributes: { channel, content: content.kind } }
}
