/** A turn as seen from outside: a span in the trace of what caused it, and how long it took. */
import { jsonText } from '../json.ts'
import type { LaneRow } from '../ledger/talk/inbox.ts'
import { secondsSince } from '../telemetry/measure-steps.ts'
import type { Meter } from '../telemetry/meter.ts'
import type { Tracer } from '../telemetry/tracer.ts'

type Deps = { readonly tracer: Tracer; readonly meter: Meter; readonly clock: () => Date }

/** How a turn ended; `null`: it was not due. */
export type TurnEnd = Parameters<Meter['turn']>[0]['result'] | null

/** Runs a turn; it may report through `end` how it ended, if not as it should. */
export async function measureTurn(
  { tracer, meter, clock }: Deps,
  row: LaneRow,
  work: (end: (how: TurnEnd) => void) => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  if (row.attempts === 0 && row.takenAt === null) meter.laneWait((clock().getTime() - row.receivedAt.getTime()) / 1000)
  const attributes = { kind: row.kind, chat: row.chatId, command_id: row.kind === 'message' ? null : commandOf(row) }
  await tracer.span('turn', { parent: traceOf(tracer, row), attributes }, async (span) => {
    let how: TurnEnd = 'done'
    await work((ended) => (how = ended))
    if (how === null) return
    span.set({ result: how })
    if (how !== 'done') span.fail(how)
    meter.turn({ kind: row.kind, result: how, seconds: secondsSince(begun) })
  })
}

/** The name under which the trace of a message is remembered from its admission on. */
export function traceNameOf({ chatId, messageId }: { readonly chatId: string; readonly messageId: string }): string {
  return `message ${chatId} ${messageId}`
}

/** What caused a row, as a `traceparent`: the admission of its message, or the run that put it there. */
export function traceOf(tracer: Pick<Tracer, 'recall'>, row: LaneRow): string | null {
  if (row.kind === 'message') return tracer.recall(traceNameOf(row))
  return 'trace' in row.body && typeof row.body.trace === 'string' ? row.body.trace : null
}

function commandOf({ kind, messageId, body }: LaneRow): string {
  return kind === 'progress' && 'commandId' in body ? jsonText(body.commandId ?? null) : messageId
}
