/** What is asked about a new command, as `sayso catalogue new` takes it from a person, from flags or from a JSON file. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static, type TSchema } from 'typebox'
import { UserError } from '../errors.ts'
import type { JsonObject } from '../json.ts'

const closed = { additionalProperties: false }
const text = Type.String({ pattern: '\\S' })
/** In the main language of the catalogue, or by language. */
const texts = Type.Union([text, inLanguages(text)])
const list = Type.Array(text, { minItems: 1 })
const lists = Type.Union([list, inLanguages(list)])

const Parameter = Type.Object(
  {
    /** As steps and tokens name it. */
    name: Type.String({ pattern: '^[a-z][a-zA-Z0-9_]*$' }),
    /** One of `valueTypes`, or the name of an entity. */
    type: text,
    required: Type.Optional(Type.Boolean()),
    /** Of a choice: its values. */
    choices: Type.Optional(Type.Array(text, { minItems: 2, uniqueItems: true })),
    /** A value that exists where tests are played. */
    example: Type.Optional(text),
    label: Type.Optional(texts),
    question: Type.Optional(texts),
  },
  closed,
)

const Step = Type.Object(
  {
    domain: text,
    type: text,
    /** `actionMeta`; without one each of its fields takes the parameter of the same name. */
    meta: Type.Optional(Type.Unsafe<JsonObject>({ type: 'object' })),
    /** Of `sql`: the statement; each `:name` in it takes the parameter of that name. */
    statement: Type.Optional(text),
  },
  closed,
)

export const answersShape = Type.Object(
  {
    safety: Type.Enum(['read', 'mutation', 'destructive']),
    title: texts,
    token: Type.Optional(Type.String({ pattern: '^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$' })),
    scope: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9-]*(\\.[a-z0-9-]+)*$' })),
    /** Who may ask for it, besides whoever may do everything. */
    roles: Type.Optional(Type.Array(text)),
    parameters: Type.Optional(Type.Array(Parameter)),
    step: Step,
    undo: Type.Optional(Type.Union([text, Type.Unsafe<JsonObject>({ type: 'object' })])),
    /** What happens to the world. */
    effect: Type.Optional(texts),
    summary: Type.Optional(texts),
    done: Type.Optional(texts),
    /** Of what is read: what is said of each row, or the columns to show. */
    row: Type.Optional(texts),
    columns: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), { minItems: 1 })),
    /** What is said when the world was not as it must be. */
    unmet: Type.Optional(texts),
    sentences: Type.Optional(lists),
    /** What the folder is called in menus, when it is new. */
    menu: Type.Optional(texts),
  },
  closed,
)

export type Answers = Static<typeof answersShape>
export type ParameterAnswer = Static<typeof Parameter>

const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile<Answers>(answersShape)

function inLanguages<Value extends TSchema>(value: Value) {
  return Type.Unsafe<Readonly<{ [language: string]: Static<Value> }>>({
    type: 'object',
    additionalProperties: value,
  })
}

/** Takes answers that came from elsewhere. @throws UserError `usage` with everything that is wrong */
export function parseAnswers(value: unknown): Answers {
  if (validate(value)) return value
  const problems = (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'anyOf')
    .map(({ instancePath, message, params }) => {
      const extra: unknown = params['additionalProperty']
      const name = instancePath.slice(1).replaceAll('/', '.') || 'the answers'
      return typeof extra === 'string'
        ? `${name}: "${extra}" is not asked`
        : `${name} ${message ?? 'is not understood'}`
    })
  throw new UserError('usage', [...new Set(problems)].join('\n'))
}
