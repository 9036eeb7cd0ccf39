import { type AnySchema, Ajv2020 } from 'ajv/dist/2020.js'
import type { Command, Parameter } from '../catalogue/catalogue.ts'
import { comparable, currencyOf, hasOneCurrency } from '../envelope/money-amount.ts'
import { cellOf, columnIn, type ThingColumn } from '../envelope/thing-column.ts'
import type { Json, JsonObject } from '../json.ts'
import { moneyText, parseMoney } from '../understanding/values/money-text.ts'
import { grantsOf, isOwnRight, patternOf, type Grant, type LimitedGrant, type Roles } from './grant.ts'
import { mayGive } from './may-give.ts'
import { covers } from './may.ts'
import type { Person } from './person.ts'

/** What a role says of an argument: `keyword` (`maximum`) of JSON Schema says `limit` (50). */
export type Limit = { readonly parameter: string; readonly keyword: string; readonly limit: Json }

/** Whether somebody may do this very thing. */
export type Judgement =
  | { readonly kind: 'allowed' }
  /** No role of theirs covers the command at all. */
  | { readonly kind: 'denied' }
  /** A role does, but not with this argument. */
  | ({ readonly kind: 'over-limit' } & Limit)
  /** A role lets them ask for it: whoever may do it has to. `own`: the limit up to which they may do it themselves. */
  | { readonly kind: 'needs-approval'; readonly own: Limit | null }
  /** The role that somebody is to get or to lose allows more than they may do. */
  | { readonly kind: 'over-role'; readonly role: string }
  /** Somebody whom it is about has this role, which allows more than they may do. */
  | { readonly kind: 'over-rights'; readonly role: string }

/**
 * Judges a command with its complete, normalised arguments. Deny by default; the widest grant wins: one without limits, else
 * any whose limits all hold, else any that holds with somebody's approval. A limited argument that is not given counts as over its limit, because what a command does
 * without it is often everything. When all grants are too narrow, the nearest limit is told. Of money the amount is judged, in the
 * one currency of its parameter or in that of the thing that it is about; money in any other keeps to no limit. Of a role that
 * somebody is to get or to lose (`role`), and of the roles of somebody whom it is about (`rights`), what they allow is judged as well.
 * @param facts the rows that were found for its arguments, by the entity that they are of
 */
export function judge({
  person,
  command,
  args,
  facts,
  roles,
}: {
  readonly person: Pick<Person, 'roles'>
  readonly command: Pick<Command, 'scope' | 'parameters'>
  readonly args: JsonObject
  readonly facts: JsonObject
  readonly roles: Roles
}): Judgement {
  const covering = grantsOf(person, roles).filter((grant) => covers(patternOf(grant), command.scope))
  const own = breachesOf(covering.filter(isOwnRight), command, args)
  if (own.includes(null)) return judgeRoles({ person, command, args, facts, roles })
  const asked = breachesOf(
    covering.filter((grant) => !isOwnRight(grant)),
    command,
    args,
  )
  if (asked.includes(null)) return { kind: 'needs-approval', own: nearestOf(own, command, args) }
  const nearest = nearestOf([...own, ...asked], command, args)
  return nearest === null ? { kind: 'denied' } : { kind: 'over-limit', ...nearest }
}

/** What each grant is too narrow for; `null` of one that is not. */
function breachesOf(
  grants: readonly Grant[],
  command: Pick<Command, 'parameters'>,
  args: JsonObject,
): readonly (Limit | null)[] {
  return grants.map((grant) => (typeof grant === 'string' ? null : breachOf(grant, command, args)))
}

function nearestOf(
  breaches: readonly (Limit | null)[],
  { parameters }: Pick<Command, 'parameters'>,
  args: JsonObject,
): Limit | null {
  const [first, ...others] = breaches.filter((breach) => breach !== null)
  if (first === undefined) return null
  const nearest = others.reduce(wider, first)
  const declared = parameters.find(({ name }) => name === nearest.parameter)
  return { ...nearest, limit: limitOf(nearest.limit, declared, args[nearest.parameter]) }
}

function judgeRoles({ person, command: { parameters }, args, facts, roles }: Parameters<typeof judge>[0]): Judgement {
  const isBeyond = (role: string): boolean => !mayGive({ person, role, roles })
  const named = parameters.flatMap(({ name, schema }) => (schema['role'] === true ? [args[name]] : []))
  const given = named.filter((role) => typeof role === 'string').find(isBeyond)
  if (given !== undefined) return { kind: 'over-role', role: given }
  const held = parameters.flatMap(({ schema }) => rolesIn(columnIn(schema['rights']), facts)).find(isBeyond)
  return held === undefined ? { kind: 'allowed' } : { kind: 'over-rights', role: held }
}

/** The roles in a column, which a comma parts. */
function rolesIn(column: ThingColumn | null, facts: JsonObject): readonly string[] {
  const listed = column === null ? undefined : cellOf(column, facts)
  return typeof listed === 'string' ? listed.split(',').map((role) => role.trim()) : []
}

/** The JSON type that each keyword of a limit speaks of; JSON Schema itself lets a value of any other type pass. */
export const limitKeywords = {
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  enum: 'string',
  pattern: 'string',
  maxLength: 'string',
} as const

const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false })
const validators = new WeakMap<object, ReadonlyMap<string, (value: Json) => boolean>>()

/** The first limit that the arguments do not keep to. */
function breachOf(
  { limits = {} }: LimitedGrant,
  { parameters }: Pick<Command, 'parameters'>,
  args: JsonObject,
): Limit | null {
  for (const [parameter, limit] of Object.entries(limits)) {
    const value = Object.hasOwn(args, parameter) ? args[parameter] : undefined
    const declared = parameters.find(({ name }) => name === parameter)
    for (const [keyword, holds] of compileLimit(limit)) {
      if (value !== undefined && holds(comparable(declared, value))) continue
      return { parameter, keyword, limit: limit[keyword] ?? null }
    }
  }
  return null
}

/** Of money as the amount and the currency that it holds in, which may be that of what was given. */
function limitOf(limit: Json, parameter: Parameter | undefined, given: Json | undefined): Json {
  if (parameter === undefined || !hasOneCurrency(parameter) || typeof limit !== 'number') return limit
  const currency = currencyOf(parameter) ?? (typeof given === 'string' ? parseMoney(given)?.currency : undefined)
  return currency === undefined ? limit : (moneyText(String(limit), currency) ?? limit)
}

/** One check per keyword, so that the one that fails can be named; made once for each limit of the catalogue. */
function compileLimit(limit: JsonObject): ReadonlyMap<string, (value: Json) => boolean> {
  const known = validators.get(limit)
  if (known !== undefined) return known
  const checks = new Map(
    Object.entries(limit).map(([keyword, value]) => {
      // An unknown keyword has no type, which nothing has: it never holds.
      const type = (limitKeywords as Readonly<Record<string, string>>)[keyword]
      const schema = type === undefined ? false : { type, [keyword]: value }
      const validate = ajv.compile(schema as AnySchema)
      return [keyword, (given: Json): boolean => validate(given) === true] as const
    }),
  )
  validators.set(limit, checks)
  return checks
}

/** Of two limits on the same thing the one that allows more. */
function wider(one: Limit, other: Limit): Limit {
  if (one.parameter !== other.parameter || one.keyword !== other.keyword) return one
  if (typeof one.limit !== 'number' || typeof other.limit !== 'number') return one
  const otherIsWider = /max/iu.test(one.keyword) ? other.limit > one.limit : other.limit < one.limit
  return otherIsWider ? other : one
}
