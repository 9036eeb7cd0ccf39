import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import { heardParameter } from '../questions/question-text.ts'
import { isSameCommand } from './is-same-command.ts'
import { recall } from '../things/mentions.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'

/**
 * "yes, cancel order 204" is a yes if that is what is open, and no more than a yes: what requires a code still does. If it
 * names another command, another target or another value, it confirms nothing.
 */
export function settleAgreement(scene: Scene, reading: Reading): Reading {
  if (reading.kind !== 'agreed') return reading
  const { question, pending } = scene.session
  const draft = question === null ? pending?.draft : question.parameter === heardParameter ? question.draft : undefined
  const isMeant = (wish: Wish) => draft !== undefined && isWhatIsOpen(scene, wish, draft)
  const isSame = reading.wishes.flatMap((wish) => [wish, ...(wish.or ?? [])]).some(isMeant)
  const { doubt } = reading
  return isSame ? { kind: 'yes', ...(doubt !== undefined && { doubt }) } : reading.otherwise
}

/** Whether a wish names nothing but what is open, or refers to it. */
export function isWhatIsOpen(scene: Scene, wish: Wish, { command, args }: Pick<Draft, 'command' | 'args'>): boolean {
  return (
    isSameCommand(scene.context, wish, command, args) &&
    Object.entries(wish.refers ?? {}).every(([name, reference]) =>
      recall(scene, reference).some((id) => id === args[name]),
    )
  )
}
