/**
 * The meter of a process that is looked at by Prometheus, and what it is asked for. Loaded only where somebody may ask. What is asked
 * of the ledger and the queue is asked when it is wanted, within a limit; what does not answer is left out, and said to be.
 */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Meter } from './meter.ts'
import { createPrometheusMeter } from './prometheus-meter.ts'

/** What is looked up when somebody asks; `null`: it cannot be had now. */
export type Readings = {
  /** Commands in the ledger, and jobs in the queue, by their state. */
  readonly commands: { readonly waiting: number; readonly running: number }
  readonly unsentReplies: { readonly count: number; readonly oldestSeconds: number }
  readonly openRows: number
  /** Evidence that is not in the chain yet: how old the oldest is. */
  readonly unsealedSeconds: number
}

export type QueueReadings = { readonly waiting: number; readonly active: number }

export type Prometheus = {
  readonly meter: Meter
  /** All metrics as Prometheus reads them. Never rejects for what is out of reach. */
  readonly render: (sources: {
    readonly ledger: () => Promise<Readings>
    readonly queue: () => Promise<QueueReadings>
  }) => Promise<string>
  readonly contentType: string
}

/** Makes a registry of its own, with what Node tells of its process. */
export function createPrometheus(): Prometheus {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    meter: createPrometheusMeter([registry]),
    contentType: registry.contentType,
    render: async ({ ledger, queue }) => {
      const [work, jobs] = await Promise.all([ledger().catch(() => null), queue().catch(() => null)])
      return `${await registry.metrics()}\n${await renderReadings(work, jobs)}`
    },
  }
}

type Reading = readonly [
  name: string,
  help: string,
  values: readonly (readonly [state: string | null, value: number])[],
]

/** Made anew every time: what is not known just now is not shown as if it were. */
async function renderReadings(ledger: Readings | null, queue: QueueReadings | null): Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  const up = new Gauge({
    name: 'sayso_up',
    help: 'Whether the part answered when it was asked for these metrics (1)',
    labelNames: ['part'],
    registers,
  })
  up.set({ part: 'ledger' }, ledger === null ? 0 : 1)
  up.set({ part: 'queue' }, queue === null ? 0 : 1)
  const known = [...(ledger === null ? [] : readingsOf(ledger)), ...(queue === null ? [] : jobsOf(queue))]
  for (const [name, help, values] of known) {
    const gauge = new Gauge({ name, help, labelNames: ['state'], registers })
    for (const [state, value] of values) gauge.set(state === null ? {} : { state }, value)
  }
  return registry.metrics()
}

function readingsOf({ commands, unsentReplies, openRows, unsealedSeconds }: Readings): readonly Reading[] {
  return [
    [
      'sayso_commands',
      'Confirmed commands that are not over, in the ledger',
      [
        ['waiting', commands.waiting],
        ['running', commands.running],
      ],
    ],
    ['sayso_outbox_unsent', 'Replies that have not left', [[null, unsentReplies.count]]],
    [
      'sayso_outbox_oldest_seconds',
      'How long the oldest reply that has not left has waited; 0 when there is none',
      [[null, unsentReplies.oldestSeconds]],
    ],
    ['sayso_inbox_open', 'Messages, outcomes and the like whose turn is not over', [[null, openRows]]],
    [
      'sayso_sealer_lag_seconds',
      'How old the oldest evidence is that is not in the chain yet; 0 when all is',
      [[null, unsealedSeconds]],
    ],
  ]
}

function jobsOf({ waiting, active }: QueueReadings): readonly Reading[] {
  return [
    [
      'sayso_queue_jobs',
      'Jobs in the queue',
      [
        ['waiting', waiting],
        ['active', active],
      ],
    ],
  ]
}
