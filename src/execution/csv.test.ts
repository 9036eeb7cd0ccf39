import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const cellOf = (value: string) => csvOf([[value]]).slice(1, -2)

test.each([
  ['=1+2', "'=1+2"],
  ['+5511990000001', "'+5511990000001"],
  ['@cmd', "'@cmd"],
  ['-cmd', "'-cmd"],
  ['＝1+2', "'＝1+2"],
  [' =1', " '=1"],
  ['\u200b\u00a0=1', "\u200b\u00a0'=1"],
  ["Maria;=cmd|' /C calc'!A0", `"Maria;'=cmd|' /C calc'!A0"`],
  ['Maria; \u2060＋1', `"Maria; \u2060'＋1"`],
  ['Maria;"=1"', `"Maria;""'=1"""`],
  ['a\t=1\n@b\r-c', `"a\t'=1\n'@b\r'-c"`],
  [';;=1', `";;'=1"`],
  ['-5;-5', `"'-5;'-5"`],
])('a formula is made a text, wherever a cell may begin: %j', (value, cell) => {
  expect(cellOf(value)).toBe(cell)
})

test.each(['-5', '-5.25', '204', 'a=b', 'a-b', '2026-01-02', "O'Neill", 'Maria - Souza'])(
  '%j stays as it is',
  (value) => {
    expect(cellOf(value)).toBe(value)
  },
)

test('a number below zero is none where a line that is one cell would be a formula', () => {
  expect(csvOf([['-5', "1+cmd|' /C calc'!A0"]])).toContain("'-5,1+cmd")
  expect(csvOf([['-5', '-2.50', '']])).toBe('\uFEFF-5,-2.50,\r\n')
  expect(csvOf([['Ana', '-5']])).toBe('\uFEFFAna,-5\r\n')
})

test('a cell that could be taken for several is quoted', () => {
  expect(csvOf([['a;b', 'c,d', 'e\tf', 'g "h"', 'i j']])).toBe('\uFEFF"a;b","c,d","e\tf","g ""h""",i j\r\n')
})

test('never begins a cell with a sign of a formula, at whichever mark cells are parted', () => {
  const pieces = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    ';',
    ',',
    '\t',
    '\n',
    '\r',
    '"',
    "'",
    ' ',
    '\u200b',
    'a',
    '1',
  )
  fc.assert(
    fc.property(fc.array(fc.array(pieces, { maxLength: 8 }), { minLength: 1, maxLength: 4 }), (cells) => {
      const line = csvOf([cells.map((each) => each.join(''))]).slice(1)
      for (const cell of line.split(/[;\t\r\n]/u)) {
        const seen = cell.replaceAll(/["\s\u200b]/gu, '')
        expect(seen).not.toMatch(/^(?!-[\d.,-]+$)[=+\-@＝]/u)
      }
    }),
  )
})
