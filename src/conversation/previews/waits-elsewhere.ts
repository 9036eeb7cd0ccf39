import type { Confirmation } from '../../understanding/reading.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { refuse } from './refuse-answer.ts'
import { summarise } from '../render/describe-command.ts'
import type { Scene } from '../scene.ts'
import type { Pending } from '../session.ts'
import { needs, type Step } from '../step.ts'

/**
 * Handles the code of a command of theirs that waits in another chat, where alone it counts; `null` when it is not such a
 * code.
 */
export function elsewhere(scene: Scene, answer: Confirmation, pending: Pending | null): Step | null {
  if (answer.kind !== 'token') return null
  const lookup = { kind: 'elsewhere', token: answer.token } as const satisfies Lookup
  const found = factOf(scene.facts, lookup)
  if (found === undefined) return needs(lookup)
  return found === null
    ? null
    : refuse(scene, 'confirm_elsewhere', answer, pending, { ref: found.ref, where: found.chatKind })
}

/**
 * Handles a yes when nothing waits here but one thing does in another chat, where it has to be answered; `null` when it is
 * unclear what is meant.
 */
export function waitsElsewhere(scene: Scene, answer: Confirmation): Step | null {
  if (answer.kind !== 'yes') return null
  const { context, facts } = scene
  const lookup = { kind: 'waits-elsewhere' } as const satisfies Lookup
  const found = factOf(facts, lookup)
  if (found === undefined) return needs(lookup)
  if (found === null) return null
  const { ref, chatKind } = found
  const record = factOf(facts, { kind: 'ref', ref })
  if (record === undefined) return needs({ kind: 'ref', ref })
  const command = record === null ? undefined : context.catalogue.commands.get(record.name)
  if (record === null || command === undefined) return null
  // In a group, not everybody should read what somebody wants in private.
  const isPrivate = context.chatKind === 'private'
  const what = isPrivate ? summarise(context.locale, command, record.args, record.facts) : `#${ref}`
  const where = chatKind === context.chatKind ? 'another' : chatKind
  return refuse(scene, 'waits_elsewhere', answer, null, { what, where, how: command.confirm })
}
