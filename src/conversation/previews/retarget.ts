/**
 * "no, 213" to "How much?", or "What should the note say?": nothing has been said about that yet, so the no corrects what was
 * said, which is the thing that is meant, if one has that number. `null` when it is an answer after all.
 */
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { jsonText } from '../../json.ts'
import type { Reading } from '../../understanding/reading.ts'
import { draftCommand } from './draft-command.ts'
import { continueWithValue } from './drafts.ts'
import type { MessageFacts } from '../event.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { isNumberForName } from '../things/number-for-name.ts'
import type { Scene } from '../scene.ts'
import type { Question } from '../session.ts'
import { needs, type Step } from '../step.ts'
import { isDigits } from '../../understanding/text/is-digits.ts'

export function retarget(
  scene: Scene,
  { draft, parameter: asked }: Question,
  { text, thing, said = thing ?? text }: Extract<Reading, { kind: 'value' }>,
  message: MessageFacts,
): Step | null {
  const { session, context } = scene
  const command = context.catalogue.commands.get(draft.command)
  const target = command?.parameters.find(({ name }) => name === command.intent.target)
  const entity = target?.entity ?? null
  if (target === undefined || entity === null || target.name === asked || !isDigits(said)) return null
  if (draft.args[target.name] === undefined && draft.raw[target.name] === undefined) return null
  if (isNumberForName(context, target, said)) return null
  const id = normaliseArgument(target, said)
  if (id.kind !== 'value') return null
  const lookup = { kind: 'entity', entity, by: 'id', value: jsonText(id.value) } as const satisfies Lookup
  const rows = factOf(scene.facts, lookup)
  if (rows === undefined) return needs(lookup)
  if (rows.length === 0) return null
  const answering = { ...scene, session: { ...session, question: null } }
  return draftCommand(answering, continueWithValue(draft, message, { parameter: target.name, raw: said }))
}
