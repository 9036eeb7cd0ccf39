import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportUjg } from './export-ujg.ts'
import type { UjgDocument, UjgNode } from './export-ujg.ts'
import { readCatalogue } from './load-catalogue.ts'
import type { CatalogueReading } from './load-catalogue.ts'
import { mergeContracts } from './contract/merge-contract.ts'
import type { Contract } from './contract/merge-contract.ts'
import { replaced, withSample } from '../testing/catalogues/sample-catalogue.ts'
import ujgSchema from './ujg-command.schema.json' with { type: 'json' }

const restore = 'commands/things/restore.yaml'
const texts = 'locales/en/commands.yaml'
const menu = 'commands/things/_menu.yaml'

/** The sample with a folder in a folder, and a payload at every level. */
const nested = {
  [restore]: null,
  'commands/things/back/restore.yaml': (replaced(restore, 'token', 'token')[restore] ?? '').replace(
    '  commandRef: urn:sample:restore',
    '  commandRef: urn:sample:restore\n  outcomes: { successNodeRef: "urn:sayso:state:things" }',
  ),
  'commands/things/back/_menu.yaml': `state: { retry: manual, preconditions: [{ kind: confirmed }], outcomes: { emitEvents: [back] } }
transitions: { triggerKinds: [shortcut], preconditions: [{ kind: reachable, ref: id }] }
`,
  ...replaced(menu, 'order: [look, drop, restore]', 'order: [look, drop, back]'),
  [texts]: (replaced(texts, 'things.restore:', 'things.back.restore:')[texts] ?? '').replace(
    'menus: { things: Things }',
    'menus: { things: Things, things.back: Back }',
  ),
}

let reading: CatalogueReading
let graph: UjgDocument

beforeAll(async () => {
  reading = await withSample(nested, readCatalogue)
  graph = exportUjg(reading)
})

const nodeOf = (id: unknown): UjgNode | undefined => graph.nodes.find((node) => node['@id'] === id)
const payloadOf = (node: UjgNode | undefined): Contract => node?.extensions?.['org.openuji.specs.ujg.command.v1'] ?? {}

/** The journey that holds a state, and the composite states around it, the outermost first (UJG 8). */
function around(state: unknown): { readonly journeys: readonly UjgNode[]; readonly composites: readonly UjgNode[] } {
  const journey = graph.nodes.find(({ stateRefs }) => Array.isArray(stateRefs) && stateRefs.includes(state))
  if (journey === undefined) return { journeys: [], composites: [] }
  const composite = graph.nodes.find((node) => node['subjourneyId'] === journey['@id'])
  const outer = composite === undefined ? { journeys: [], composites: [] } : around(composite['@id'])
  return {
    journeys: [...outer.journeys, journey],
    composites: [...outer.composites, ...(composite === undefined ? [] : [composite])],
  }
}

describe('exportUjg()', () => {
  test('is asked here about a catalogue without problems', () => {
    expect(reading.problems).toEqual([])
  })

  test('makes a graph in which inheriting gives every effective contract (UJG 8 and 9)', () => {
    const transitions = graph.nodes.filter((node) => node['@type'] === 'Transition')
    const effective = transitions.map((transition) => {
      const { journeys, composites } = around(transition['from'])
      const groups = journeys.at(-1)?.['outgoingTransitionGroupRefs']
      return mergeContracts([
        payloadOf(journeys[0]),
        ...composites.map(payloadOf),
        payloadOf(nodeOf(transition['from'])),
        ...(Array.isArray(groups) ? groups.map((id) => payloadOf(nodeOf(id))) : []),
        payloadOf(transition),
      ])
    })
    expect(effective).toEqual(reading.commands.map(({ command }) => command.contract))
    expect(effective[2]).toMatchObject({
      retry: 'manual',
      triggerKinds: ['submit', 'tap', 'shortcut'],
      preconditions: [{ kind: 'confirmed' }, { kind: 'reachable', ref: 'id' }],
      outcomes: { emitEvents: ['back'] },
    })
  })

  test('has payloads that the published schema admits, on hosts that the text does not disallow', () => {
    const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(ujgSchema)
    const hosts = graph.nodes.filter((node) => node.extensions !== undefined)
    for (const host of hosts) expect(validate(payloadOf(host))).toBe(true)
    expect(new Set(hosts.map((host) => host['@type']))).toEqual(
      new Set(['Journey', 'CompositeState', 'State', 'OutgoingTransitionGroup', 'Transition']),
    )
    expect(hosts.filter((host) => host['@type'] === 'Transition')).toHaveLength(3)
    expect(graph).not.toHaveProperty('extensions')
  })

  test.each([
    ['Journey', 'startState', ['State']],
    ['Journey', 'stateRefs', ['CompositeState', 'State']],
    ['Journey', 'transitionRefs', ['Transition']],
    ['Journey', 'outgoingTransitionGroupRefs', ['OutgoingTransitionGroup']],
    ['CompositeState', 'subjourneyId', ['Journey']],
    ['OutgoingTransitionGroup', 'outgoingTransitionRefs', ['OutgoingTransition']],
    ['OutgoingTransition', 'to', ['State']],
    ['Transition', 'from', ['State']],
    ['Transition', 'to', ['State']],
  ])('refers from %s by %s to %j alone', (type, property, expected) => {
    const nodes = graph.nodes.filter((node) => node['@type'] === type)
    const types = nodes.flatMap((node) => [node[property]].flat()).map((id) => nodeOf(id)?.['@type'])
    expect(new Set(types)).toEqual(new Set(expected))
  })

  test('leads a transition to the menu that its success names, else back to its own', () => {
    expect(nodeOf('urn:sayso:transition:things.back.restore')).toMatchObject({
      from: 'urn:sayso:menu:things.back',
      to: 'urn:sayso:menu:things',
      label: 'Restore',
    })
    expect(nodeOf('urn:sayso:transition:things.look')).toMatchObject({ to: 'urn:sayso:menu:things' })
  })

  test('has ids that are unique and the same every time', async () => {
    const ids = graph.nodes.map((node) => node['@id'])
    expect(new Set(ids).size).toBe(ids.length)
    expect(exportUjg(await withSample(nested, readCatalogue))).toEqual(graph)
    const reworded = await withSample(
      { ...nested, ...replaced('commands/things/look.yaml', 'LOOK_AT', 'SEE_IT') },
      readCatalogue,
    )
    expect(exportUjg(reworded).nodes.map((node) => node['@id'])).toEqual(ids)
  })
})
