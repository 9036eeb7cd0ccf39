/**
 * "cancela o pedido da Maria e do João", where nothing is called "Maria e do João": the same for each of them, one after the other.
 */
import type { Parameter } from '../../catalogue/catalogue.ts'
import type { Lookup } from '../lookup.ts'
import { type One, resolveOne } from './resolve-one.ts'
import { maxWishes } from '../../understanding/wishes/split-wishes.ts'
import { maxWaiting, type Scene } from '../scene.ts'
import { openThings, type Draft, type QueuedWish } from '../session.ts'
import { wishOfDraft } from '../wish-and-draft.ts'

/**
 * The draft for the first of them, and the scene in which the others wait behind it, or what must be looked up; `null` where the name is
 * not made of names of things that there are, or they are more than one message may ask for or than can wait.
 */
export function partNames(
  scene: Scene,
  draft: Draft,
  parameter: Parameter,
):
  | { readonly kind: 'parted'; readonly scene: Scene; readonly draft: Draft }
  | { readonly kind: 'needs'; readonly lookups: readonly Lookup[] }
  | null {
  const { session } = scene
  const { joined, behind: _trusted, ...one } = draft
  const names = joined?.[parameter.name] ?? []
  const [first, ...others] = names
  // Another name may have been said since.
  if (!names.every((name) => draft.raw[parameter.name]?.includes(name) === true)) return null
  if (first === undefined || names.length > maxWishes || others.length + session.wishes.length > maxWaiting) return null
  const found = names.map((name) => resolveOne(scene, parameter, name, { isHeard: false, isId: false }))
  const lookups = found.flatMap((each) => (each.kind === 'needs' ? each.lookups : []))
  if (lookups.length > 0) return { kind: 'needs', lookups }
  const ids = found.map(idsOf)
  if (ids.some(({ length }) => length === 0) || new Set(ids.flat()).size < ids.flat().length) return null
  const values = (name: string) => ({ ...one.raw, [parameter.name]: name })
  const besides = openThings(session)
  const wishes = others.map((name): QueuedWish => ({
    wish: wishOfDraft(one, { [parameter.name]: name }),
    origin: one.origin,
    besides,
  }))
  return {
    kind: 'parted',
    scene: { ...scene, session: { ...session, wishes: [...wishes, ...session.wishes] } },
    draft: { ...one, raw: values(first), wished: values(first) },
  }
}

/** What a name may be; "Souza" and "Maria" of one Maria Souza are one name in another order. */
function idsOf(one: One): readonly string[] {
  if (one.kind === 'value') return one.row === undefined ? [] : [one.row.id]
  return one.kind === 'because' && one.because.kind === 'ambiguous' ? one.because.rows.map(({ id }) => id) : []
}
