import { completePhone } from '../../access/phone.ts'
import type { Entity, EntityRow, Parameter } from '../../catalogue/catalogue.ts'
import { digestOf } from '../../envelope/digest.ts'
import { type ArgumentProblem, foldSpace, normaliseArgument } from '../../envelope/normalise-argument.ts'
import { isSecretReference } from '../../envelope/secret-reference.ts'
import { jsonText, type Json } from '../../json.ts'
import type { Reference } from '../../understanding/wish.ts'
import { soundAlikes } from '../../understanding/spoken/sound-alikes.ts'
import { isClockType } from '../../understanding/values/clock-values.ts'
import { allOfFew } from './all-of-few.ts'
import { bareName } from './bare-name.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { mayBeMeant } from './may-be-meant.ts'
import { recall } from './mentions.ts'
import { nameProblem } from './name-problem.ts'
import { isNumberForName } from './number-for-name.ts'
import { plainWords } from './plain-words.ts'
import { mayBeMisspelt, nearlyCalled } from './near-names.ts'
import { callThing } from '../render/call-thing.ts'
import { showValue } from '../render/show-value.ts'
import { resolveFile, resolveSecret } from './resolve-kinds.ts'
import { resolvePerson } from './resolve-person.ts'
import { resolveTime } from './resolve-time.ts'
import { maxCandidates, type Scene } from '../scene.ts'
import { isDigits } from '../../understanding/text/is-digits.ts'

/** Nothing has a longer name, in characters, a file neither: what is longer is not looked for among names. */
const maxNameLength = 255

/** Why a value has to be asked for. */
export type Because =
  /** `member`: the member of a structured value that is missing, `first` when nothing of it is known. */
  | { readonly kind: 'missing'; readonly member?: string; readonly first?: boolean }
  | {
      readonly kind: 'invalid'
      readonly problem: ArgumentProblem
      readonly limit: string
      /** The member of a structured value that has to be asked for again. */
      readonly member?: string
      /** Where in a structured value the problem is, `items.0.name`; '' for all of it. */
      readonly about?: string
    }
  | {
      readonly kind: 'not-found'
      readonly value: string
      readonly near: readonly EntityRow[]
      /** What is near is called nearly so: the name may be misspelt. */
      readonly misspelt?: true
      /** All there are, where they are few and none is near. */
      readonly all?: readonly EntityRow[]
    }
  /** `entity`: what the rows are, where the parameter does not say it. */
  | { readonly kind: 'ambiguous'; readonly rows: readonly EntityRow[]; readonly entity?: string }
  /** A sum in a currency other than that of the thing that it is about. */
  | { readonly kind: 'other-currency'; readonly currency: string; readonly thing: Thing }
  /** A day or a moment, in words that may mean several, or do not fit together (`oddityOf`). */
  | { readonly kind: 'open'; readonly readings: readonly string[]; readonly oddity?: string }
  /** A day whose time is not known yet. */
  | { readonly kind: 'day-alone' }
  /** All or half of something of which nothing is left. */
  | { readonly kind: 'nothing-left'; readonly thing: Thing }
  /** There is no such thing, but these sound alike, and it was heard. */
  | { readonly kind: 'sounds-like'; readonly value: string; readonly rows: readonly EntityRow[] }
  /** There is such a thing, and it is not of whom it was said to be. */
  | { readonly kind: 'not-of'; readonly row: EntityRow; readonly said: string }
  | { readonly kind: 'too-many'; readonly value: string }
  /** "it", when nothing was mentioned. */
  | { readonly kind: 'nothing-meant'; readonly said: string }

/** A thing that another argument names, by its id. */
export type Thing = { readonly entity: string; readonly id: string }

/** The result for one value. */
export type One =
  | { readonly kind: 'needs'; readonly lookups: readonly Lookup[] }
  | {
      readonly kind: 'because'
      readonly because: Because
      /** What is known so far of a structured value, as raw text. */
      readonly soFar?: string | null
    }
  | { readonly kind: 'value'; readonly value: Json; readonly row?: EntityRow }

/** Where a value comes from. */
type Origins = {
  readonly isHeard: boolean
  /**
   * It was found before, or is given by its id in some other way: it is not a name, and never another thing with that name.
   */
  readonly isId: boolean
  /** It stood there before what this takes back. */
  readonly isFormer?: boolean
  /** It was chosen from a list. */
  readonly isChosen?: boolean
}

/** What a value comes to, as far as is known: what it names, what must be looked up, or why it will not do. */
export function resolveOne(scene: Scene, parameter: Parameter, raw: string | undefined, origins: Origins): One {
  const one = resolveAsSaid(scene, parameter, raw, origins)
  const isUnknown = one.kind === 'because' && one.because.kind === 'not-found' && one.because.misspelt !== true
  const bare = isUnknown && raw !== undefined && !origins.isId ? bareName(scene.context.locale, raw) : null
  if (bare === null || raw === undefined) return one
  const other = resolveAsSaid(scene, parameter, bare.name, origins)
  if (other.kind === 'because' && other.because.kind === 'not-found' && other.because.misspelt !== true) return one
  // A name that may have been meant as a whole is asked about.
  return bare.isCut && other.kind === 'value' && other.row !== undefined && !isDigits(bare.name)
    ? { kind: 'because', because: { kind: 'not-found', value: raw, near: [other.row], misspelt: true } }
    : other
}

function resolveAsSaid(scene: Scene, parameter: Parameter, raw: string | undefined, origins: Origins): One {
  const { isHeard, isId, isFormer = false, isChosen = false } = origins
  if (raw === undefined) return offerAll(scene, parameter)
  const person = resolvePerson(scene, parameter, raw, (part) => resolveOne(scene, parameter, part, origins))
  if (person !== null) return person
  const time = isClockType(parameter.type) ? resolveTime(scene.context, parameter, raw) : null
  if (time?.kind === 'because') return time
  const normalised = normaliseArgument(parameter, time?.text ?? inFull(scene, parameter, raw))
  if (normalised.kind === 'value' && isSecretReference(normalised.value)) return resolveSecret(scene, normalised.value)
  if (normalised.kind === 'value' && parameter.kind === 'file') return resolveFile(scene, parameter, raw)
  const entity = parameter.entity === null ? undefined : scene.context.catalogue.entities.get(parameter.entity)
  const name = foldSpace(raw)
  const isNamed = entity?.byName != null && name.length <= maxNameLength
  const named: ByEntity | null = isNamed ? { kind: 'entity', entity: entity.name, by: 'name', value: name } : null
  const isGiven = isId || isFormer || isChosen
  if (named !== null && !isGiven && isNumberForName(scene.context, parameter, raw))
    return findOne(scene, parameter, named, raw, isHeard, (row) => isCalledSo(scene, parameter, row, raw))
  if (normalised.kind === 'value') {
    if (entity === undefined) return isFormer ? normalised : checkName(scene, parameter, normalised.value)
    const lookup = { kind: 'entity', entity: entity.name, by: 'id', value: jsonText(normalised.value) } as const
    const said = parameter.type === 'id' ? raw.replace(/^#/u, '') : raw
    return named === null || isId || !mayBeName(entity, parameter, raw)
      ? findOne(scene, parameter, lookup, said, isHeard)
      : findEither(scene, parameter, lookup, named, raw, isHeard)
  }
  if (normalised.problem === 'format' && named !== null) return findOne(scene, parameter, named, raw, isHeard)
  if (normalised.problem === 'format' && entity?.byName != null)
    return { kind: 'because', because: { kind: 'not-found', value: raw, near: [] } }
  return { kind: 'because', because: { kind: 'invalid', problem: normalised.problem, limit: normalised.limit ?? '' } }
}

/** What somebody is to be called must not mean something else already. */
function checkName({ context }: Scene, { schema }: Parameter, value: Json): One {
  const problem = schema['personName'] === true && typeof value === 'string' ? nameProblem(context, value) : null
  return problem === null
    ? { kind: 'value', value }
    : { kind: 'because', because: { kind: 'invalid', problem, limit: showValue(value) } }
}

/** Where there are few to choose from they are listed; the only one is not taken before it was chosen. */
function offerAll(scene: Scene, { entity }: Parameter): One {
  const rows = entity === null ? [] : allOfFew(scene, entity)
  if ('kind' in rows) return rows
  return { kind: 'because', because: rows.length === 0 ? { kind: 'missing' } : { kind: 'ambiguous', rows } }
}

/** A new number without a country code gets that of the person who gives it; the preview shows it in full. */
function inFull({ context }: Scene, { type, entity }: Parameter, raw: string): string {
  return (type === 'phone' && entity === null ? completePhone(raw, context.person.phone) : null) ?? raw
}

/**
 * "it" is the one thing that was named last; among several named together the person chooses, and if there is none they are
 * asked.
 */
export function resolveReference(scene: Scene, parameter: Parameter, reference: Reference): One {
  const ids = recall(scene, reference)
  const [only] = ids
  if (only === undefined) return { kind: 'because', because: { kind: 'nothing-meant', said: reference.said } }
  if (ids.length === 1) return resolveOne(scene, parameter, only, { isHeard: false, isId: true })
  const lookups = ids.map((value) => ({ kind: 'entity', entity: reference.entity, by: 'id', value }) as const)
  const found = lookups.map((lookup) => factOf(scene.facts, lookup))
  const open = lookups.filter((_lookup, at) => found[at] === undefined)
  if (open.length > 0) return { kind: 'needs', lookups: open }
  const rows = found.flatMap((each) => each ?? [])
  return rows.length === 0
    ? { kind: 'because', because: { kind: 'nothing-meant', said: reference.said } }
    : { kind: 'because', because: { kind: 'ambiguous', rows, entity: reference.entity } }
}

/** Rows of an entity that are looked for. */
export type ByEntity = Extract<Lookup, { kind: 'entity' }>

/** CCP XI: one row is the target; if there is none the person is told, and several are listed, never guessed. */
function findOne(
  scene: Scene,
  parameter: Parameter,
  lookup: ByEntity,
  raw: string,
  isHeard: boolean,
  isMeant: (row: EntityRow) => boolean = () => true,
): One {
  const found = factOf(scene.facts, lookup)
  if (found === undefined) return { kind: 'needs', lookups: [lookup] }
  const rows = found.filter((row) => mayBeMeant(scene.context.catalogue, parameter, row, lookup) && isMeant(row))
  const [row, ...others] = rows
  if (row === undefined) return notFound(scene, lookup, raw, isHeard)
  if (others.length >= maxCandidates) return { kind: 'because', because: { kind: 'too-many', value: raw } }
  if (others.length > 0) return { kind: 'because', because: { kind: 'ambiguous', rows } }
  return { kind: 'value', value: row.id, row }
}

/** Whether a number is a word of what a thing is called: "12" of "Warehouse 12", and not of "Mendoza 4012", though it is found by that. */
function isCalledSo({ context: { locale } }: Scene, { entity }: Parameter, row: EntityRow, number: string): boolean {
  const called = callThing(locale, entity ?? '', row) ?? ''
  return plainWords(called).split(' ').includes(plainWords(number))
}

/**
 * Whether it may be a name: one word with digits is meant as an id, unless ids are names of files, and if both lookups are the same, the
 * other one finds nothing else.
 */
function mayBeName({ byId, byName }: Entity, { type }: Parameter, raw: string): boolean {
  if (type !== 'file' && (!/\p{L}/u.test(raw) || /^\S*\d\S*$/u.test(raw.trim()))) return false
  return byName !== null && digestOf(byId) !== digestOf(byName)
}

/** Something that looks like an id and is none may be a name; both are looked up at once, and the id takes precedence. */
function findEither(
  scene: Scene,
  parameter: Parameter,
  byId: ByEntity,
  byName: ByEntity,
  raw: string,
  isHeard: boolean,
): One {
  const open = [byId, byName].filter((lookup) => factOf(scene.facts, lookup) === undefined)
  if (open.length > 0) return { kind: 'needs', lookups: open }
  const isNamed = factOf(scene.facts, byId)?.length === 0 && factOf(scene.facts, byName)?.length !== 0
  return findOne(scene, parameter, isNamed ? byName : byId, raw, isHeard)
}

/** Near an id that does not exist there may be the one that was meant, or it is one of few; it is named, never taken. */
function notFound(scene: Scene, { entity, by, value }: ByEntity, raw: string, isHeard: boolean): One {
  const near = { kind: 'entity', entity, by: 'near', value } as const
  const isKnown = by === 'id' && scene.context.catalogue.entities.get(entity)?.near != null
  const rows = isKnown ? factOf(scene.facts, near) : []
  const alike = isHeard && by === 'id' ? lookUpAlikes(scene, entity, value) : { rows: [], open: [] }
  const named = lookUpNearNames(scene, entity, raw)
  const open = [...(rows === undefined ? [near] : []), ...alike.open, ...named.open]
  if (rows === undefined || open.length > 0) return { kind: 'needs', lookups: open }
  if (named.rows.length > 0)
    return { kind: 'because', because: { kind: 'not-found', value: raw, near: named.rows, misspelt: true } }
  if (alike.rows.length > 0) return { kind: 'because', because: { kind: 'sounds-like', value: raw, rows: alike.rows } }
  const all = rows.length > 0 ? [] : allOfFew(scene, entity)
  if ('kind' in all) return all
  return { kind: 'because', because: { kind: 'not-found', value: raw, near: rows, ...(all.length > 0 && { all }) } }
}

/** Things that are called nearly so. */
function lookUpNearNames(
  { facts, context }: Scene,
  entity: string,
  said: string,
): { readonly rows: readonly EntityRow[]; readonly open: readonly Lookup[] } {
  if (context.catalogue.entities.get(entity)?.alike == null || !mayBeMisspelt(said)) return { rows: [], open: [] }
  const lookup = { kind: 'entity', entity, by: 'alike', value: foldSpace(said) } as const satisfies Lookup
  const rows = factOf(facts, lookup)
  return rows === undefined ? { rows: [], open: [lookup] } : { rows: nearlyCalled(rows, said), open: [] }
}

/** Things whose ids sound like one that was heard and does not exist. */
function lookUpAlikes(
  { facts, context }: Scene,
  entity: string,
  id: string,
): { readonly rows: readonly EntityRow[]; readonly open: readonly Lookup[] } {
  const lookups = soundAlikes(id, context.locale.language).map(
    (value) => ({ kind: 'entity', entity, by: 'id', value }) as const satisfies Lookup,
  )
  return {
    rows: lookups.flatMap((lookup) => factOf(facts, lookup) ?? []),
    open: lookups.filter((lookup) => factOf(facts, lookup) === undefined),
  }
}
