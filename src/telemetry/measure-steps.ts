import type { StepEvent } from '../execution/run/run.ts'
import type { Meter } from './meter.ts'
import type { Span, Tracer } from './tracer.ts'

/** What of a command its steps are told with. */
type Measured = {
  readonly commandId: string
  readonly chain: readonly { readonly actionDomain: string; readonly actionType: string }[]
}

/** Times the steps of a run, from what is told of them: one that an earlier run began counts from nothing on. */
export function measureSteps(
  { tracer, meter }: { readonly tracer: Pick<Tracer, 'begin'>; readonly meter: Pick<Meter, 'step'> },
  { commandId, chain }: Measured,
): (event: StepEvent) => void {
  const running = new Map<number, { readonly span: Span; readonly begun: number }>()
  return (event) => {
    const domain = chain[event.index]?.actionDomain ?? ''
    const action = `${domain}/${chain[event.index]?.actionType ?? ''}`
    if (event.kind === 'started') {
      const attributes = { command_id: commandId, step: event.step, action }
      running.set(event.index, { span: tracer.begin(`step ${action}`, { attributes }), begun: performance.now() })
      return
    }
    if (event.kind === 'answered') return
    const found = running.get(event.index)
    running.delete(event.index)
    if (event.kind === 'failed') found?.span.fail(event.code)
    found?.span.end()
    if (event.kind === 'asked_again') return
    meter.step({ domain, result: event.kind, seconds: found === undefined ? 0 : secondsSince(found.begun) })
  }
}

/** Seconds since a moment of `performance.now()`. */
export function secondsSince(moment: number): number {
  return (performance.now() - moment) / 1000
}
