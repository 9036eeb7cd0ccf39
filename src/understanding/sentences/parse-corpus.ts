import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'
import { UserError } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Block, Grammar, ListSource, ListValue } from './grammar.ts'

/** A grammar with the sentences that it must and must not understand. */
export type Corpus = { readonly grammar: Grammar; readonly cases: readonly CorpusCase[] }

export type CorpusCase = {
  readonly text: string
  /** What is known about the sender. */
  readonly context: JsonObject
  /** `null`: nothing may match. */
  readonly intent: string | null
  readonly slots: Readonly<Record<string, Json>>
  /** Other values that are right for a slot, too. */
  readonly accept: Readonly<Record<string, readonly Json[]>>
}

const Value = Type.Unsafe<Json>(Type.Unknown())
const Values = Type.Record(Type.String(), Value)
const Rules = Type.Record(Type.String(), Type.String())
const Lists = Type.Record(
  Type.String(),
  Type.Object({
    values: Type.Optional(
      Type.Array(
        Type.Union([
          Type.String(),
          Type.Object({
            in: Type.String(),
            out: Type.Optional(Value),
            context: Type.Optional(Type.Union([Values, Type.Null()])),
            metadata: Type.Optional(Type.Union([Values, Type.Null()])),
          }),
        ]),
      ),
    ),
    range: Type.Optional(
      Type.Object({
        from: Type.Integer(),
        to: Type.Integer(),
        step: Type.Optional(Type.Integer({ minimum: 1 })),
        fractions: Type.Optional(Type.Union([Type.Literal('halves'), Type.Literal('tenths')])),
        multiplier: Type.Optional(Type.Number()),
        digits: Type.Optional(Type.Boolean()),
        words: Type.Optional(Type.Boolean()),
      }),
    ),
    wildcard: Type.Optional(Type.Boolean()),
  }),
)

const CorpusFile = Type.Object({
  language: Type.String(),
  settings: Type.Optional(Type.Object({ ignore_whitespace: Type.Optional(Type.Boolean()) })),
  intents: Type.Record(
    Type.String(),
    Type.Object({
      data: Type.Array(
        Type.Object({
          sentences: Type.Array(Type.String()),
          slots: Type.Optional(Values),
          requires_context: Type.Optional(Values),
          excludes_context: Type.Optional(Values),
          expansion_rules: Type.Optional(Rules),
          lists: Type.Optional(Lists),
          metadata: Type.Optional(Values),
          response: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
  lists: Type.Optional(Lists),
  expansion_rules: Type.Optional(Rules),
  skip_words: Type.Optional(Type.Array(Type.String())),
  number_words: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  cases: Type.Optional(
    Type.Array(
      Type.Object({
        text: Type.String(),
        context: Type.Optional(Type.Union([Values, Type.Null()])),
        intent: Type.Union([Type.String(), Type.Null()]),
        slots: Type.Optional(Type.Union([Values, Type.Null()])),
        accept: Type.Optional(Type.Union([Type.Record(Type.String(), Value), Type.Null()])),
      }),
    ),
  ),
})
type CorpusFile = Static<typeof CorpusFile>

/**
 * Reads the text of a corpus file; keys that it does not know are let be.
 * @throws UserError `catalogue_invalid` naming `file` and the place in it.
 */
export function parseCorpus(file: string, source: string): Corpus {
  const corpus = checked(file, parseJson(file, source))
  const { cases = [], intents, lists, ...rest } = corpus
  const blocks = Object.entries(intents).map(([name, { data }]) => [
    name,
    { data: data.map((one) => block(file, one)) },
  ])
  const grammar: Grammar = { ...rest, intents: Object.fromEntries(blocks), lists: listsOf(file, lists) }
  return {
    grammar,
    cases: cases.map(({ text, intent, context, slots, accept }) => {
      const accepted = Object.entries(accept ?? {}).map(([slot, values]) => [
        slot,
        Array.isArray(values) ? values : [values],
      ])
      return { text, intent, context: context ?? {}, slots: slots ?? {}, accept: Object.fromEntries(accepted) }
    }),
  }
}

function parseJson(file: string, source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (cause) {
    throw new UserError('catalogue_invalid', `${file} is not JSON: ${String(cause)}`, { cause })
  }
}

function checked(file: string, value: unknown): CorpusFile {
  const validate = new Ajv2020({ strict: true, validateSchema: false }).compile<CorpusFile>(CorpusFile)
  if (validate(value)) return value
  const [problem] = validate.errors ?? []
  const place = problem?.instancePath === '' ? '' : ` at ${problem?.instancePath}`
  throw new UserError('catalogue_invalid', `${file} is no corpus${place}: ${problem?.message ?? 'it is broken'}`)
}

function block(file: string, { lists, ...rest }: CorpusFile['intents'][string]['data'][number]): Block {
  return { ...rest, lists: listsOf(file, lists) }
}

function listsOf(file: string, lists: CorpusFile['lists'] = {}): Readonly<Record<string, ListSource>> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, listOf(file, name, list)]))
}

function listOf(
  file: string,
  name: string,
  { values, range, wildcard }: NonNullable<CorpusFile['lists']>[string],
): ListSource {
  if (values !== undefined) return { values: values.map(valueOf) }
  if (range !== undefined && range.from <= range.to) return { range }
  if (wildcard === true) return { wildcard }
  const problem = range === undefined ? 'has neither values nor a range and is no wildcard' : 'ends before it begins'
  throw new UserError('catalogue_invalid', `${file}: the list {${name}} ${problem}`)
}

type ValueFile = NonNullable<NonNullable<CorpusFile['lists']>[string]['values']>[number]

function valueOf(value: ValueFile): string | ListValue {
  if (typeof value === 'string') return value
  const { in: said, out, context, metadata } = value
  return {
    in: said,
    ...(out === undefined || out === null ? {} : { out }),
    ...(context ? { context } : {}),
    ...(metadata ? { metadata } : {}),
  }
}
