import { mayTrigger, type TriggerKind } from '../../catalogue/contract/contract.ts'
import type { Command } from '../../catalogue/catalogue.ts'
import type { Wish } from '../../understanding/wish.ts'

/** UJG 10 `triggerKinds`: the way in which a wish came; a contract that does not list that way refuses it. */
export function isTriggered(command: Command, source: Wish['source'], channel: string): boolean {
  return triggersOf(source, channel).some((kind) => mayTrigger(command, kind))
}

/** A sentence typed at a terminal is both a submitted text and a line on standard input. */
function triggersOf(source: Wish['source'], channel: string): readonly TriggerKind[] {
  if (source === 'menu') return ['tap']
  if (source === 'token') return ['shortcut']
  return channel === 'terminal' ? ['submit', 'stdin-line'] : ['submit']
}
