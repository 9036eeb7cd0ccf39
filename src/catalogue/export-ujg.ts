/**
 * The catalogue as a UJG document. commands/ is the Journey; every folder below is a CompositeState in the Journey around it
 * and a Journey of its own, which begins in the State that shows the folder's menu; a command is a Transition from there.
 * Each node carries the payload that its file wrote, so that inheriting along the graph (UJG 8 and 9) gives the effective
 * contracts. A folder's `state:` is the payload of its menu State, the preferred host (UJG 6), and only where folders lie
 * below it, for those to inherit, of its CompositeState (UJG 7).
 */
import type { JsonObject } from '../json.ts'
import type { Command, Locale } from './catalogue.ts'
import { effectiveContract } from './contract/contract.ts'
import { contractLevels } from './contract/contract-levels.ts'
import {
  folderOfNode,
  groupId,
  journeyId,
  menuId,
  navigationId,
  stateId,
  transitionId,
} from './contract/contract-nodes.ts'
import type { CatalogueReading } from './load-catalogue.ts'
import { mainLocale } from './locale-for.ts'
import type { Contract } from './contract/merge-contract.ts'

/** UJG 1: where a node carries the payload of a command. */
const ujgNamespace = 'org.openuji.specs.ujg.command.v1'

/** One node of the graph. */
export type UjgNode = {
  readonly '@id': string
  readonly '@type':
    | 'Journey'
    | 'State'
    | 'CompositeState'
    | 'Transition'
    | 'OutgoingTransition'
    | 'OutgoingTransitionGroup'
  /** Under its namespace, a payload that the published schema admits (UJG 14). */
  readonly extensions?: { readonly [ujgNamespace]: Contract }
  readonly [property: string]: unknown
}

/** A document of UJG Core: it carries no payload itself (UJG 7). */
export type UjgDocument = {
  readonly '@context': string
  readonly '@id': string
  readonly '@type': 'UJGDocument'
  readonly specVersion: string
  readonly nodes: readonly UjgNode[]
}

type Graph = Pick<CatalogueReading, 'menus'> & {
  readonly commands: readonly (CatalogueReading['commands'][number] & { readonly folder: string })[]
  readonly folders: readonly string[]
  readonly main: Locale
}

/** The graph of a catalogue without problems. Ids are made of names, so that two exports differ only where files do. */
export function exportUjg({ catalogue, commands, menus }: CatalogueReading): UjgDocument {
  const placed = commands.map((read) => ({ ...read, folder: parentOf(read.command.path) ?? '' }))
  const folders = new Set([...placed.flatMap(({ folder }) => withParents(folder)), ''])
  const graph = { menus, commands: placed, folders: [...folders].toSorted(), main: mainLocale(catalogue) }
  return {
    '@context': 'https://ujg.specs.openuji.org/ed/ns/context.jsonld',
    '@id': 'urn:sayso:catalogue',
    '@type': 'UJGDocument',
    specVersion: '1.0',
    nodes: [
      ...graph.folders.flatMap((folder) => nodesOfFolder(graph, folder)),
      ...placed.map((read) => transition(graph, read)),
    ],
  }
}

function nodesOfFolder(graph: Graph, folder: string): readonly UjgNode[] {
  const { folders, menus, commands, main } = graph
  const below = folders.filter((each) => parentOf(each) === folder)
  const own = commands.filter((each) => each.folder === folder)
  const file = menus.find((menu) => menu.folder === folder)?.file
  const label = folder.split('.').at(-1) ?? folder
  // The published schema was asked when the menu was read.
  const [state, transitions] = [file?.state as Contract | undefined, file?.transitions as Contract | undefined]
  const isJourney = folder === ''
  const isComposite = !isJourney && below.length > 0
  const journey: UjgNode = {
    '@id': journeyId(folder),
    '@type': 'Journey',
    startState: menuId(folder),
    stateRefs: [menuId(folder), ...below.map(stateId)],
    transitionRefs: own.map(({ command }) => transitionId(command.path)),
    outgoingTransitionGroupRefs: [groupId(folder)],
    ...payload(isJourney ? state : undefined),
  }
  const composite: UjgNode = {
    '@id': stateId(folder),
    '@type': 'CompositeState',
    label,
    subjourneyId: journeyId(folder),
    ...payload(isComposite ? state : undefined),
  }
  return [
    journey,
    ...(isJourney ? [] : [composite]),
    {
      '@id': menuId(folder),
      '@type': 'State',
      label: isJourney ? 'Menu' : label,
      ...payload(isJourney || isComposite ? undefined : state),
    },
    {
      '@id': groupId(folder),
      '@type': 'OutgoingTransitionGroup',
      outgoingTransitionRefs: [navigationId(folder)],
      ...payload(transitions),
    },
    {
      '@id': navigationId(folder),
      '@type': 'OutgoingTransition',
      to: menuId(''),
      label: main.words['menu']?.[0] ?? 'menu',
    },
  ]
}

function transition({ menus, main }: Graph, read: Graph['commands'][number]): UjgNode {
  const { command, folder } = read
  return {
    '@id': transitionId(command.path),
    '@type': 'Transition',
    from: menuId(folder),
    to: targetOf(command, folder),
    label: main.commands[command.path]?.title ?? command.token,
    ...payload(contractLevels(read, menus).at(-1)?.contract),
  }
}

/** Where a success leads: the menu that the contract names, else the one that the command was asked for from. */
function targetOf(command: Command, folder: string): string {
  const next = effectiveContract(command).outcomes?.successNodeRef
  return menuId((next === undefined ? null : folderOfNode(next)) ?? folder)
}

function payload(contract: Contract | undefined): JsonObject | Pick<UjgNode, 'extensions'> {
  return contract === undefined ? {} : { extensions: { [ujgNamespace]: contract } }
}

/** `orders` for `orders.cancel`, '' for `orders`, `null` for '' itself. */
function parentOf(path: string): string | null {
  return path === '' ? null : path.split('.').slice(0, -1).join('.')
}

function withParents(folder: string): readonly string[] {
  const parent = parentOf(folder)
  return parent === null ? [folder] : [...withParents(parent), folder]
}
