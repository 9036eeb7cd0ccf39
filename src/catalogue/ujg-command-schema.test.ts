/** The published schema of UJG 14, in the copy that every payload is checked against. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import ujgSchema from './ujg-command.schema.json' with { type: 'json' }

const admits = new Ajv2020({ strict: true, strictTypes: false }).compile(ujgSchema)

const example = {
  commandRef: 'urn:command:payment-authorize',
  parameters: [{ name: 'paymentMethod', kind: 'structured', required: true, source: 'form' }],
  preconditions: [{ kind: 'validated' }, { kind: 'confirmed' }],
  result: { mode: 'replace', destination: 'next-node' },
  error: { mode: 'summary', destination: 'current-node' },
  retry: 'manual',
  idempotency: 'non-idempotent',
  triggerKinds: ['submit', 'tap', 'shortcut', 'cli-argv'],
  outputDestinations: ['next-node', 'event'],
  outcomes: {
    successNodeRef: 'urn:state:confirmation',
    errorNodeRef: 'urn:state:payment',
    emitEvents: ['payment.authorized'],
  },
}

const hint = (defaultValueHint: Json) => ({ parameters: [{ name: 'a', kind: 'scalar', defaultValueHint }] })
const value = (of: Json) => ({ preconditions: [{ kind: 'custom', value: of }] })
const parameter = (more: Readonly<Record<string, Json>>) => ({ parameters: [{ name: 'a', kind: 'scalar', ...more }] })

describe('the published schema', () => {
  test('has its published address and dialect', () => {
    expect(ujgSchema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(ujgSchema.$id).toBe('https://ujg.specs.openuji.org/ed/ns/command.schema.json')
  })

  test('admits the example of UJG 15', () => {
    expect(admits(example)).toBe(true)
  })

  test('asks for no property, and admits no other than its ten', () => {
    expect(admits({})).toBe(true)
    expect(admits([])).toBe(false)
    expect(Object.keys(ujgSchema.properties)).toEqual(Object.keys(example))
    expect(admits({ token: 'CANCEL_ORDER' })).toBe(false)
    for (const [key, of] of Object.entries(example)) expect([key, admits({ [key]: of })]).toEqual([key, true])
  })

  test.each<[string, Json, boolean]>([
    ['a commandRef that is no string', { commandRef: 7 }, false],
    ['a parameter without kind', { parameters: [{ name: 'a' }] }, false],
    ['a parameter without name', { parameters: [{ kind: 'file' }] }, false],
    ['a name that is no string', parameter({ name: 1 }), false],
    ['a required that is no boolean', parameter({ required: 'yes' }), false],
    ['an unknown source', parameter({ source: 'magic' }), false],
    ['an unknown kind', parameter({ kind: 'number' }), false],
    ['an unknown field of a parameter', parameter({ label: 'A' }), false],
    ['a precondition without kind', { preconditions: [{ ref: 'a' }] }, false],
    ['a ref that is no string', { preconditions: [{ kind: 'custom', ref: 1 }] }, false],
    ['an unknown field of a precondition', { preconditions: [{ kind: 'custom', why: 'x' }] }, false],
    ['an unknown kind of precondition', { preconditions: [{ kind: 'luck' }] }, false],
    ['an unknown retry', { retry: 'sometimes' }, false],
    ['an unknown idempotency', { idempotency: 'yes' }, false],
    ['an unknown trigger', { triggerKinds: ['thought'] }, false],
    ['an unknown output destination', { outputDestinations: ['printer'] }, false],
    ['an unknown destination', { result: { destination: 'printer' } }, false],
    ['a third field of a result', { result: { mode: 'none', text: 'x' } }, false],
    ['a third field of an error', { error: { mode: 'inline', text: 'x' } }, false],
    ['a mode of errors in a result', { result: { mode: 'fallback' } }, true],
    ['a mode of results in an error', { error: { mode: 'preview', destination: 'download' } }, true],
    ['an event that is no string', { outcomes: { emitEvents: [1] } }, false],
    ['a node that is no string', { outcomes: { errorNodeRef: 1 } }, false],
    ['a fourth field of outcomes', { outcomes: { next: 'x' } }, false],
  ])('%s is admitted: %j → %s', (_what, payload, expected) => {
    expect(admits(payload)).toBe(expected)
  })

  test.each<[Json, boolean, boolean]>([
    ['text', true, true],
    [0.5, true, true],
    [true, true, true],
    [{ a: 1 }, true, false],
    [[1], true, false],
    [3, false, false],
    [null, false, false],
  ])('%j is a default hint: %s, the value of a precondition: %s', (of, asHint, asValue) => {
    expect(admits(hint(of))).toBe(asHint)
    expect(admits(value(of))).toBe(asValue)
  })
})
