import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import type { DoorLine } from './conversation.ts'
import { fillNames, matchesLine, valueAt } from './match-line.ts'

const line: DoorLine = {
  about: 'preview',
  text: 'Cancel order 204\nMaria Souza',
  options: [
    { n: 1, label: 'Orders' },
    { n: 2, label: 'Files' },
  ],
  command: { name: 'CANCEL_ORDER', status: 'accepted', ref: 'K7Q2' },
}
const known = new Map<string, Json>([['ref', 'K7Q2']])

function isMatched(fields: { readonly [field: string]: Json }): boolean {
  return matchesLine({ fields, capture: {} }, line, known)
}

describe('matchesLine()', () => {
  test.each<{ readonly [field: string]: Json }>([
    {},
    { about: 'preview' },
    { about: '/^(ask|preview)$/' },
    { text: 'maria SOUZA' },
    { text: ['204', '/maria/i'] },
    { options: [{ label: '/files/i' }, { n: '1' }] },
    { command: { status: 'accepted' } },
    { command: { ref: '{ref}' } },
    { command: { ref: '/^{ref}$/' } },
  ])('takes a line that looks as wanted: %j', (fields) => {
    expect(isMatched(fields)).toBe(true)
  })

  test.each<{ readonly [field: string]: Json }>([
    { about: 'PREVIEW' },
    { about: '/ask/' },
    { text: ['204', 'Ana'] },
    { text: '/MARIA/' },
    { options: [{ label: '/files/i', n: 1 }] },
    { options: 'Files' },
    { command: { status: 'executed' } },
    { command: { reason: 'declined' } },
    { preview: {} },
    { media: { kind: 'image' } },
    { command: { ref: '/^(?!{ref})/' } },
  ])('takes no other line: %j', (fields) => {
    expect(isMatched(fields)).toBe(false)
  })

  test('never takes a line that lacks a field that is wanted', () => {
    const field = fc.constantFrom('about', 'text', 'options', 'command')
    fc.assert(
      fc.property(field, fc.string({ minLength: 1 }), (name, value) => {
        const { [name]: _left, ...others } = line
        fc.pre(!/^\/.*\/[a-z]*$/su.test(value) && !/\{[a-z]\w*\}/u.test(value))
        expect(matchesLine({ fields: { [name]: value }, capture: {} }, others, known)).toBe(false)
      }),
    )
  })

  test('takes every line by its own fields', () => {
    const plain = fc.stringMatching(/^[a-z]{1,8}$/u)
    const value = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        plain,
        fc.integer(),
        fc.boolean(),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(plain, tie('json'), { maxKeys: 3 }),
      ),
    })).json
    fc.assert(
      fc.property(fc.dictionary(plain, value, { maxKeys: 4 }), (fields) => {
        fc.pre(fields['text'] === undefined)
        expect(matchesLine({ fields, capture: {} }, fields, new Map())).toBe(true)
      }),
    )
  })

  test('refuses a name that nothing was captured as', () => {
    expect(() => isMatched({ text: '{token}' })).toThrow('nothing was captured as {token}')
  })
})

test('fillNames() reaches every text of a value and leaves what is no name', () => {
  expect(fillNames({ a: ['#{ref}'], b: { c: '{Ref} {1,2} {{args.id}}' }, n: 1 }, known)).toEqual({
    a: ['#K7Q2'],
    b: { c: '{Ref} {1,2} {{args.id}}' },
    n: 1,
  })
})

test('valueAt() finds what lies below, and nothing that an object merely inherits', () => {
  expect(valueAt(line, 'command.ref')).toBe('K7Q2')
  expect(valueAt(line, 'options.1.label')).toBe('Files')
  expect(valueAt(line, 'command.toString')).toBeUndefined()
  expect(valueAt(line, 'preview.target')).toBeUndefined()
})
