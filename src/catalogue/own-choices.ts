import { claimantRole } from '../access/owner.ts'
import { isObject } from '../json.ts'
import { entriesOf, memberOf } from './source/yaml-map.ts'
import type { YamlSource } from './source/yaml-source.ts'

/** What a catalogue itself says that an argument may be one of: `enum: roles`, `enum: languages`. */
export type OwnChoices = { readonly roles: readonly string[]; readonly languages: readonly string[] }

/** The roles that somebody may be given, in the order of the file. */
export function rolesToGive(roles: unknown): readonly string[] {
  return Object.keys(entriesOf(roles, (name) => name !== claimantRole))
}

/** A command whose choices are spelled out. */
export function withOwnChoices(source: YamlSource, choices: OwnChoices): YamlSource {
  const given = memberOf(source.value, 'arguments')
  if (!isObject(given) || !isObject(source.value)) return source
  const known = Object.entries(given).map(([name, argument]) => [name, spelledOut(argument, choices)])
  return { ...source, value: { ...source.value, arguments: Object.fromEntries(known) } }
}

function spelledOut(argument: unknown, choices: OwnChoices): unknown {
  const choice = memberOf(argument, 'enum')
  if (!isObject(argument) || (choice !== 'roles' && choice !== 'languages')) return argument
  return { ...argument, enum: choices[choice] }
}
