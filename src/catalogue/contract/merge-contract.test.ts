import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeContracts } from './merge-contract.ts'
import type { Contract } from './merge-contract.ts'

describe('mergeContracts()', () => {
  test('replaces single values whole, the most specific one winning (UJG 9)', () => {
    const merged = mergeContracts([
      {
        commandRef: 'a',
        result: { mode: 'append', destination: 'stdout' },
        error: { mode: 'inline', destination: 'stderr' },
        retry: 'none',
        idempotency: 'unknown',
      },
      { commandRef: 'b', result: { mode: 'replace' }, error: { mode: 'summary' }, idempotency: 'idempotent' },
      { retry: 'manual' },
    ])
    expect(merged).toEqual({
      commandRef: 'b',
      result: { mode: 'replace' },
      error: { mode: 'summary' },
      retry: 'manual',
      idempotency: 'idempotent',
    })
  })

  test('has one parameter per name, in the place of the first and as the last says', () => {
    const merged = mergeContracts([
      {
        parameters: [
          { name: 'id', kind: 'scalar', required: true },
          { name: 'zone', kind: 'scalar' },
        ],
      },
      {
        parameters: [
          { name: 'why', kind: 'scalar' },
          { name: 'id', kind: 'entity-ref' },
        ],
      },
    ])
    expect(merged.parameters).toEqual([
      { name: 'id', kind: 'entity-ref' },
      { name: 'zone', kind: 'scalar' },
      { name: 'why', kind: 'scalar' },
    ])
  })

  test('has one precondition per kind and ref', () => {
    const merged = mergeContracts([
      { preconditions: [{ kind: 'confirmed' }, { kind: 'custom', ref: 'a', value: 'old' }] },
      {
        preconditions: [
          { kind: 'custom', ref: 'a', value: 'new' },
          { kind: 'custom', ref: 'b' },
          { kind: 'confirmed' },
        ],
      },
    ])
    expect(merged.preconditions).toEqual([
      { kind: 'confirmed' },
      { kind: 'custom', ref: 'a', value: 'new' },
      { kind: 'custom', ref: 'b' },
    ])
  })

  test('adds triggers, destinations and events up without duplicates; outcomes merge key by key', () => {
    const merged = mergeContracts([
      {
        triggerKinds: ['submit', 'tap'],
        outputDestinations: ['current-node', 'stdout'],
        outcomes: { successNodeRef: 'x', errorNodeRef: 'e', emitEvents: ['one', 'two'] },
      },
      {
        triggerKinds: ['tap', 'job'],
        outputDestinations: ['stdout', 'event'],
        outcomes: { successNodeRef: 'y', emitEvents: ['two', 'three'] },
      },
    ])
    expect(merged).toEqual({
      triggerKinds: ['submit', 'tap', 'job'],
      outputDestinations: ['current-node', 'stdout', 'event'],
      outcomes: { successNodeRef: 'y', errorNodeRef: 'e', emitEvents: ['one', 'two', 'three'] },
    })
  })

  const name = fc.constantFrom('a', 'b', 'c')
  const contracts: fc.Arbitrary<Contract> = fc.record(
    {
      commandRef: name,
      retry: fc.constantFrom('none', 'manual', 'automatic'),
      parameters: some(fc.record({ name, kind: fc.constantFrom('scalar', 'file') })),
      preconditions: some(fc.record({ kind: name, ref: name }, { requiredKeys: ['kind'] })),
      triggerKinds: some(name),
      outcomes: fc.record({ successNodeRef: name, emitEvents: some(name) }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )

  test('never makes a difference of how the levels above are grouped', () => {
    fc.assert(
      fc.property(contracts, contracts, contracts, (one, two, three) => {
        expect(mergeContracts([mergeContracts([one, two]), three])).toEqual(mergeContracts([one, two, three]))
      }),
    )
  })

  test('never changes or loses what a level that says nothing inherits', () => {
    fc.assert(
      fc.property(contracts, (contract) => {
        const effective = mergeContracts([contract])
        expect(mergeContracts([effective, {}])).toEqual(effective)
        expect(mergeContracts([{}, effective, effective])).toEqual(effective)
      }),
    )
  })
})

function some<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(arbitrary, { maxLength: 4 })
}
