import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TerminalError } from '../../../errors.ts'
import { bindValues, parameterProblems, parseStatement } from './sql-parameters.ts'

describe('parseStatement()', () => {
  test.each([
    ['select :a, :b, :a', 'select $1, $2, $1', ['a', 'b']],
    ["select ':a', ':b''c :d', :e", "select ':a', ':b''c :d', $1", ['e']],
    ["select e'\\':a', E'it''s :b', :c", "select e'\\':a', E'it''s :b', $1", ['c']],
    [`select ":a"":b", :c`, `select ":a"":b", $1`, ['c']],
    ['select :a -- :b; c\n, :d', 'select $1 -- :b; c\n, $2', ['a', 'd']],
    ['select /* :a /* ; */ :b */ :c', 'select /* :a /* ; */ :b */ $1', ['c']],
    ['select $$ :a; $$, $x$ :b $$ $x$, :c', 'select $$ :a; $$, $x$ :b $$ $x$, $1', ['c']],
    ['select :a::text, now()::date', 'select $1::text, now()::date', ['a']],
    ['select a$b$ from t$1 where x = :a', 'select a$b$ from t$1 where x = $1', ['a']],
    ['select f(x := :a), y[1 : 2]', 'select f(x := $1), y[1 : 2]', ['a']],
    ['select :a;  -- the end', 'select $1  -- the end', ['a']],
  ])('%s', (statement, text, names) => {
    expect(parseStatement(statement)).toEqual({ text, names, verb: 'select' })
  })

  test('finds the first word', () => {
    expect(parseStatement('-- x\n /* y */ ( WITH a as (select 1) select * from a)').verb).toBe('with')
  })

  test.each([
    ['select 1; drop table orders', /goes on after its semicolon/],
    ["select 1;'x'", /goes on after its semicolon/],
    ['select 1; :a', /goes on after its semicolon/],
    ["select 'a", /never closed/],
    ['select "a', /never closed/],
    ['select /* /* */ 1', /never closed/],
    ['select $1', /have names/],
  ])('refuses %s', (statement, problem) => {
    expect(() => parseStatement(statement)).toThrow(problem)
    expect(() => parseStatement(statement)).toThrow(TerminalError)
  })

  test('never takes anything in a string, a quoted name or a comment for a parameter', () => {
    const hide = [
      (text: string) => `'${text.replaceAll("'", "''")}'`,
      (text: string) => `"${text.replaceAll('"', '""')}"`,
      (text: string) => `/*${text.replaceAll(/[*/]/g, '')}*/`,
      (text: string) => `--${text.replaceAll('\n', '')}\n`,
      (text: string) => `$q$${text.replaceAll('$', '')}$q$`,
    ]
    const hidden = fc
      .tuple(fc.string({ unit: fc.constantFrom(':', 'a', "'", '"', ';', '-', '*', '/', '$', '\n', '\\') }), fc.nat(4))
      .map(([text, how]) => (hide[how] ?? String)(text))
    fc.assert(
      fc.property(fc.array(hidden, { maxLength: 4 }), (parts) => {
        const statement = `select ${parts.map((part) => `${part} , :id`).join(' ')} where true`
        const expected = `select ${parts.map((part) => `${part} , $1`).join(' ')} where true`
        expect(parseStatement(statement).text).toBe(expected)
      }),
    )
  })
})

describe('values', () => {
  test('must fit the names both ways', () => {
    expect(parameterProblems(['anna', 'b'], { b: 1, c: 2 })).toEqual([
      { path: ['statement'], message: ':anna has no value' },
      { path: ['values', 'c'], place: 'key', message: 'the statement has no :c' },
    ])
    expect(parameterProblems(['itm'], { item: 1 })).toEqual([
      { path: ['statement'], message: ':itm has no value (did you mean "item"?)' },
    ])
    expect(parameterProblems(['a'], undefined)).toEqual([{ path: ['statement'], message: ':a has no value' }])
    expect(parameterProblems(['a'], '{{ args }}')).toEqual([])
    expect(() => bindValues(['a'], {})).toThrow(/:a has no value/)
    expect(bindValues(['b', 'a'], { a: 1, b: [2] })).toEqual([[2], 1])
  })
})
