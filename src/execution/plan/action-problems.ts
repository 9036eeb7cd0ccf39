import { metaSchemaProblem } from '../templates/validate-meta.ts'

const fields = ['domain', 'type', 'meta', 'check', 'columns', 'effect', 'repeat', 'prepare', 'run', 'probe'] as const
const namePattern = /^[a-z][a-z0-9_-]*$/u

/** Everything that keeps an export of somebody's module from being an `Action`. */
export function actionProblems(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['"action" is no object']
  // Looked at field by field below.
  const action = value as Readonly<Record<string, unknown>>
  const unknown = Object.keys(action).filter((name) => !fields.some((field) => field === name))
  return [
    ...unknown.map((name) => `"${name}" is no field of an action; known are ${fields.join(', ')}`),
    ...(['domain', 'type'] as const).flatMap((name) => nameProblem(action, name)),
    ...metaProblem(action['meta']),
    ...choiceProblem(action, 'effect', { none: 'it only looks', mutates: 'it changes something' }),
    ...choiceProblem(action, 'repeat', {
      safe: 'doing it twice is as doing it once',
      unsafe: 'it is never done again blindly',
    }),
    ...(['run', 'check', 'columns', 'prepare', 'probe'] as const).flatMap((name) => functionProblem(action, name)),
    ...(action['probe'] !== undefined && action['prepare'] === undefined
      ? ['"probe" needs "prepare", which keeps what it judges by']
      : []),
  ]
}

type Fields = Readonly<Record<string, unknown>>

function nameProblem(action: Fields, name: 'domain' | 'type'): readonly string[] {
  const value = action[name]
  if (value === undefined) return [`has no "${name}"`]
  return typeof value === 'string' && namePattern.test(value)
    ? []
    : [`"${name}" is written in small letters, digits, _ and -, beginning with a letter`]
}

function metaProblem(meta: unknown): readonly string[] {
  if (meta === undefined) return ['has no "meta": the JSON Schema of its actionMeta, such as { type: "object" }']
  if (typeof meta !== 'object' || meta === null || !('type' in meta) || meta.type !== 'object')
    return ['"meta" must be a JSON Schema of type "object"']
  const problem = metaSchemaProblem(meta)
  return problem === null ? [] : [`"meta" is no JSON Schema: ${problem}`]
}

function choiceProblem(action: Fields, name: string, choices: Readonly<Record<string, string>>): readonly string[] {
  const value = action[name]
  if (typeof value === 'string' && Object.hasOwn(choices, value)) return []
  const known = Object.entries(choices).map(([choice, meaning]) => `"${choice}" (${meaning})`)
  return [`"${name}" must be ${known.join(' or ')}`]
}

function functionProblem(action: Fields, name: string): readonly string[] {
  const value = action[name]
  if (value === undefined) return name === 'run' ? ['has no "run": async (meta, context) => output'] : []
  return typeof value === 'function' ? [] : [`"${name}" must be a function`]
}
