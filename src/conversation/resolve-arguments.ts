import type { Command, EntityRow, Parameter } from '../catalogue/catalogue.ts'
import { type ArgumentProblem, foldSpace, normaliseArgument } from '../envelope/normalise-argument.ts'
import { jsonText, type Json, type JsonObject } from '../json.ts'
import { factOf, type Lookup } from './lookup.ts'
import { maxCandidates, type Scene } from './scene.ts'
import type { Draft } from './session.ts'

export type Resolution =
  | { readonly kind: 'needs'; readonly lookups: readonly Lookup[] }
  | Ask
  | { readonly kind: 'complete'; readonly args: JsonObject; readonly facts: { readonly [entity: string]: Json } }

/** Something that only the person can say. `draft` is what is known by then. */
export type Ask = {
  readonly kind: 'ask'
  readonly draft: Draft
  readonly parameter: Parameter
  readonly because: Because
}

export type Because =
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly problem: ArgumentProblem; readonly limit: string }
  | { readonly kind: 'not-found'; readonly value: string; readonly near: readonly EntityRow[] }
  | { readonly kind: 'ambiguous'; readonly rows: readonly EntityRow[] }
  | { readonly kind: 'too-many'; readonly value: string }

/** Normalises every value and finds every entity that a draft names; parameter by parameter, in the catalogue's order. */
export function resolveArguments(scene: Scene, command: Command, draft: Draft): Resolution {
  const args: Record<string, Json> = { ...draft.args }
  const facts: Record<string, Json> = {}
  for (const parameter of command.parameters) {
    const known = args[parameter.name]
    const raw = known === undefined ? draft.raw[parameter.name] : jsonText(known)
    const soFar = { ...draft, args: { ...args } }
    if (raw === undefined) {
      if (!parameter.required) continue
      return { kind: 'ask', draft: soFar, parameter, because: { kind: 'missing' } }
    }
    const value = resolveOne(scene, parameter, raw)
    if (value.kind === 'needs') return value
    if (value.kind === 'because')
      return { kind: 'ask', draft: without(soFar, parameter.name), parameter, because: value.because }
    args[parameter.name] = value.value
    if (parameter.entity !== null && value.row !== undefined) facts[parameter.entity] = value.row
  }
  return { kind: 'complete', args, facts }
}

type One =
  | { readonly kind: 'needs'; readonly lookups: readonly Lookup[] }
  | { readonly kind: 'because'; readonly because: Because }
  | { readonly kind: 'value'; readonly value: Json; readonly row?: EntityRow }

function resolveOne(scene: Scene, parameter: Parameter, raw: string): One {
  const normalised = normaliseArgument(parameter, raw)
  const entity = parameter.entity === null ? undefined : scene.context.catalogue.entities.get(parameter.entity)
  if (normalised.kind === 'value') {
    return entity === undefined
      ? { kind: 'value', value: normalised.value }
      : findOne(scene, { kind: 'entity', entity: entity.name, by: 'id', value: jsonText(normalised.value) }, raw)
  }
  if (entity?.byName != null && normalised.problem === 'format') {
    return findOne(scene, { kind: 'entity', entity: entity.name, by: 'name', value: foldSpace(raw) }, raw)
  }
  return { kind: 'because', because: { kind: 'invalid', problem: normalised.problem, limit: normalised.limit ?? '' } }
}

/** CCP XI: one row is the target; none is said so; several are listed, never guessed. */
function findOne(scene: Scene, lookup: Extract<Lookup, { kind: 'entity' }>, raw: string): One {
  const rows = factOf(scene.facts, lookup)
  if (rows === undefined) return { kind: 'needs', lookups: [lookup] }
  const [row, ...others] = rows
  if (row === undefined) return notFound(scene, lookup, raw)
  if (others.length >= maxCandidates) return { kind: 'because', because: { kind: 'too-many', value: raw } }
  if (others.length > 0) return { kind: 'because', because: { kind: 'ambiguous', rows } }
  return { kind: 'value', value: row.id, row }
}

/** Near an id that does not exist there may be the one that was meant; it is named, never taken. */
function notFound(scene: Scene, { entity, by, value }: Extract<Lookup, { kind: 'entity' }>, raw: string): One {
  const near = { kind: 'entity', entity, by: 'near', value } as const
  const isKnown = by === 'id' && scene.context.catalogue.entities.get(entity)?.near != null
  const rows = isKnown ? factOf(scene.facts, near) : []
  if (rows === undefined) return { kind: 'needs', lookups: [near] }
  return { kind: 'because', because: { kind: 'not-found', value: raw, near: rows } }
}

function without(draft: Draft, name: string): Draft {
  const { [name]: _raw, ...raw } = draft.raw
  const { [name]: _arg, ...args } = draft.args
  return { ...draft, raw, args }
}
