import type { Json } from '../../json.ts'
import type { ReadCommand } from '../commands/check-commands.ts'
import type { Contract } from './merge-contract.ts'
import type { ReadMenu } from '../commands/parse-menus.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

/** One payload of those that make a command's contract, and where it is written. */
export type ContractLevel = {
  readonly node: 'Journey' | 'CompositeState' | 'State' | 'OutgoingTransitionGroup' | 'Transition'
  readonly source: YamlSource
  /** Where the payload stands in its file. */
  readonly path: YamlPath
  readonly contract: Contract
}

/** UJG 8: Journey, enclosing CompositeStates, source State, then the group of the folder that holds the transition. */
export function inheritedLevels(path: string, menus: readonly ReadMenu[]): readonly ContractLevel[] {
  const folders = enclosingFolders(path)
  const last = folders.at(-1)
  const states = folders.map((folder) => {
    const node = folder === '' ? 'Journey' : folder === last ? 'State' : 'CompositeState'
    return levelOf(menus, folder, 'state', node)
  })
  const group = levelOf(menus, last ?? '', 'transitions', 'OutgoingTransitionGroup')
  return [...states, group].filter((level) => level !== null)
}

/** All levels of a command, its own last. */
export function contractLevels(read: ReadCommand, menus: readonly ReadMenu[]): readonly ContractLevel[] {
  const { source, command } = read
  // Its shape, `contract` among it, was checked when the file was read.
  const { contract } = source.value as { readonly contract: Contract }
  return [...inheritedLevels(command.path, menus), { node: 'Transition', source, path: ['contract'], contract }]
}

/** A piece of an effective contract that is replaced or kept as a whole, and the level that it comes from. */
export type ContractPart = {
  readonly key: keyof Contract
  /** `result`, `parameters id`, `preconditions custom order.status`, `triggerKinds tap`, `outcomes.emitEvents done`. */
  readonly name: string
  readonly value: Json
  readonly level: ContractLevel
  /** Where it stands in the file of its level. */
  readonly at: YamlPath
}

/** The pieces of the effective contract (UJG 9): of what several levels say the most specific. */
export function contractParts(levels: readonly ContractLevel[]): readonly ContractPart[] {
  const parts = new Map<string, ContractPart>()
  for (const { counts, ...part } of levels.flatMap(partsOfLevel)) {
    if (counts === 'last' || !parts.has(part.name)) parts.set(part.name, part)
  }
  return [...parts.values()]
}

/** Of a string that several levels list, the first is where it comes from; of everything else the last one counts. */
type LevelPart = ContractPart & { readonly counts: 'first' | 'last' }

function partsOfLevel(level: ContractLevel): readonly LevelPart[] {
  const parts: LevelPart[] = []
  const add = (key: keyof Contract, name: string, value: Json, ...at: YamlPath): void => {
    const counts = typeof at.at(-1) === 'number' && typeof value === 'string' ? 'first' : 'last'
    parts.push({ key, name, value, level, at: [...level.path, ...at], counts })
  }
  const { parameters = [], preconditions = [], outcomes = {}, ...others } = level.contract
  for (const [index, parameter] of parameters.entries()) {
    add('parameters', `parameters ${parameter.name}`, parameter, 'parameters', index)
  }
  for (const [index, precondition] of preconditions.entries()) {
    const identity = [precondition.kind, precondition.ref].filter((each) => each !== undefined).join(' ')
    add('preconditions', `preconditions ${identity}`, precondition, 'preconditions', index)
  }
  for (const [key, value] of Object.entries(others) as [keyof typeof others, Json][]) {
    if (!Array.isArray(value)) add(key, key, value, key)
    else for (const [index, item] of value.entries()) add(key, `${key} ${String(item)}`, item, key, index)
  }
  const { emitEvents = [], ...refs } = outcomes
  for (const [key, value] of Object.entries(refs)) add('outcomes', `outcomes.${key}`, value, 'outcomes', key)
  for (const [index, event] of emitEvents.entries()) {
    add('outcomes', `outcomes.emitEvents ${event}`, event, 'outcomes', 'emitEvents', index)
  }
  return parts
}

function levelOf(
  menus: readonly ReadMenu[],
  folder: string,
  part: 'state' | 'transitions',
  node: ContractLevel['node'],
): ContractLevel | null {
  const menu = menus.find((each) => each.folder === folder)
  const contract = menu?.file[part]
  if (menu === undefined || contract === undefined) return null
  // The published schema was asked when the menu was read.
  return { node, source: menu.source, path: [part], contract }
}

/** From commands/ itself, '', to the folder that holds the file. */
function enclosingFolders(path: string): readonly string[] {
  const folders = path.split('.').slice(0, -1)
  return ['', ...folders.map((_, index) => folders.slice(0, index + 1).join('.'))]
}
