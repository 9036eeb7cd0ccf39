import { Type, type Static } from 'typebox'

/** How many rows a report takes at most: 31 days, with as many statuses and currencies as one can still read. */
const MAX_ROWS = 1000

const text = Type.String({ minLength: 1, maxLength: 120 })

const ReportFields = {
  /** The beginning of the files' names: `orders` gives `orders-2026-10.csv`. */
  name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,40}$', literal: true }),
  month: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
  rows: Type.Array(
    Type.Object({
      day: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
      status: Type.String({ maxLength: 60 }),
      currency: Type.String({ maxLength: 12 }),
      orders: Type.Integer({ minimum: 0 }),
      amount: Type.Union([Type.Number(), Type.String({ pattern: '^-?[0-9]{1,15}(\\.[0-9]+)?$' })]),
    }),
    { maxItems: MAX_ROWS },
  ),
  /** In the order in which they are shown; a status that is not here comes after them, in violet. */
  statuses: Type.Array(
    Type.Object(
      {
        name: text,
        colour: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
        /** `false`: what has it was not sold after all, and is left out of `net`; default: true. */
        sold: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 12 },
  ),
}

export const CsvMeta = Type.Object(ReportFields, { additionalProperties: false })

const ChartWords = Type.Object(
  {
    title: text,
    /** ICU with `{count}`. */
    orders: text,
    perDay: text,
    nothing: text,
    /** Said when there are other currencies than the one that is drawn. */
    otherCurrencies: text,
    /**
     * ICU with `{orders}`: said of what was sold, which then stands first where it is not the total; without it the total does.
     */
    sold: Type.Optional(text),
    /** ICU with `{orders}` and `{amount}`: said of the total where what was sold stands first. */
    total: Type.Optional(text),
    /** Status → how it is called; one that is not here is called by its name. */
    statuses: Type.Record(Type.String(), text),
  },
  { additionalProperties: false },
)

const Tag = Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })

export const ChartMeta = Type.Object(
  {
    ...ReportFields,
    /** A BCP 47 tag; a language that `words` has not is English. */
    language: Tag,
    /** Whose numbers and dates it has, another BCP 47 tag of the language: `es-MX`; as is usual in the language, when absent. */
    region: Type.Optional(Type.Union([Tag, Type.Null()])),
    words: Type.Intersect([Type.Object({ en: ChartWords }), Type.Record(Type.String(), ChartWords)]),
  },
  { additionalProperties: false },
)

export type ChartMeta = Static<typeof ChartMeta>
export type ChartWords = Static<typeof ChartWords>
