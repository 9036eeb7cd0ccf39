import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UserError } from '../../errors.ts'
import { parseTemplate } from './parse-template.ts'

function outcomeOf(source: string): string {
  try {
    return parseTemplate(source).source === source ? 'parsed or refused' : 'changed'
  } catch (error) {
    return error instanceof UserError ? 'parsed or refused' : String(error)
  }
}

describe('parseTemplate()', () => {
  test('cuts literal text into words with the blanks around them', () => {
    expect(parseTemplate('  turn   on[ the] light ').root).toEqual({
      kind: 'sequence',
      items: [
        { kind: 'chunk', text: 'turn ' },
        { kind: 'chunk', text: 'on' },
        {
          kind: 'choice',
          options: [
            { kind: 'chunk', text: ' the' },
            { kind: 'sequence', items: [] },
          ],
        },
        { kind: 'chunk', text: ' light' },
      ],
    })
  })

  test('takes what follows a backslash as it is', () => {
    expect(parseTemplate('\\(a\\|b\\;').root).toEqual({ kind: 'chunk', text: '(a|b;' })
  })

  test.each([
    ['{area}', { list: 'area', slot: 'area', capture: false, closesWord: false }],
    ['{area:room} x', { list: 'area', slot: 'room', capture: false, closesWord: true }],
    ['{area:@room}', { list: 'area', slot: 'room', capture: true, closesWord: false }],
    ['{@area}', { list: 'area', slot: 'area', capture: true, closesWord: false }],
    ['{0..100,5:level}', { list: '0..100,5', slot: 'level', capture: false, closesWord: false }],
  ])('reads %j', (source, wanted) => {
    const { root } = parseTemplate(source)
    expect(root.kind === 'sequence' ? root.items[0] : root).toEqual({ kind: 'list', column: 1, ...wanted })
  })

  test('parts the items of a permutation by blanks, and binds ";" closer than "|"', () => {
    const { root } = parseTemplate('(a;b|c)')
    expect(root).toMatchObject({ kind: 'choice', options: [{ kind: 'permutation' }, { kind: 'chunk', text: 'c' }] })
    expect(parseTemplate('a;b').root).toMatchObject({
      items: [
        { items: [{ text: ' ' }, { text: 'a' }, { text: ' ' }] },
        { items: [{ text: ' ' }, { text: 'b' }, { text: ' ' }] },
      ],
    })
  })

  test.each([
    ['turn (on', 6, '"(" is never closed by ")"'],
    ['turn [on)', 9, '")" closes nothing'],
    ['a ]', 3, '"]" closes nothing'],
    ['a {b', 3, '"{" is never closed by "}"'],
    ['a <b', 3, '"<" is never closed by ">"'],
    ['a ()', 3, 'nothing stands between the brackets'],
    ['a {}', 3, '"{}" names no list'],
    ['a {b:}', 3, '"{b:}" names no list or no slot'],
    ['a <>', 3, '"<>" names no rule'],
    ['a \\', 3, '"\\" has nothing to stand before'],
    ['a;b;c;d;e;f;g', 12, 'more than 6 items in any order'],
    ['('.repeat(4_000), 51, 'nested deeper than 50'],
    ['('.repeat(10_000), 4_001, 'longer than 4000 characters'],
  ])('says where %j is broken', (source, column, problem) => {
    expect(() => parseTemplate(source)).toThrow(UserError)
    expect(() => parseTemplate(source)).toThrow(`column ${column}: `)
    expect(() => parseTemplate(source)).toThrow(problem)
  })

  test('never fails in another way, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('ab ()[]{}<>|;:@\\é')), maxLength: 60 }),
        (source) => {
          expect(outcomeOf(source)).toBe('parsed or refused')
        },
      ),
    )
  })
})
