import { describe, expect, test } from 'vitest'
import { UserError } from '../../errors.ts'
import { parseSentence, sentenceDialect } from './parse-sentence.ts'

describe('parseSentence()', () => {
  test('gives what people call a thing a slot of its own', () => {
    expect(parseSentence('{id} {id:name} {0..9:n}').root).toMatchObject({
      items: [
        { kind: 'list', list: 'id', slot: 'id', column: 1 },
        { kind: 'chunk' },
        { kind: 'list', list: 'id:name', slot: 'id:name', column: 6 },
        { kind: 'chunk' },
        { kind: 'list', list: '0..9', slot: 'n', column: 16 },
      ],
    })
  })

  test.each([
    ['cancel [the order {id}', 8, '"[" is never closed'],
    ['cancel {id', 8, '"{" is never closed'],
    ['cancel the] order', 11, '"]" closes nothing'],
    ['cancel {}', 8, 'names no list'],
    ['cancel {i d}', 8, '"i d" is not a name'],
    ['cancel {id:nick}', 8, 'only "name" is known'],
    ['cancel {id:@kept}', 8, 'keeps no text'],
    ['cancel {9..1:n}', 8, 'ends before it begins'],
    ['cancel \\', 8, 'nothing to stand before'],
    ['  ', 1, 'empty'],
  ])('refuses %j at column %i', (source, column, problem) => {
    const read = () => parseSentence(source)
    expect(read).toThrow(UserError)
    expect(read).toThrow(problem)
    expect(read).toThrow(expect.objectContaining({ code: 'catalogue_invalid', params: { column } }))
  })
})

describe('sentenceDialect.spell()', () => {
  test.each([
    [' Cancel: ', ' cancel '],
    ['“now”!', 'now'],
    ["'s", "'s"],
    ['e-mail', 'e mail'],
    ['Ação', 'acao'],
    [':', ''],
    [': ', ' '],
  ])('compares %j as %j', (chunk, spelled) => {
    expect(sentenceDialect.spell(chunk)).toBe(spelled)
  })
})
