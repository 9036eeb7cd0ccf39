/**
 * The names of the few things that somebody may mention, for a recogniser that is told what to expect. They are looked up as
 * the conversation would look them up for this person, and are kept a while for that person alone.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { mayAskFor } from '../../access/may.ts'
import type { Person } from '../../access/person.ts'
import type { Catalogue, EntityRow } from '../../catalogue/catalogue.ts'
import type { Names } from '../../voice/ear/names.ts'
import { findEntity } from './find-entity.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** Who speaks, and where. */
export type Speaker = { readonly person: Pick<Person, 'id' | 'roles'>; readonly isPublic: boolean }

/** More than this are not few: none of them is expected then. */
const mostRows = 200
/** How long the names are kept, in milliseconds; until then only the first recogniser hears new ones. */
const keptMs = 5 * 60_000
const mostKept = 200
/** Names are a help, and no note waits longer for them, in milliseconds: those that come later are expected in the next one. */
const waitMs = 2000

type Kept = { readonly until: number; readonly names: Promise<readonly string[]> }

/** Never throws: what cannot be looked up is not expected. */
export function createExpectedNames(
  deps: Parameters<typeof findEntity>[0] & Pick<TurnDeps, 'clock'>,
): (speaker: Speaker) => Promise<Names> {
  const { catalogue, clock } = deps
  const kept = new Map<string, Kept>()

  async function lookUp(personId: string, entity: string): Promise<readonly string[]> {
    try {
      const rows = await findEntity(deps, personId, { kind: 'entity', entity, by: 'all', value: '' })
      return rows.length > mostRows ? [] : rows.flatMap(nameOf)
    } catch {
      // The log has it, and the turn will report it.
      return []
    }
  }

  function namesOf(personId: string, entity: string): Promise<readonly string[]> {
    const key = `${personId} ${entity}`
    const now = clock().getTime()
    const before = kept.get(key)
    if (before !== undefined && before.until > now) return before.names
    kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
    const names = lookUp(personId, entity)
    kept.set(key, { until: now + keptMs, names })
    return names
  }

  return async (speaker) => {
    const entities = nameable(catalogue, speaker)
    const late = delay(waitMs, [] as readonly string[], { ref: false })
    const names = await Promise.all(entities.map((entity) => Promise.race([namesOf(speaker.person.id, entity), late])))
    return Object.fromEntries(entities.map((entity, at) => [entity, names[at] ?? []]))
  }
}

/** The entities with few things that are named by commands which the speaker may ask for here. */
function nameable({ commands, entities, roles }: Catalogue, { person, isPublic }: Speaker): readonly string[] {
  const open = [...commands.values()].filter(
    ({ scope, onlyPrivate }) => mayAskFor({ person, scope, roles }) && !(isPublic && onlyPrivate),
  )
  const named = new Set(open.flatMap(({ parameters }) => parameters.flatMap(({ entity }) => entity ?? [])))
  return [...named].filter((name) => {
    const entity = entities.get(name)
    return entity?.all != null && entity.byName !== null
  })
}

function nameOf({ name }: EntityRow): readonly string[] {
  return typeof name === 'string' && name.trim() !== '' ? [name] : []
}
