/** "no, the second", "no, 2", "no, the other one": refers to the list from which a value was chosen. */
import type { Command } from '../../catalogue/catalogue.ts'
import { jsonText } from '../../json.ts'
import type { FreeCorrection } from '../../understanding/correction-reading.ts'
import type { Possible } from '../answers/possible-options.ts'
import { factOf, type Lookup } from '../lookup.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import { needs, type Step } from '../step.ts'

/** The id of the one in that place; `null` where there is none. */
export function chooseAnew({ chosen, args }: Draft, place: FreeCorrection['place']): string | null {
  if (chosen === undefined || place === undefined) return null
  const before = jsonText(args[chosen.parameter] ?? null)
  const others = chosen.from.filter(({ id }) => id !== before)
  const wanted = place === 'other' ? (others.length === 1 ? others[0] : undefined) : chosen.from[place - 1]
  return wanted?.id ?? null
}

/** The thing in the place of this number; `null` where there is none, or such a thing has that number for its id. */
export function chooseByNumber(
  scene: Scene,
  { command, draft }: { readonly command: Command; readonly draft: Draft },
  number: string,
): Possible | null | Step {
  const id = /^\d{1,2}$/u.test(number) ? chooseAnew(draft, Number(number)) : null
  const parameter = command.parameters.find(({ name }) => name === draft.chosen?.parameter)
  const entity = parameter?.entity ?? null
  if (id === null || parameter === undefined || entity === null) return null
  const byId = (value: string) => ({ kind: 'entity', entity, by: 'id', value }) as const satisfies Lookup
  const lookups = [byId(number), byId(id)]
  const [numbered, listed] = lookups.map((lookup) => factOf(scene.facts, lookup))
  if (numbered === undefined || listed === undefined) return needs(...lookups)
  const [row] = listed
  const choice = { parameter, value: { correction: id }, found: id, ...(row !== undefined && { row }) }
  return numbered.length === 0 ? choice : null
}
