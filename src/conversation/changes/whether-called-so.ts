import type { Command } from '../../catalogue/catalogue.ts'
import { jsonText, type Json } from '../../json.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { isOf } from '../things/is-of.ts'
import { isText } from '../things/is-text.ts'
import { plainWords } from '../things/plain-words.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import { needs, whether, type Whether } from '../step.ts'

/**
 * Whether what is said not to be meant is the name or the text of something open: Maria in "not Maria, João", or the text of
 * a note. If it is not, those words say something else ("not sure, maybe").
 */
export function whetherCalledSo(scene: Scene, not: string): Whether {
  const { pending } = scene.session
  const command = scene.context.catalogue.commands.get(pending?.draft.command ?? '')
  const texts = (command?.parameters ?? []).filter(isText)
  if (texts.some(({ name }) => isSaidSo(pending?.draft.args[name], not))) return whether(true)
  const lookups = pending === null ? [] : namedThings(scene, command, pending.draft)
  const found = lookups.map((lookup) => factOf(scene.facts, lookup))
  if (found.some((rows) => rows?.some((row) => isOf(row, not)))) return whether(true)
  return found.includes(undefined) ? needs(...lookups) : whether(false)
}

/** What is open is about these things, which are found by name. */
function namedThings({ context }: Scene, command: Command | undefined, { args }: Draft) {
  return (command?.parameters ?? []).flatMap(({ name, entity }) => {
    const value = args[name]
    if (value === undefined || entity === null || context.catalogue.entities.get(entity)?.byName == null) return []
    return [{ kind: 'entity', entity, by: 'id', value: jsonText(value) } as const satisfies Lookup]
  })
}

function isSaidSo(value: Json | undefined, not: string): boolean {
  return typeof value === 'string' && plainWords(value) === plainWords(not)
}
