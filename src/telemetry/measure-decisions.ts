import type { Decision } from '../conversation/step.ts'
import { assertNever } from '../errors.ts'
import type { Outcome } from '../execution/run/outcome.ts'
import type { Meter } from './meter.ts'

const methods = ['yes', 'phrase', 'token'] as const

/** Counts what a turn has decided; told once that is stored. */
export function measureDecisions(meter: Pick<Meter, 'command' | 'confirmation'>, decisions: readonly Decision[]): void {
  for (const decision of decisions) measureDecision(meter, decision)
}

function measureDecision({ command, confirmation }: Pick<Meter, 'command' | 'confirmation'>, decision: Decision): void {
  switch (decision.kind) {
    case 'accept':
      return command('accepted')
    case 'confirm':
      command('confirmed')
      return confirmation(decision.method, 'confirmed')
    case 'refuse':
    case 'reject':
    case 'ask-approval':
    case 'cancel':
      return command('rejected')
    case 'count-wrong-token':
      return confirmation('token', 'wrong')
    case 'note':
      if (decision.evidence === 'confirmation.refused') confirmation(methodOf(decision.facts['answer']), 'refused')
      return undefined
    case 'end-asking':
    case 'turn-down':
    case 'recall':
    case 'run-read':
      return undefined
    default:
      return assertNever(decision)
  }
}

/** Counts how a command ended; told once that is stored. */
export function measureOutcome({ command }: Pick<Meter, 'command'>, outcome: Outcome): void {
  if (outcome.kind === 'executed') command('executed')
  else command('failed', outcome.effect)
}

/** How somebody tried, as the refusal notes it. */
function methodOf(answer: unknown): 'yes' | 'phrase' | 'token' | 'unknown' {
  return methods.find((method) => method === answer) ?? 'unknown'
}
