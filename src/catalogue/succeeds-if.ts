/**
 * What has to be so for a command to succeed, as its file says it: a JSON Schema of `{ args, facts }`, with Ajv's `$data` for
 * what one value asks of another. It foretells and gates nothing: the world may be another one by the time the step runs,
 * which judges for itself.
 */
import { schemaCompiler } from '../envelope/compile-schema.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Command } from './catalogue.ts'
import type { ReadCommand } from './check-commands.ts'
import type { Report } from './problem.ts'

/** What a command is about to do, and what is known of the world. */
export type Prospect = {
  /** Normalised arguments by parameter name. */
  readonly args: JsonObject
  /** Entity name → the row that was found for the argument that names it. */
  readonly facts: { readonly [entity: string]: Json }
}

// Strict, so that typing errors in the keywords are found without the schema of schemas, which takes long to load.
const compile = schemaCompiler({ $data: true, strict: true, strictTypes: false, strictRequired: false })

/** Whether, as far as its file can tell, the command would succeed now. */
export function wouldSucceed({ succeedsIf }: Pick<Command, 'succeedsIf'>, prospect: Prospect): boolean {
  return succeedsIf === null || compile(succeedsIf)(prospect)
}

/** Reports a `succeedsIf` that is no schema, or that speaks of what nobody knows. */
export function checkSucceedsIf({ source, command }: ReadCommand, report: Report): void {
  const { succeedsIf, safety, parameters } = command
  if (succeedsIf === null) return
  const problem = (message: string): void => report(source.problemAt(['succeedsIf'], message, 'key'))
  if (safety === 'read') problem('a read has no preview that could say so; remove "succeedsIf"')
  const known = new Set([
    ...parameters.map(({ name }) => `/args/${name}`),
    ...parameters.flatMap(({ entity }) => (entity === null ? [] : [`/facts/${entity}`])),
  ])
  const unknown = [...membersIn(succeedsIf), ...pointersIn(succeedsIf)].filter((pointer) => !known.has(pointer))
  for (const pointer of new Set(unknown))
    problem(`nothing is known of ${pointer}; there is ${[...known].join(', ') || 'nothing to compare'}`)
  try {
    compile(succeedsIf)
  } catch (error) {
    problem(`is not a JSON Schema: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** What the properties of a schema of `{ args, facts }` are about, as pointers: `/facts/order`. */
function membersIn(schema: JsonObject): readonly string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([part, below]) => {
    const names = Object.keys(propertiesOf(below))
    return names.length === 0 ? [`/${part}`] : names.map((name) => `/${part}/${name}`)
  })
}

function propertiesOf(schema: Json | undefined): JsonObject {
  const properties = isObject(schema) ? schema['properties'] : undefined
  return isObject(properties) ? properties : {}
}

/** Where `$data` looks, as far down as what is known reaches. */
function pointersIn(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, below]) =>
    key === '$data' && typeof below === 'string' ? [below.split('/').slice(0, 3).join('/')] : pointersIn(below),
  )
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
