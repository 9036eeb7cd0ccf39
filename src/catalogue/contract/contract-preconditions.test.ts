import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json.ts'
import type { Parameter } from '../catalogue.ts'
import { preconditionKinds } from './contract.ts'
import type { Precondition } from './contract.ts'
import { unmetPreconditions } from './contract-preconditions.ts'
import type { Circumstances } from './contract-preconditions.ts'

const parameter = (name: string, rest: Partial<Parameter> = {}): Parameter => ({
  name,
  kind: 'scalar',
  required: false,
  type: 'text',
  schema: { type: 'string', maxLength: 5 },
  entity: null,
  ...rest,
})

const parameters = [
  parameter('id', {
    kind: 'entity-ref',
    required: true,
    type: 'id',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    entity: 'order',
  }),
  parameter('size', { kind: 'selection', type: 'choice', schema: { type: 'string', enum: ['s', 'm'] } }),
  parameter('note'),
  parameter('file', { kind: 'file', schema: {} }),
]

const good: Circumstances = {
  args: { id: '204', size: 's', note: 'ok' },
  facts: { order: { id: '204', status: 'paid', amount: '120.00', express: true } },
  confirmed: true,
}

function unmet(precondition: Precondition, changed: Partial<Circumstances> = {}): readonly string[] {
  const contract: JsonObject = { preconditions: [precondition] }
  const command = { contract, parameters, intent: { entity: 'Order', action: 'Cancel', target: 'id' } }
  return unmetPreconditions(command, { ...good, ...changed }).map(({ kind, key, params }) => {
    expect(kind).toBe(precondition.kind)
    expect(key).toBe(`precondition_${kind.replaceAll('-', '_')}`)
    return params.name
  })
}

const without = (...names: string[]): Partial<Circumstances> => ({
  args: Object.fromEntries(Object.entries(good.args).filter(([name]) => !names.includes(name))),
})

describe('unmetPreconditions()', () => {
  test.each(preconditionKinds)('finds nothing unmet about "%s" where all is well', (kind) => {
    expect(unmet(kind === 'custom' ? { kind, ref: 'order.status', value: 'paid' } : { kind })).toEqual([])
  })

  test('finds nothing in a contract without preconditions', () => {
    const command = { contract: {}, parameters, intent: { entity: 'Order', action: 'Cancel', target: 'id' } }
    expect(unmetPreconditions(command, { args: {}, facts: {}, confirmed: false })).toEqual([])
  })

  test('selection-required wants what is chosen: the parameter, or all selections and entities', () => {
    expect(unmet({ kind: 'selection-required' }, without('id', 'size', 'note'))).toEqual(['id', 'size'])
    expect(unmet({ kind: 'selection-required', ref: 'size' }, without('id', 'size'))).toEqual(['size'])
    expect(unmet({ kind: 'selection-required', ref: 'size' }, without('id'))).toEqual([])
    expect(unmet({ kind: 'selection-required', ref: 'size' }, { args: { size: [] } })).toEqual(['size'])
  })

  test('non-empty wants something that is not blank: the parameter, or all that are required', () => {
    expect(unmet({ kind: 'non-empty' }, without('id', 'note'))).toEqual(['id'])
    expect(unmet({ kind: 'non-empty', ref: 'note' }, { args: { note: ' \t' } })).toEqual(['note'])
    expect(unmet({ kind: 'non-empty', ref: 'note' }, { args: { note: null } })).toEqual(['note'])
    expect(unmet({ kind: 'non-empty', ref: 'note' }, { args: { note: 0 } })).toEqual([])
  })

  test('validated wants values as their schemas say: the parameter, or all', () => {
    expect(unmet({ kind: 'validated' }, { args: { id: 'x', size: 'xl', note: 'far too long' } })).toEqual([
      'id',
      'size',
      'note',
    ])
    expect(unmet({ kind: 'validated' }, without('id', 'size', 'note'))).toEqual(['id'])
    expect(unmet({ kind: 'validated', ref: 'note' }, { args: { id: 'x', note: 'ok' } })).toEqual([])
    expect(unmet({ kind: 'validated', ref: 'file' }, { args: { file: { $file: 'a' } } })).toEqual([])
  })

  test('confirmed wants a confirmation', () => {
    expect(unmet({ kind: 'confirmed' }, { confirmed: false })).toEqual([''])
  })

  test('reachable wants the thing to have been found', () => {
    expect(unmet({ kind: 'reachable' }, { facts: {} })).toEqual(['id'])
    expect(unmet({ kind: 'reachable', ref: 'id' }, { facts: { order: null } })).toEqual(['id'])
    expect(unmet({ kind: 'reachable' }, { facts: { order: [] } })).toEqual(['id'])
  })

  test.each([
    ['order.status', 'paid', true],
    ['order.status', 'Paid', false],
    ['order.amount', 120, true],
    ['order.amount', '120.00', true],
    ['order.amount', '120', false],
    ['order.amount', 119.99, false],
    ['order.express', true, true],
    ['order.express', 'true', true],
    ['order.express', false, false],
    ['order.colour', 'red', false],
    ['customer.status', 'paid', false],
  ])('custom compares %s with %j: %s', (ref, value, holds) => {
    expect(unmet({ kind: 'custom', ref, value })).toHaveLength(holds ? 0 : 1)
  })

  test('custom says what is and what should be', () => {
    const contract = { preconditions: [{ kind: 'custom', ref: 'order.status', value: 'shipped' }] }
    const command = { contract, parameters, intent: { entity: 'Order', action: 'Cancel', target: 'id' } }
    expect(unmetPreconditions(command, good)).toEqual([
      { kind: 'custom', key: 'precondition_custom', params: { name: 'status', value: 'paid', wanted: 'shipped' } },
    ])
  })

  test.each(['selection-required', 'non-empty', 'validated', 'reachable'] as const)(
    '%s about a parameter that is not there never holds',
    (kind) => expect(unmet({ kind, ref: 'colour' })).toEqual(['colour']),
  )

  test('custom never takes an inherited property of an object for a column, nor nothing for a number', () => {
    expect(unmet({ kind: 'custom', ref: 'order.constructor', value: 'x' })).toEqual(['constructor'])
    expect(unmet({ kind: 'custom', ref: 'order.status', value: 0 }, { facts: { order: { status: ' ' } } })).toEqual([
      'status',
    ])
    expect(
      unmet({ kind: 'custom', ref: 'order.status', value: 'null' }, { facts: { order: { status: null } } }),
    ).toEqual(['status'])
  })

  test('never throws and never lets a command run that was not confirmed where the contract asks for it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (args, facts) => {
          // fast-check's JSON is ours.
          const circumstances = { args, facts, confirmed: false } as Circumstances
          for (const kind of preconditionKinds) unmet({ kind, ref: 'order.status' }, circumstances)
          expect(unmet({ kind: 'confirmed' }, circumstances)).toEqual([''])
        },
      ),
      { numRuns: 50 },
    )
  })
})
