import { takesBack, type Reversibility } from './reversibility.ts'
import type { MessageFacts } from '../event.ts'
import { factOf, type CommandRecord, type Lookup } from '../lookup.ts'
import { quotedCommandOf } from '../things/quoted.ts'
import { summaryOf } from '../render/summary-of.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import { openPreview } from '../session.ts'
import { done, needs, type Step } from '../step.ts'

/**
 * "Can it be undone later?": about what is quoted, else what is open, else what was done last. A question only: nothing is dropped
 * or taken back for it.
 */
export function tellReversible(scene: Scene, message: MessageFacts): Step {
  const { session, context } = scene
  const { locale, catalogue } = context
  const answer = (key: string, params = {}) => done(session, [{ about: 'info', text: say(locale, key, params) }])
  const quoted = quotedCommandOf(message)
  const { question } = session
  if (quoted === null && question !== null) {
    const command = catalogue.commands.get(question.draft.command)
    return answer(command?.undo === null && command.safety !== 'read' ? 'reversible_never' : 'reversible_asked')
  }
  const lookup = lookupOf(scene)
  const record = quoted ?? (lookup === null ? null : factOf(scene.facts, lookup))
  if (record === undefined) return needs(...(lookup === null ? [] : [lookup]))
  const state = record === null ? null : takesBack(scene, record)
  if (record === null || state === null) return answer('help_undo')
  return typeof state === 'string' ? answer('reversible', paramsOf(scene, record, state)) : state
}

function lookupOf({ session }: Scene): Extract<Lookup, { kind: 'command' } | { kind: 'ref' }> | null {
  const commandId = openPreview(session)?.commandId ?? session.awaited
  if (commandId !== null) return { kind: 'command', commandId }
  return session.lastDone === null ? null : { kind: 'ref', ref: session.lastDone }
}

function paramsOf({ context }: Scene, record: CommandRecord, undo: Reversibility) {
  const { ref, status } = record
  return { summary: summaryOf(context, record), ref, undo, done: status === 'executed' ? 'yes' : 'no' }
}
