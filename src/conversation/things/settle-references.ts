import type { Reading } from '../../understanding/reading.ts'
import type { Reference, Wish } from '../../understanding/wish.ts'
import { isSameKind, recall } from './mentions.ts'
import type { Scene } from '../scene.ts'

type Named = { readonly entity: string; readonly value: string }

/**
 * In "cancel order 204 and refund it" the previous wish says what "it" is; if that wish names only things of another kind,
 * the person is asked.
 */
export function settleReferences(scene: Scene, wishes: readonly Wish[]): readonly Wish[] {
  const settled: Wish[] = []
  let before: readonly Named[] = []
  for (const wish of wishes) {
    const meant = before.length === 0 ? wish : refersTo(scene, wish, before)
    settled.push(meant)
    const named = namedIn(scene, meant)
    if (named.length > 0) before = named
  }
  return settled
}

/**
 * In "cancel 204, no, move it to Friday" and "don't cancel 204, move it to Friday" what is not wanted says what "it" is, whatever was
 * spoken of before the message; where it names several such things, the person is asked. The same command is meant for something else.
 */
export function settleUnwanted(
  scene: Scene,
  { wishes, denied, keeps, insteadOf }: Extract<Reading, { kind: 'wishes' }>,
): readonly Wish[] {
  const unwanted = insteadOf ?? (keeps === true ? [] : (denied ?? []))
  const next = wishes.findIndex((wish) => namedIn(scene, wish).length > 0)
  return wishes.map((wish, at) => {
    // What is named since is meant by what follows.
    if (next >= 0 && at > next) return wish
    const others = unwanted.filter(({ command }) => command !== wish.command)
    const named = others.flatMap((other) => namedIn(scene, other))
    return named.length === 0 ? wish : refersTo(scene, wish, named)
  })
}

function refersTo(scene: Scene, wish: Wish, before: readonly Named[]): Wish {
  if (wish.refers === undefined) return wish
  const { refers: _first, or: _others, ...first } = wish
  for (const each of [wish, ...(wish.or ?? [])]) {
    const { refers = {}, or: _or, ...rest } = each
    const found = Object.entries(refers).flatMap(([name, reference]) => {
      const named = before.filter(({ entity }) => isSameKind(scene.context.locale, entity, reference.entity))
      const [value, ...others] = new Set(named.map((one) => one.value))
      return value === undefined || others.length > 0 ? [] : [{ name, value, said: reference.said }]
    })
    if (found.length === 0) continue
    const args = Object.fromEntries(found.map(({ name, value }) => [name, value]))
    const said = Object.fromEntries(found.map(({ name, said: words }) => [name, words]))
    return { ...rest, args: { ...rest.args, ...args }, said: { ...rest.said, ...said } }
  }
  return first
}

function namedIn({ context }: Scene, { command, args }: Wish): readonly Named[] {
  return (context.catalogue.commands.get(command)?.parameters ?? []).flatMap(({ name, entity }) => {
    const value = args[name]
    return entity === null || value === undefined ? [] : [{ entity, value }]
  })
}

/** Among the commands that the same words may mean, the one about what was mentioned last; `null` when there is none. */
export function meantWish(scene: Scene, wish: Wish): Wish | null {
  if (wish.or === undefined) return wish
  const { or, ...first } = wish
  const age = (each: Wish) => {
    const ages = Object.values(each.refers ?? {}).map((reference) => placeOf(scene, reference))
    return Math.min(...ages)
  }
  const [newest] = [first, ...or].filter((each) => Number.isFinite(age(each))).toSorted((a, b) => age(a) - age(b))
  return newest ?? null
}

/** Among the commands that the same words may mean, the one of the thing that was spoken of last; `null` where none was. */
export function newestOf(scene: Scene, wishes: readonly Wish[]): Wish | null {
  const places = wishes.map((wish) => {
    const named = namedIn(scene, wish)
    return scene.session.mentioned.findIndex(({ entity, id }) =>
      named.some((each) => each.value === id && isSameKind(scene.context.locale, entity, each.entity)),
    )
  })
  const spokenOf = places.filter((place) => place >= 0)
  const newest = wishes.filter((_wish, at) => places[at] === Math.min(...spokenOf))
  return newest.length === 1 ? (newest[0] ?? null) : null
}

function placeOf(scene: Scene, reference: Reference): number {
  const [id] = recall(scene, reference)
  const at = scene.session.mentioned.findIndex(
    (one) => one.id === id && isSameKind(scene.context.locale, one.entity, reference.entity),
  )
  return at < 0 ? Number.POSITIVE_INFINITY : at
}
