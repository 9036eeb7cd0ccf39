import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { jsonText } from '../../json.ts'
import { commandsHere } from '../things/find-topic.ts'
import { isNumberForName } from '../things/number-for-name.ts'
import type { MessageFacts } from '../event.ts'
import { factOf, type Lookup } from '../lookup.ts'
import type { Scene } from '../scene.ts'
import { withoutNumbers } from '../session.ts'
import { needs, type Step } from '../step.ts'
import { startWishes } from './wishes.ts'

/** A number that no list is long enough to have. */
export const leastId = 10

/**
 * "204", which no list has: looks at the thing with that number, if there is one and exactly one command looks at a thing by
 * its number. `null` otherwise.
 */
export function lookAtNumber(scene: Scene, n: number, message: MessageFacts): Step | null {
  const { session, context } = scene
  if (n < leastId || message.quotedOptions !== null) return null
  const looks = commandsHere(context).flatMap(({ token, safety, intent, parameters }) => {
    const target = parameters.find(({ name }) => name === intent.target)
    const isAlone = parameters.every((each) => each === target || !each.required)
    const isById = target !== undefined && !isNumberForName(context, target, String(n))
    return safety === 'read' && isAlone && isById && target.type === 'id' && target.entity !== null
      ? [{ token, target, entity: target.entity }]
      : []
  })
  const [look, ...rivals] = looks
  if (look === undefined || rivals.length > 0) return null
  const id = normaliseArgument(look.target, String(n))
  if (id.kind !== 'value') return null
  const lookup = { kind: 'entity', entity: look.entity, by: 'id', value: jsonText(id.value) } as const satisfies Lookup
  const rows = factOf(scene.facts, lookup)
  if (rows === undefined) return needs(lookup)
  if (rows.length === 0) return null
  const wish = { command: look.token, args: { [look.target.name]: String(n) }, source: 'sentence' } as const
  return startWishes({ ...scene, session: withoutNumbers(session) }, [wish], message)
}
