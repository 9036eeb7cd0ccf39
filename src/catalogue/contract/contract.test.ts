import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json.ts'
import {
  attendedTriggers,
  destinations,
  effectiveContract,
  errorModes,
  eventsOf,
  followUp,
  mayTrigger,
  preconditionKinds,
  resultModes,
  triggerKinds,
} from './contract.ts'
import { folderOfNode, groupId, journeyId, menuId, stateId, transitionId } from './contract-nodes.ts'
import { loadSample } from '../../testing/catalogues/sample-catalogue.ts'
import ujgSchema from '../ujg-command.schema.json' with { type: 'json' }

const command = (contract: JsonObject) => ({ contract })
const { properties, $defs } = ujgSchema

describe('the vocabulary', () => {
  test('is that of the published schema (UJG 14)', () => {
    expect(properties.triggerKinds.items.enum).toEqual([...triggerKinds])
    expect($defs.precondition.properties.kind.enum).toEqual([...preconditionKinds])
    expect($defs.resultLike.properties.mode.enum).toEqual([...resultModes, ...errorModes])
    expect($defs.resultLike.properties.destination.enum).toEqual([...destinations])
    expect(properties.outputDestinations.items.enum).toEqual([...destinations])
  })
})

describe('effectiveContract()', () => {
  test('gives what a command inherits together with its own', async () => {
    const { commands } = await loadSample()
    const drop = commands.get('DROP_IT')
    expect(drop === undefined ? null : effectiveContract(drop)).toMatchObject({
      commandRef: 'urn:sample:drop',
      retry: 'manual',
      triggerKinds: ['submit', 'tap'],
    })
  })
})

describe('mayTrigger()', () => {
  test.each(triggerKinds)(
    'lets %s trigger a contract that lists it, and one without list only when it is attended',
    (kind) => {
      expect(mayTrigger(command({ triggerKinds: [kind] }), kind)).toBe(true)
      const others = triggerKinds.filter((each) => each !== kind)
      expect(mayTrigger(command({ triggerKinds: others }), kind)).toBe(false)
      expect(mayTrigger(command({ triggerKinds: [] }), kind)).toBe(false)
      const attended: readonly string[] = ['submit', 'tap', 'shortcut', 'deep-link', 'stdin-line', 'cli-argv']
      expect(mayTrigger(command({}), kind)).toBe(attended.includes(kind))
    },
  )

  test('counts six triggers as attended', () => {
    expect(attendedTriggers).toHaveLength(6)
  })
})

describe('followUp() and eventsOf()', () => {
  const outcomes = { successNodeRef: menuId(''), errorNodeRef: stateId('things'), emitEvents: ['a', 'b'] }

  test('lead to the node of success and emit after a success', () => {
    expect(followUp(command({ outcomes }), { kind: 'executed' })).toBe('urn:sayso:menu')
    expect(eventsOf(command({ outcomes }), { kind: 'executed' })).toEqual(['a', 'b'])
  })

  test('lead to the node of failure and emit nothing after a failure', () => {
    expect(followUp(command({ outcomes }), { kind: 'failed' })).toBe('urn:sayso:state:things')
    expect(eventsOf(command({ outcomes }), { kind: 'failed' })).toEqual([])
  })

  test.each(['executed', 'failed'] as const)('have nothing to say when the contract does not, %s', (kind) => {
    expect(followUp(command({}), { kind })).toBeNull()
    expect(eventsOf(command({ outcomes: {} }), { kind })).toEqual([])
  })
})

describe('folderOfNode()', () => {
  test.each(['', 'orders', 'orders.parts-2'])('finds the folder "%s" of its menu', (folder) => {
    expect(folderOfNode(menuId(folder))).toBe(folder)
    expect(folder === '' ? '' : folderOfNode(stateId(folder))).toBe(folder)
  })

  test.each([journeyId(''), journeyId('orders'), groupId('orders'), transitionId('orders.cancel'), 'orders', ''])(
    'finds none in "%s"',
    (id) => expect(folderOfNode(id)).toBeNull(),
  )
})
