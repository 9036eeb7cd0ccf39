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
}

/** Makes it of what was answered; `null`: there is no such type. */
export function parameterOf(answer: ParameterAnswer, { commands, entities }: Catalogue): DraftParameter | null {
  const { name, type, required = true, choices = [] } = answer
  if (type === 'choice') {
    const schema = { type: 'string', enum: choices }
    return { name, required, kind: 'selection', schema, entity: null, example: answer.example ?? choices[0] ?? '' }
  }
  if (isPlain(type)) {
    const { schema, example } = plainTypes[type]
    return { name, required, kind: 'scalar', schema, entity: null, example: answer.example ?? example }
  }
  if (!entities.has(type)) return null
  const known = [...commands.values()].flatMap(({ parameters }) => parameters).find(({ entity }) => entity === type)
  const schema = known?.schema ?? { type: 'string', minLength: 1, maxLength: 200 }
  const example = answer.example ?? knownExamples[type] ?? ''
  return { name, required, kind: 'entity-ref', schema: { ...schema, entity: type }, entity: type, example }
}

function isPlain(type: string): type is keyof typeof plainTypes {
  return Object.hasOwn(plainTypes, type)
}
