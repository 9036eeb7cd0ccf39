import type { Command } from '../../catalogue/catalogue.ts'
import { isKnownById } from '../../catalogue/known-by-id.ts'
import { jsonText, type Json } from '../../json.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { callThing } from '../render/call-thing.ts'
import type { Scene } from '../scene.ts'
import { needs, type Needs } from '../step.ts'

type Names = { readonly kind: 'names'; readonly names: Readonly<Record<string, string>> }

/** What the things among these values are called whose ids mean nothing to people, by parameter; what is gone by now has no name. */
export function namesOfKnown(
  { facts, context: { locale } }: Scene,
  command: Pick<Command, 'parameters'> | undefined,
  values: Readonly<Record<string, Json>>,
): Needs | Names {
  const things = (command?.parameters ?? []).flatMap(({ name, entity }) => {
    const id = values[name]
    if (entity === null || id === undefined || isKnownById(locale.entities[entity])) return []
    const lookup = { kind: 'entity', entity, by: 'id', value: jsonText(id) } as const satisfies Lookup
    return [{ name, entity, lookup, rows: factOf(facts, lookup) }]
  })
  const open = things.filter(({ rows }) => rows === undefined).map(({ lookup }) => lookup)
  if (open.length > 0) return needs(...open)
  const named = things.flatMap(({ name, entity, rows = [] }) => {
    const [row] = rows
    const called = row === undefined ? null : callThing(locale, entity, row)
    return called === null ? [] : [[name, called]]
  })
  return { kind: 'names', names: Object.fromEntries(named) }
}
