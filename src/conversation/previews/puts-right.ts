import type { EntityRow } from '../../catalogue/catalogue.ts'
import { jsonText } from '../../json.ts'
import { isAlike } from '../../understanding/text/is-alike.ts'
import type { Wish } from '../../understanding/wish.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { isText } from '../things/is-text.ts'
import { plainWords } from '../things/plain-words.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import { needs, whether, type Whether } from '../step.ts'
import { saysOther } from './is-same-command.ts'

/**
 * "Põe 4 velas na 103", where 2 are to be put there: whether a wish is what is open, for the same things, but for a value. Another text is one
 * more: nobody who says yes to a note wants another in its place.
 */
export function putsRight({ context, facts }: Scene, wish: Wish, draft: Draft): Whether {
  if (wish.command !== draft.command) return whether(false)
  const { parameters = [] } = context.catalogue.commands.get(wish.command) ?? {}
  const others = parameters.filter((each) => saysOther(each, wish, { ...draft.raw, ...draft.args }))
  if (others.every(({ entity }) => entity !== null) || others.some(isText)) return whether(false)
  const things = others.flatMap(({ name, entity }) => {
    if (entity === null || context.catalogue.entities.get(entity)?.byName == null) return []
    const value = jsonText(draft.args[name] ?? null)
    return [{ name, lookup: { kind: 'entity', entity, by: 'id', value } as const satisfies Lookup }]
  })
  if (things.length < others.filter(({ entity }) => entity !== null).length) return whether(false)
  const missing = things.flatMap(({ lookup }) => (factOf(facts, lookup) === undefined ? [lookup] : []))
  if (missing.length > 0) return needs(...missing)
  return whether(
    things.every(
      ({ name, lookup }) => factOf(facts, lookup)?.some((row) => isCalled(row, wish.args[name] ?? '')) === true,
    ),
  )
}

/** Whether every word of a name stands in what a thing shows of itself, in another form perhaps ("velas" of "Vela"). */
function isCalled(row: EntityRow, name: string): boolean {
  const shown = Object.values(row).flatMap((each) => (typeof each === 'string' ? plainWords(each).split(' ') : []))
  return plainWords(name)
    .split(' ')
    .every((word) => shown.some((each) => isAlike(word, each)))
}
