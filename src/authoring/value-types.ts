import type { Catalogue, Parameter } from '../catalogue/catalogue.ts'
import type { JsonObject } from '../json.ts'
import type { ParameterAnswer } from './answers.ts'

/** What a parameter may be, beside an entity: its schema, and a value that fits it. */
const plainTypes = {
  text: { schema: { type: 'string', minLength: 1, maxLength: 500 }, example: 'Zzyzx' },
  id: { schema: { type: 'string', pattern: '^[0-9]{1,10}$' }, example: '204' },
  integer: { schema: { type: 'integer' }, example: '3' },
  number: { schema: { type: 'number' }, example: '2.5' },
  money: { schema: { type: 'number', format: 'money', exclusiveMinimum: 0 }, example: '10.00 BRL' },
  percent: { schema: { type: 'number', format: 'percent' }, example: '10%' },
  boolean: { schema: { type: 'boolean' }, example: 'yes' },
  date: { schema: { type: 'string', format: 'date' }, example: '2027-03-15' },
  month: { schema: { type: 'string', format: 'month' }, example: '2027-03' },
  time: { schema: { type: 'string', format: 'time' }, example: '14:30' },
  'date-time': { schema: { type: 'string', format: 'date-time' }, example: '2027-03-15 14:30' },
  phone: { schema: { type: 'string', format: 'phone' }, example: '+5511990000001' },
  email: { schema: { type: 'string', format: 'email' }, example: 'somebody@example.com' },
} as const satisfies Readonly<Record<string, { readonly schema: JsonObject; readonly example: string }>>

/** The names of all types but entities. */
export const valueTypes: readonly string[] = [...Object.keys(plainTypes), 'choice']

/** What tests find in the demo shop and in a new workspace. */
const knownExamples: Readonly<Record<string, string>> = { order: '204', file: 'notes.txt' }

/** A parameter as the files say it. */
export type DraftParameter = {
  readonly name: string
  readonly kind: Parameter['kind']
  readonly required: boolean
  readonly schema: JsonObject
  readonly entity: string | null
  /** A value to test it with, as a person writes it. */
  readonly example: string
  /** Whether the example was thought up, and means nothing to the people who will read it. */
  readonly isMadeUp: boolean
  /** Whether what people call the thing finds it, beside its id. */
  readonly isNamed: boolean
}

/** An id beside which there are names: one word that holds a digit. Whatever else is written is looked up as a name. */
const idBesideNames = '^\\S*[0-9]\\S*$'

/** Makes it of what was answered; `null`: there is no such type. */
export function parameterOf(answer: ParameterAnswer, { commands, entities }: Catalogue): DraftParameter | null {
  const { name, type, required = true, choices = [] } = answer
  const plain = { name, required, entity: null, isNamed: false }
  if (type === 'choice') {
    const schema = { type: 'string', enum: choices }
    const example = answer.example ?? choices[0] ?? ''
    return { ...plain, kind: 'selection', schema, example, isMadeUp: false }
  }
  if (isPlain(type)) {
    const { schema, example } = plainTypes[type]
    const isMadeUp = type === 'text' && answer.example === undefined
    return { ...plain, kind: 'scalar', schema, example: answer.example ?? example, isMadeUp }
  }
  const entity = entities.get(type)
  if (entity === undefined) return null
  const isNamed = entity.byName !== null
  const example = answer.example ?? knownExamples[type] ?? ''
  const schema = { ...idSchema(type, commands, isNamed), entity: type }
  return { ...plain, kind: 'entity-ref', schema, entity: type, example, isMadeUp: false, isNamed }
}

/** As other commands have it; names are looked up only for what its pattern refuses. */
function idSchema(entity: string, commands: Catalogue['commands'], isNamed: boolean): JsonObject {
  const known = [...commands.values()].flatMap(({ parameters }) => parameters).find((each) => each.entity === entity)
  const schema = known?.schema ?? { type: 'string', minLength: 1, maxLength: 200 }
  return isNamed && schema['pattern'] === undefined
    ? { type: 'string', pattern: idBesideNames, maxLength: 200 }
    : schema
}

/** Whether the example is what people call the thing, and not its id. */
export function isNamedByExample({ isNamed, schema, example }: DraftParameter): boolean {
  const { pattern } = schema
  return isNamed && typeof pattern === 'string' && !new RegExp(pattern, 'u').test(example)
}

function isPlain(type: string): type is keyof typeof plainTypes {
  return Object.hasOwn(plainTypes, type)
}
