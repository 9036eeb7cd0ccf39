import { describe, expect, test } from 'vitest'
import { TerminalError } from '../errors.ts'
import { parseChain } from './parse-chain.ts'
import { cadExample, filesystemExample } from './wuce-examples.ts'

const minimal = { stepName: 'Look', stepDescription: '', stepMsg: '', actionType: 'ls', actionMeta: {}, yield: [] }

describe('parseChain()', () => {
  test('accepts the examples of WUCE 5 as they stand', () => {
    expect(parseChain(filesystemExample)).toEqual(filesystemExample)
    expect(parseChain(cadExample)).toEqual(cadExample)
  })

  test('accepts a JSON-RPC request with the array or with its steps', () => {
    const request = { jsonrpc: '2.0', id: 'uuid-xyz', method: 'execute_commands' }
    expect(parseChain({ ...request, params: filesystemExample })).toEqual(filesystemExample)
    expect(parseChain({ ...request, params: { steps: cadExample } })).toEqual(cadExample)
  })

  test('fills in absent domains and an absent observe', () => {
    expect(parseChain([minimal])[0]).toMatchObject({ actionDomain: '', observationDomain: '', observe: '' })
  })

  const { actionType: _left, ...without } = { ...minimal, stepName: 'Rename File' }
  test.each([
    ['a missing field', [minimal, without], 'step 2 ("Rename File") has no "actionType"'],
    ['an unknown field', [{ ...minimal, retry: 3 }], 'step 1 ("Look") has an unknown field "retry"'],
    ['a wrong type', [{ ...minimal, yield: 'done' }], 'step 1 ("Look"): "yield" must be array'],
    ['a wrong item', [{ ...minimal, yield: ['a', 1] }], 'step 1 ("Look"): "yield/1" must be string'],
    ['a step that is none', [minimal, 7], 'step 2 must be object'],
    ['an empty name', [{ ...minimal, stepName: '' }], 'step 1: "stepName" must NOT have fewer than 1 characters'],
    ['an empty chain', [], 'A chain must NOT have fewer than 1 items'],
    ['no chain', null, 'A chain must be array'],
  ])('names step and field of %s', (_what, value, message) => {
    expect(() => parseChain(value)).toThrow(new TerminalError('chain_invalid', message))
  })

  test('refuses another method', () => {
    expect(() => parseChain({ jsonrpc: '2.0', method: 'drop', params: [minimal] })).toThrow(/execute_commands/)
  })
})
