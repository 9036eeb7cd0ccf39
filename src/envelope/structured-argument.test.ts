import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { jsonText, type Json, type JsonObject } from '../json.ts'
import { addMember, leavesOf, readStructured } from './structured-argument.ts'

function structured(schema: JsonObject): Parameter {
  return { name: 'value', kind: 'structured', required: true, type: 'text', schema, entity: null }
}

const address = structured({
  type: 'object',
  properties: {
    street: { type: 'string', maxLength: 20 },
    number: { type: 'integer', minimum: 1 },
    paid: { type: 'boolean' },
    size: { type: 'string', enum: ['small', 'Large'] },
  },
  required: ['street', 'number'],
  additionalProperties: false,
})
const lines = structured({
  type: 'object',
  properties: {
    note: { type: 'string' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, count: { type: 'integer' } },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
  required: ['items'],
  additionalProperties: false,
})
const tags = structured({ type: 'array', items: { type: 'string', maxLength: 5 } })

describe('readStructured()', () => {
  test.each<[Parameter, string, Json]>([
    [address, '{"street":" Rua  Azul ","number":7}', { street: 'Rua Azul', number: 7 }],
    [address, 'street=Rua Azul, number=7', { street: 'Rua Azul', number: 7 }],
    [address, 'Street: "Rua Azul, 2"; NUMBER = 1000', { street: 'Rua Azul, 2', number: 1000 }],
    [address, 'number=7\nstreet=a=b\npaid=yes\nsize=LARGE', { number: 7, street: 'a=b', paid: true, size: 'Large' }],
    [address, '{"street":"x","number":"12","paid":"no"}', { street: 'x', number: 12, paid: false }],
    [lines, '{"items":[{"name":" a\\u0301 ","count":2}]}', { items: [{ name: 'á', count: 2 }] }],
    [tags, 'a, b;c\n"d, e"', ['a', 'b', 'c', 'd, e']],
    [tags, '["a"]', ['a']],
  ])('reads %# %s', (parameter, raw, value) => {
    expect(readStructured(parameter, raw)).toEqual({ kind: 'value', value })
  })

  test.each<[Parameter, string, string, string]>([
    [address, 'nothing of the kind', 'structure', ''],
    [address, '{"street":', 'structure', ''],
    [address, 'street=x, number=1,000', 'structure', ''],
    [address, '["a"]', 'format', ''],
    [address, 'stret=x, number=1', 'unknown_member', 'stret'],
    [address, '{"street":"x","number":0}', 'too_small', 'number'],
    [address, 'street=x, number=many', 'not_a_whole_number', 'number'],
    [address, 'street=abcdefghijklmnopqrstuvwxyz, number=1', 'too_long', 'street'],
    [address, 'street=x, number=1, size=huge', 'not_a_choice', 'size'],
    [address, '{"street":{"a":1},"number":1}', 'format', 'street'],
    [lines, 'note=x', 'missing_member', 'items'],
    [lines, '{"items":[{"name":"a"},{"count":1}]}', 'missing_member', 'items.1.name'],
    [lines, '{"items":[{"name":"a","colour":"red"}]}', 'unknown_member', 'items.0.colour'],
    [lines, '{"items":[{"name":"a","count":1.5}]}', 'format', 'items.0.count'],
    [tags, 'a, toolong', 'too_long', '1'],
    [tags, JSON.stringify(Array.from({ length: 51 }, () => 'a')), 'too_many_members', ''],
    [tags, `${'['.repeat(5000)}${']'.repeat(5000)}`, 'structure', ''],
    [address, '{"__proto__":{"street":"x"},"street":"x","number":1}', 'unknown_member', '__proto__'],
  ])('says of %# %s that it is wrong: %s in “%s”', (parameter, raw, problem, member) => {
    expect(readStructured(parameter, raw)).toMatchObject({ kind: 'invalid', problem, member })
  })

  test('asks for one required member after the other, and keeps what is known', () => {
    expect(readStructured(address, null)).toEqual({ kind: 'missing', member: 'street', soFar: null })
    const one = addMember(address, undefined, 'street', 'Rua Azul')
    expect(readStructured(address, one)).toEqual({ kind: 'missing', member: 'number', soFar: one })
    expect(readStructured(address, addMember(address, one, 'number', '7'))).toEqual({
      kind: 'value',
      value: { street: 'Rua Azul', number: 7 },
    })
    expect(readStructured(address, addMember(address, one, 'number', 'number=8, paid=yes'))).toEqual({
      kind: 'value',
      value: { street: 'Rua Azul', number: 8, paid: true },
    })
    expect(readStructured(lines, null)).toBeNull()
  })

  test('takes an answer that only looks like members as the answer', () => {
    expect(JSON.parse(addMember(address, undefined, 'street', 'c/o: Ana'))).toEqual({ street: 'c/o: Ana' })
    expect(JSON.parse(addMember(address, undefined, 'street', 'house=blue'))).toEqual({ street: 'house=blue' })
  })

  test('forgets the member that is wrong, and no other', () => {
    const read = readStructured(address, 'street=x, number=many, paid=yes')
    expect(read).toMatchObject({ ask: 'number', soFar: '{"street":"x","paid":"yes"}' })
  })

  const said = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', ',', '"', '\\', '{', '}', '[', ']', 'street', 'number', '7', ' ', '\n') }),
    fc.record({ street: fc.string(), number: fc.integer() }).map((value) => JSON.stringify(value)),
  )

  test('never throws, and is the same when done twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(address, lines, tags), said, (parameter, raw) => {
        const once = readStructured(parameter, raw)
        const twice = once?.kind === 'value' ? readStructured(parameter, jsonText(once.value)) : once
        expect(twice).toEqual(once)
      }),
      { numRuns: 2000 },
    )
  })
})

test('leavesOf() loses no value', () => {
  expect(leavesOf({ a: [1, { b: 'x' }], c: {}, d: null })).toEqual([
    ['a.0', 1],
    ['a.1.b', 'x'],
    ['c', {}],
    ['d', null],
  ])
})
