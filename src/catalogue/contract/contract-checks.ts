import type { Command, Entity } from '../catalogue.ts'
import type { ReadCommand } from '../commands/check-commands.ts'
import type { Precondition } from './contract.ts'
import { contractLevels, contractParts } from './contract-levels.ts'
import type { ContractPart } from './contract-levels.ts'
import { folderOfNode, menuId, stateId } from './contract-nodes.ts'
import type { ReadMenu } from '../commands/parse-menus.ts'
import type { Report } from '../source/problem.ts'

type Surroundings = {
  readonly menus: readonly ReadMenu[]
  readonly entities: ReadonlyMap<string, Entity>
  /** Every command file there is, read or not. */
  readonly paths: readonly string[]
  /** False when a file could not be read: what it would have declared is then not called missing. */
  readonly complete: boolean
}

/**
 * Reports preconditions that could never hold and follow-ups that lead nowhere (UJG 10 `preconditions`, `outcomes`), each
 * where it is written, which may be in a menu above the command.
 */
export function checkContracts(commands: readonly ReadCommand[], surroundings: Surroundings, report: Report): void {
  const folders = foldersOf(surroundings.paths)
  const seen = new Set<string>()
  for (const read of commands) {
    for (const part of contractParts(contractLevels(read, surroundings.menus))) {
      for (const [path, message] of problemsOf(part, read.command, surroundings, folders)) {
        const problem = part.level.source.problemAt([...part.at, ...path], message)
        const key = JSON.stringify(problem)
        // What a menu says wrongly in itself is told once, not once per command below it.
        if (!seen.has(key)) report(problem)
        seen.add(key)
      }
    }
  }
}

type Found = readonly [path: readonly string[], message: string]

function problemsOf(
  { key, value, at }: ContractPart,
  command: Command,
  { entities, complete }: Surroundings,
  folders: ReadonlySet<string>,
): readonly Found[] {
  // The published schema said what these two are.
  if (key === 'preconditions') return preconditionProblems(value as Precondition, command, complete ? entities : null)
  const isNode = key === 'outcomes' && typeof value === 'string' && typeof at.at(-1) === 'string'
  if (!isNode || folders.has(folderOfNode(value) ?? '?')) return []
  const known = [menuId(''), ...[...folders].filter((folder) => folder !== '').map(stateId)].join(', ')
  return [[[], `there is no menu "${value}"; known: ${known}`]]
}

function preconditionProblems(
  precondition: Precondition,
  command: Command,
  entities: ReadonlyMap<string, Entity> | null,
): readonly Found[] {
  const { kind, ref, value } = precondition
  if (kind === 'custom') return customProblems(precondition, command, entities)
  const problems: Found[] = []
  if (value !== undefined) problems.push([['value'], `"value" has a meaning only for "custom"; remove it`])
  if (kind === 'confirmed') {
    if (ref !== undefined) problems.push([['ref'], `"confirmed" is about the whole command; remove "ref"`])
    if (command.confirm === 'none')
      problems.push([[], `${command.token} is a read, which nobody confirms, so "confirmed" could never hold`])
    return problems
  }
  const parameter = command.parameters.find(({ name }) => name === (ref ?? command.intent.target))
  if (ref !== undefined && parameter === undefined)
    problems.push([['ref'], `${command.token} has no parameter "${ref}", so this could never hold`])
  if (kind === 'reachable' && (parameter === undefined ? ref === undefined : parameter.entity === null))
    problems.push([
      ref === undefined ? [] : ['ref'],
      `"reachable" needs a parameter of ${command.token} with an entity`,
    ])
  return problems
}

function customProblems(
  { ref = '', value }: Precondition,
  command: Command,
  entities: ReadonlyMap<string, Entity> | null,
): readonly Found[] {
  const problems: Found[] = []
  if (value === undefined) problems.push([[], '"custom" needs a "value" that the column must have'])
  const [, entity] = /^([a-z][a-z0-9-]*)\.([A-Za-z_][A-Za-z0-9_]*)$/u.exec(ref) ?? []
  if (entity === undefined) {
    problems.push([ref === '' ? [] : ['ref'], '"custom" needs a "ref" like order.status: an entity and its column'])
  } else if (entities !== null && !entities.has(entity)) {
    const known = [...entities.keys()].join(', ') || 'none'
    problems.push([['ref'], `there is no entity "${entity}" in any _menu.yaml; known: ${known}`])
  } else if (!command.parameters.some((parameter) => parameter.entity === entity)) {
    problems.push([['ref'], `no parameter of ${command.token} names the entity "${entity}", so this could never hold`])
  }
  return problems
}

/** The folders that hold a command somewhere below them, '' among them. */
function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = paths.flatMap((path) => {
    const names = path.split('.').slice(0, -1)
    return names.map((_, index) => names.slice(0, index + 1).join('.'))
  })
  return new Set(['', ...folders])
}
