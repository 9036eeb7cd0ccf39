import { mayTrigger, type TriggerKind } from '../catalogue/contract.ts'
import type { Command } from '../catalogue/catalogue.ts'
import type { Wish } from '../understanding/reading.ts'

/** UJG 10 `triggerKinds`: by which of its ways a wish came; a contract that lists none of them refuses it. */
export function isTriggered(command: Command, source: Wish['source'], channel: string): boolean {
  return triggersOf(source, channel).some((kind) => mayTrigger(command, kind))
}

/** A typed sentence at a terminal is a submitted text and a line on standard input alike. */
function triggersOf(source: Wish['source'], channel: string): readonly TriggerKind[] {
  if (source === 'menu') return ['tap']
  if (source === 'token') return ['shortcut']
  return channel === 'terminal' ? ['submit', 'stdin-line'] : ['submit']
}
