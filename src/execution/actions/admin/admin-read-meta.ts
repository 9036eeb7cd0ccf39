/** What each action of `createAdminReads` is told (`actionMeta`). */
import { Type } from 'typebox'
import { periods } from '../../../understanding/values/dates/days-of-period.ts'
import { Actor } from './admin-change.ts'

const closed = { additionalProperties: false }
const maybe = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 })
export const Nothing = Type.Object({}, closed)
export const Listed = Type.Object(
  {
    actor: Type.Optional(Actor),
    scope: Type.Optional(maybe),
    /** With the numbers that they had before. */
    numbers: Type.Optional(Type.Boolean()),
  },
  closed,
)
export const OfActor = Type.Object({ actor: Actor }, closed)
export const Named = Type.Object({ actor: Actor, value: Type.String({ maxLength: 200 }) }, closed)
export const History = Type.Object(
  {
    actor: Actor,
    target: maybe,
    /** The number of a thing, said without what the thing is. */
    code: Type.Optional(maybe),
    ref: maybe,
    person: maybe,
    day: Type.Optional(maybe),
    period: Type.Optional(Type.Union([Type.Enum([...periods]), Type.Null()])),
    whose: Type.Optional(Type.Union([Type.Literal('mine'), Type.Null()])),
  },
  closed,
)
export const SameName = Type.Object({ value: Type.String({ maxLength: 200 }) }, closed)
export const FindZone = Type.Object(
  { by: Type.Enum(['id', 'name']), value: Type.String({ maxLength: 200 }), actor: Type.Optional(Actor) },
  closed,
)
export const Find = Type.Object(
  {
    by: Type.Enum(['id', 'name']),
    value: Type.String({ maxLength: 200 }),
    actor: Type.Optional(Actor),
    removed: Type.Optional(Type.Boolean()),
  },
  closed,
)
