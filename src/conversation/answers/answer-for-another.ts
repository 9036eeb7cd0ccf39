/**
 * In a group everybody sees what somebody else is asked. Somebody else who answers is told that it is not theirs to answer,
 * rather than that nothing waits.
 */
import type { Reading } from '../../understanding/reading.ts'
import type { MessageFacts } from '../event.ts'
import { leastId } from '../waiting/look-at-number.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Scene } from '../scene.ts'
import { done, needs, type Step } from '../step.ts'

/** What can only be an answer to something that was asked. */
const bareAnswers: ReadonlySet<Reading['kind']> = new Set<Reading['kind']>([
  'yes',
  'phrase',
  'pick',
  'no',
  'correction',
  'free-correction',
  'difference',
  'drop',
])

/**
 * Handles an answer to what another person is asked here, whether it quotes that or there is nothing else that it could
 * answer; `null` when it is none.
 */
export function answerForAnother(scene: Scene, reading: Reading, message: MessageFacts): Step | null {
  const { session, context } = scene
  const { quotedFor } = message
  if (quotedFor !== undefined) {
    const mayAnswer = bareAnswers.has(reading.kind) || reading.kind === 'value'
    const isWords = reading.kind === 'unknown' && reading.helpAbout === undefined
    return mayAnswer || isWords ? refuse(scene, reading, message, quotedFor) : null
  }
  // A late answer is about one's own preview that has lapsed.
  const isNothingOpen = session.question === null && session.pending === null && session.awaited === null
  const quotes = message.quotedCommand !== null || message.quotedOptions !== null
  if (context.chatKind !== 'group' || !isNothingOpen || session.menu?.live === true || quotes) return null
  // A number that no list is long enough to have is a thing to look at.
  if (!bareAnswers.has(reading.kind) || (reading.kind === 'pick' && reading.n >= leastId)) return null
  const lookup = { kind: 'asked-here' } as const satisfies Lookup
  const name = factOf(scene.facts, lookup)
  if (name === undefined) return needs(lookup)
  return name === null ? null : refuse(scene, reading, message, name)
}

function refuse({ session, context }: Scene, { kind }: Reading, message: MessageFacts, name: string): Step {
  const why = 'asked_by_another'
  const text = say(context.locale, why, { name: showValue(name) })
  const isConfirmation = kind === 'yes' || kind === 'phrase'
  const facts = { why, answer: kind, command: message.quotedCommand }
  return done(
    session,
    [{ about: 'refusal', text }],
    isConfirmation ? [{ kind: 'note', evidence: 'confirmation.refused', facts }] : [],
  )
}
