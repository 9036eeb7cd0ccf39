import type { OutboundReply } from '../../channel/channel.ts'
import type { Meter } from '../../telemetry/meter.ts'
import type { Tracer } from '../../telemetry/tracer.ts'
import { replyTraceName } from './send-replies.ts'

/** Measures a reply on its way out, in the trace of the turn that said it. */
export async function measureSending(
  { id, reply }: Pick<OutboundReply, 'id' | 'reply'>,
  { tracer, meter }: { readonly tracer: Tracer; readonly meter: Pick<Meter, 'sent'> },
  send: () => Promise<void>,
): Promise<void> {
  const attributes = {
    about: reply.about,
    command_id: reply.command?.id ?? null,
    status: reply.command?.status ?? null,
  }
  try {
    await tracer.span('send', { parent: tracer.recall(replyTraceName(id)), attributes }, send)
  } catch (error) {
    meter.sent('failed')
    throw error
  }
  meter.sent('sent')
}
