import { describe, expect, test } from 'vitest'
import { UserError } from '../../errors.ts'
import { parseTemplate } from './parse-template.ts'

describe('parseTemplate()', () => {
  test('reads literals, optionals, alternatives, slots and rules', () => {
    expect(parseTemplate("<verb> [the] order[s] (to|from) {id:name}['s]").root).toEqual({
      kind: 'sequence',
      items: [
        { kind: 'rule', name: 'verb', column: 1 },
        { kind: 'literal', text: ' ' },
        { kind: 'optional', item: { kind: 'literal', text: 'the' } },
        { kind: 'literal', text: ' order' },
        { kind: 'optional', item: { kind: 'literal', text: 's' } },
        { kind: 'literal', text: ' ' },
        {
          kind: 'choice',
          options: [
            { kind: 'literal', text: 'to' },
            { kind: 'literal', text: 'from' },
          ],
        },
        { kind: 'literal', text: ' ' },
        { kind: 'slot', name: 'id', form: 'name', column: 33 },
        { kind: 'optional', item: { kind: 'literal', text: "'s" } },
      ],
    })
  })

  test('takes an escaped character literally', () => {
    expect(parseTemplate('a\\[b\\|c').root).toEqual({ kind: 'literal', text: 'a[b|c' })
  })

  test('gives a tree that cannot be changed', () => {
    const { root } = parseTemplate('[a|b] {c}')
    expect(Object.isFrozen(root)).toBe(true)
    expect(root.kind === 'sequence' && Object.isFrozen(root.items)).toBe(true)
  })

  test.each([
    ['cancel [the order {id}', 8, '"[" is never closed'],
    ['cancel (a|b', 8, '"(" is never closed'],
    ['cancel {id', 8, '"{" is never closed'],
    ['cancel <order', 8, '"<" is never closed'],
    ['cancel the] order', 11, '"]" closes nothing'],
    ['cancel [(a]', 11, '"]" closes nothing'],
    ['cancel {}', 8, '"" is not a name'],
    ['cancel {i d}', 8, '"i d" is not a name'],
    ['cancel {id:nick}', 8, 'only "name" is known'],
    ['(a;b)', 3, 'permutations'],
    ['cancel \\', 8, 'nothing to stand before'],
    ['  ', 1, 'empty'],
    ['('.repeat(30), 21, 'nested'],
  ])('refuses %j at column %i', (source, column, problem) => {
    const read = () => parseTemplate(source)
    expect(read).toThrow(UserError)
    expect(read).toThrow(problem)
    expect(read).toThrow(`column ${column}:`)
    expect(read).toThrow(expect.objectContaining({ code: 'catalogue_invalid', params: { column } }))
  })

  test('refuses a template that is too long to be one', () => {
    expect(() => parseTemplate('a'.repeat(1001))).toThrow('longer than 1000 characters')
  })
})
