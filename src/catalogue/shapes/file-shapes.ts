import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Grant } from '../../access/grant.ts'
import { thingColumnPattern } from '../../envelope/thing-column.ts'
import type { FieldFormat } from '../catalogue.ts'
import { closed, text, texts } from './shape-parts.ts'

/*
 * What the files of commands/ may hold; those of locales/ are in `locale-shapes.ts`. `description` completes "must be …" in the problems that people read.
 * Contracts are checked against the published UJG schema instead (UJG 14), so that they stay exactly what it says.
 */

const token = Type.String({
  pattern: '^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$',
  description: 'an upper-case token such as CANCEL_ORDER',
})
const parameterNames = '^[a-z][a-zA-Z0-9_]*$'
const scopePattern = Type.String({
  pattern: '^(\\*|[a-z][a-z0-9-]*(\\.[a-z0-9-]+)*(\\.\\*)?)$',
  description: 'a scope such as orders.cancel, orders.* or *',
})

const contract = Type.Record(Type.String(), Type.Unknown())
const meta = Type.Record(Type.String(), Type.Unknown())

/** A number, or when whoever asks does so: a day and a moment lie behind that, or ahead of it. */
const bound = Type.Unsafe<number | 'now' | 'today'>({
  type: ['number', 'string'],
  pattern: '^(now|today)$',
  description: 'a number, of a date-time now, of a date today',
})

/** One of `arguments`. */
export const argumentShape = Type.Object(
  {
    type: Type.Enum(['string', 'integer', 'number', 'boolean', 'object', 'array']),
    pattern: Type.Optional(text),
    /** `roles` and `languages` were spelled out before (`withOwnChoices`). */
    enum: Type.Optional(
      Type.Array(text, { minItems: 1, uniqueItems: true, description: 'a list, roles or languages' }),
    ),
    maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
    minLength: Type.Optional(Type.Integer({ minimum: 0 })),
    minimum: Type.Optional(bound),
    maximum: Type.Optional(bound),
    exclusiveMinimum: Type.Optional(Type.Number()),
    multipleOf: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    /** What people mean by it, however it was written: see `ParameterType`. */
    format: Type.Optional(
      Type.Enum(['phone', 'email', 'file', 'date', 'month', 'time', 'date-time', 'ordinal', 'percent', 'money']),
    ),
    /** Of money: the one currency that it is in, or the column that says it, of the thing that another argument names. */
    currency: Type.Optional(
      Type.String({
        pattern: `^[A-Z]{3}$|${thingColumnPattern}`,
        description: 'a currency code of ISO 4217 such as BRL, or the column that holds one, such as order.currency',
      }),
    ),
    /** Of money: the column that says how much there is, of the thing that another argument names: what "all", "half" and "10%" are of. */
    whole: Type.Optional(
      Type.String({
        pattern: thingColumnPattern,
        description: 'the column that says how much there is, such as order.refundable',
      }),
    ),
    /** Of a date: a day without its year or its week is the last such day, not the next one. */
    past: Type.Optional(Type.Boolean()),
    /** Of a date with which days begin: the argument that they end with. "From Monday to Friday" begins before it ends. */
    upTo: Type.Optional(text),
    /** Of a moment: the column that says on which day a time alone is, of the thing that another argument names. */
    dayOf: Type.Optional(
      Type.String({
        pattern: thingColumnPattern,
        description: 'the column that says which day, such as appointment.starts_at',
      }),
    ),
    /** Of a choice: the role that somebody gets or loses; nobody may name one that allows more than they may do themselves. */
    role: Type.Optional(Type.Boolean()),
    /** Of a text: what somebody is to be called from then on; nobody may be called what Sayso takes for an answer, a command or a role. */
    personName: Type.Optional(Type.Boolean()),
    /** Of somebody: the column that says their roles; nobody may name one who may do more than they may do themselves. */
    rights: Type.Optional(
      Type.String({
        pattern: thingColumnPattern,
        description: 'the column that says their roles, such as person.roles',
      }),
    ),
    entity: Type.Optional(text),
    /** Of a structured value; JSON Schemas of their own, of any depth. */
    properties: Type.Optional(Type.Record(Type.String({ pattern: parameterNames }), meta, closed)),
    required: Type.Optional(texts),
    items: Type.Optional(meta),
    minItems: Type.Optional(Type.Integer({ minimum: 0 })),
    maxItems: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Of a file: how its name may end, in small letters without the dot; any when absent. */
    extensions: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z0-9]{1,10}$', description: 'the end of a file name such as csv' }), {
        minItems: 1,
        uniqueItems: true,
      }),
    ),
    /** Of a file: how large it may be, in bytes. */
    maxBytes: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  closed,
)

/** JSON Schema of one argument, with our keys `entity`, `currency`, `whole`, `past`, `upTo`, `dayOf`, `role`, `personName` and `rights` and our formats beside it. */
export type ArgumentShape = Static<typeof argumentShape>

/** The nine fields of WUCE 3, and no other: whoever runs a chain decides about retries and time limits, not the chain. */
export const stepShape = Type.Object(
  {
    stepName: text,
    stepDescription: Type.String(),
    stepMsg: Type.String(),
    actionDomain: Type.Optional(Type.String()),
    observationDomain: Type.Optional(Type.String()),
    observe: Type.Optional(Type.String()),
    actionType: text,
    actionMeta: meta,
    yield: texts,
  },
  closed,
)

/**
 * A token, for a command with the same target, or `{ command, arguments }`. One schema for both, whose keywords each speak of
 * one type alone: of two branches the wrong one would be reported as well.
 */
const undo = Type.Unsafe<string | { readonly command: string; readonly arguments: Readonly<Record<string, string>> }>({
  ...token,
  type: ['string', 'object'],
  properties: {
    command: token,
    arguments: Type.Record(
      Type.String({ pattern: parameterNames }),
      Type.String({
        pattern: '^(args\\.\\w+|facts\\.[a-z][a-z0-9-]*\\.\\w+|actor\\.(language|time_zone)|output\\.\\w+)$',
        description: 'args.<parameter>, facts.<entity>.<column>, actor.language, actor.time_zone or output.<column>',
      }),
      closed,
    ),
  },
  required: ['command', 'arguments'],
  ...closed,
})

/** A file below commands/: one command; UJG: one Transition. */
export const commandFileShape = Type.Object(
  {
    token,
    intent: Type.Object({ entity: text, action: text, target: Type.Optional(text) }, closed),
    safety: Type.Enum(['read', 'mutation', 'destructive']),
    scope: Type.String({ pattern: '^[a-z][a-z0-9-]*(\\.[a-z0-9-]+)*$', description: 'a scope such as orders.cancel' }),
    undo: Type.Optional(undo),
    /** Pausing stops every mutation but those that say so. */
    whilePaused: Type.Optional(Type.Boolean()),
    window: Type.Optional(
      Type.String({ pattern: '^[1-9][0-9]{0,5}(s|m|h|d)$', description: 'a duration such as 30s, 10m, 1h or 2d' }),
    ),
    confirm: Type.Optional(Type.Enum(['none', 'yes', 'phrase', 'token'])),
    /** Entity → where its id comes from, or `all` for the first of its rows: what else is known of the world. */
    facts: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
        Type.String({ pattern: '^(args\\.\\w+|all)$', description: 'args.<parameter> or all' }),
        closed,
      ),
    ),
    /** A JSON Schema of `{ args, facts }`, `$data` included: what has to be so for it to succeed. */
    succeedsIf: Type.Optional(meta),
    contract,
    arguments: Type.Record(Type.String({ pattern: parameterNames }), argumentShape, {
      ...closed,
      description: 'names are letters, digits and _, beginning with a small letter',
    }),
    steps: Type.Array(stepShape, { minItems: 1 }),
  },
  closed,
)

export type CommandFileShape = Static<typeof commandFileShape>

/** That money names the column of its currency, and nothing else does, is asked when the entities are collected. */
export const fieldFormatShape = Type.Unsafe<FieldFormat>(
  Type.Object(
    { type: Type.Enum(['money', 'bytes', 'time', 'date', 'choice', 'clock', 'number']), currency: Type.Optional(text) },
    closed,
  ),
)

const lookup = Type.Object({ actionDomain: text, actionType: text, actionMeta: meta }, closed)

/** One of `entities`. */
export const entityShape = Type.Object(
  {
    byId: lookup,
    byName: Type.Optional(lookup),
    near: Type.Optional(lookup),
    alike: Type.Optional(lookup),
    all: Type.Optional(lookup),
    fields: Type.Optional(Type.Record(Type.String(), fieldFormatShape)),
  },
  closed,
)

/** `all`, `none`, or a list. One schema for all, whose keywords each speak of one type alone: of two branches the wrong one would be reported as well. */
const inherit = Type.Unsafe<'all' | 'none' | readonly string[]>({
  type: ['string', 'array'],
  pattern: '^(all|none)$',
  items: text,
  uniqueItems: true,
  description: 'all, none or a list such as [admin.whoami, admin.language]',
})

/** `_menu.yaml`: the order of a folder, the entities of its commands, where they may be asked for, and what they inherit (UJG 8). */
export const menuFileShape = Type.Object(
  {
    order: Type.Optional(texts),
    /** In commands/ itself: which commands of Sayso the catalogue has too; all of them when absent. */
    inherit: Type.Optional(inherit),
    /** In commands/ itself: which language stands in for those that are not spoken; English, or the only one, when absent. */
    language: Type.Optional(text),
    /** Nothing of this folder and those below it can be asked for where others read along. */
    private: Type.Optional(Type.Boolean()),
    entities: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }), entityShape, closed)),
    state: Type.Optional(contract),
    transitions: Type.Optional(contract),
  },
  closed,
)

export type MenuFileShape = Static<typeof menuFileShape>

const limit = Type.Object(
  {
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    exclusiveMinimum: Type.Optional(Type.Number()),
    exclusiveMaximum: Type.Optional(Type.Number()),
    enum: Type.Optional(Type.Array(text, { minItems: 1, uniqueItems: true })),
    pattern: Type.Optional(text),
    maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { ...closed, minProperties: 1 },
)

/**
 * A scope pattern, or `{ scope, limits, approval }`. One schema for both, whose keywords each speak of one type alone: of two branches
 * the wrong one would be reported as well.
 */
const grant = Type.Unsafe<Grant>({
  ...scopePattern,
  type: ['string', 'object'],
  properties: {
    scope: scopePattern,
    limits: Type.Record(Type.String({ pattern: parameterNames }), limit, {
      ...closed,
      minProperties: 1,
      description: 'the name of a parameter',
    }),
    approval: { const: true, description: 'true: only with the approval of whoever may do it themselves' },
  },
  required: ['scope'],
  ...closed,
})

/** `commands/_roles.yaml`: role → the scopes that it grants. */
export const rolesFileShape = Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }), Type.Array(grant), closed)
