import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { blockText, inFlow } from './yaml-text.ts'

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('yes', 'no', 'null', 'True', '~', '1', '{{args.id}}', 'a: b', '# x', "it's", 'say "hi"', '- a', ''),
)

test('inFlow() never says another text than the one it was given', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const value = { key: one, list: [other, true, null, 2.5], deep: { er: other } }
      expect(parse(`value: ${inFlow(value)}`)).toEqual({ value })
    }),
    { interruptAfterTimeLimit: 5000, endOnFailure: true },
  )
})

test('inFlow() writes as people do', () => {
  const value = { name: 'id', required: true, enum: ['pt-BR', 'no'], text: 'X id=1 why="so"' }
  expect(inFlow(value)).toBe(`{ name: id, required: true, enum: [pt-BR, "no"], text: 'X id=1 why="so"' }`)
})

test.each(['select 1', 'select id\nfrom orders\n\nwhere id = :id', '  select 1  \n  from x\n'])(
  'blockText() keeps the lines of %j',
  (statement) => {
    const lines = statement
      .trim()
      .split('\n')
      .map((line) => line.trimEnd())
    const written = parse(`statement: ${blockText(statement, 4)}\n`) as { readonly statement: string }
    expect(written.statement.trimEnd().split('\n')).toEqual(lines)
  },
)
