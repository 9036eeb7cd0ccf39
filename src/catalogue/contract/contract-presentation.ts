import { assertNever } from '../../errors.ts'
import type { Outcome } from '../../execution/run/outcome.ts'
import type { Command } from '../catalogue.ts'
import { effectiveContract } from './contract.ts'
import type { ContractMode, Destination, ResultLike, UjgContract } from './contract.ts'

/** How an outcome is told in a chat (UJG 10 `result`, `error`, `outputDestinations`). */
export type Presentation = {
  /**
   * `inline`: the whole text. `summary`: one line, no rows, no details. `download`: one line and the whole as a file.
   * `preview`: the first rows, and the rest when asked for. `none`: nothing but the receipt with the reference.
   */
  readonly show: 'inline' | 'summary' | 'download' | 'preview' | 'none'
  /** `replace`: it takes the place of the progress message; `own`: a message of its own, which rings. */
  readonly message: 'own' | 'replace'
  /** Where it goes besides the person who asked, each once. */
  readonly also: readonly AlsoTo[]
  /** Whether the person is told how to try again. Never after a failure whose effect is unknown (invariant 4). */
  readonly offersRetry: boolean
}

/** `download`: a file in the chat; `artifact`: kept in the workspace; `event`; `log`: for operators; `owners`: told in the chat. */
export type AlsoTo = 'download' | 'artifact' | 'event' | 'log' | 'owners'

type Shown = {
  readonly show: Presentation['show']
  readonly message?: Presentation['message']
  readonly also?: readonly AlsoTo[]
}

const onSuccess: Readonly<Record<ContractMode, Shown>> = {
  none: { show: 'none' },
  replace: { show: 'inline', message: 'replace' },
  append: { show: 'inline' },
  emit: { show: 'none', also: ['event'] },
  download: { show: 'download' },
  preview: { show: 'preview' },
  inline: { show: 'inline' },
  summary: { show: 'summary' },
  global: { show: 'inline', also: ['owners'] },
  retry: { show: 'inline' },
  fallback: { show: 'summary' },
}

/** A failure is always answered (invariant 8), and has no rows that a file or a preview could hold. */
const onFailure: Readonly<Record<ContractMode, Shown>> = {
  none: { show: 'summary' },
  replace: { show: 'inline', message: 'replace' },
  append: { show: 'inline' },
  emit: { show: 'summary', also: ['event'] },
  download: { show: 'inline' },
  preview: { show: 'inline' },
  inline: { show: 'inline' },
  summary: { show: 'summary' },
  global: { show: 'inline', also: ['owners'] },
  retry: { show: 'inline' },
  fallback: { show: 'summary', also: ['log'] },
}

/** Which place besides the chat a destination is; the others are the chat itself. */
const placeOf: Readonly<Record<Destination, AlsoTo | null>> = {
  'current-node': null,
  'next-node': null,
  stdout: null,
  stderr: 'log',
  artifact: 'artifact',
  event: 'event',
  download: 'download',
}

/** What the person who asked is shown of an outcome, and where else it goes. */
export function presentationOf(command: Pick<Command, 'contract'>, outcome: Outcome): Presentation {
  const contract = effectiveContract(command)
  const succeeded = outcome.kind === 'executed'
  const posture = (succeeded ? contract.result : contract.error) ?? {}
  const outputs = succeeded ? (contract.outputDestinations ?? []) : []
  const [main = 'current-node', ...rest] =
    posture.destination === undefined ? outputs : [posture.destination, ...outputs]
  const shown = succeeded ? showResult(posture, main) : showError(posture, main)
  const places = [...(shown.also ?? []), ...[main, ...rest].flatMap((each) => placeOf[each] ?? [])]
  return {
    show: shown.show,
    message: shown.message ?? 'own',
    // What is shown as a file is in the chat already.
    also: [...new Set(places)].filter((place) => shown.show !== 'download' || place !== 'download'),
    offersRetry: offersRetry(contract, outcome),
  }
}

/** The mode says how, the destination where: what goes elsewhere is not told in the chat as well. */
function showResult({ mode = 'append' }: ResultLike, destination: Destination): Shown {
  const shown = onSuccess[mode]
  switch (destination) {
    case 'event':
      return { ...shown, show: 'none' }
    case 'stderr':
      return { ...shown, show: shown.show === 'none' ? 'none' : 'summary' }
    case 'artifact':
    case 'download':
      return { ...shown, show: shown.show === 'inline' || shown.show === 'summary' ? 'download' : shown.show }
    case 'current-node':
    case 'next-node':
    case 'stdout':
      return shown
    default:
      return assertNever(destination)
  }
}

function showError({ mode = 'inline' }: ResultLike, destination: Destination): Shown {
  const shown = onFailure[mode]
  return destination === 'event' || destination === 'stderr' ? { ...shown, show: 'summary' } : shown
}

/** UJG 10 `retry` and `idempotency`: trying again is offered where it cannot do the same thing twice. */
function offersRetry({ retry, idempotency, error }: UjgContract, outcome: Outcome): boolean {
  if (outcome.kind === 'executed' || outcome.effect === 'unknown' || retry === 'none') return false
  const wanted = retry !== undefined || error?.mode === 'retry'
  return wanted && (outcome.effect === 'none' || idempotency === 'idempotent')
}
