/** `docs/security.md` promises nothing that no test tries to break: every row names tests, and every test that it names is there. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createNameReader, titleProblem } from './compliance-problems.ts'
import { quotedIn, tableUnder } from './markdown-tables.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const threats = tableUnder(readFileSync(path.join(root, 'docs/security.md'), 'utf8'), 'Threats')
const namesOf = createNameReader(root)

/** The tests of a cell: a file, then titles of tests in it, then the next file. */
function testsIn(cell: string): readonly { readonly file: string; readonly title: string }[] {
  let file = ''
  return quotedIn(cell).flatMap((quoted) => {
    if (!quoted.endsWith('.test.ts')) return [{ file, title: quoted }]
    file = quoted
    return []
  })
}

/** What is wrong with a row, in words. */
function problemsOf([threat = '', invariant = '', tests = '']: readonly string[]): readonly string[] {
  const named = testsIn(tests)
  const empty =
    threat === '' || invariant === '' || named.length === 0 ? [`"${threat}" names no invariant or no test`] : []
  return [...empty, ...named.flatMap(({ file, title }) => titleProblem(file, title, namesOf) ?? [])]
}

test.each(threats.map((row) => [row[0] ?? '', row] as const))(
  '%s: every test that is named is there',
  (_threat, row) => {
    expect(problemsOf(row)).toEqual([])
  },
)

describe('a row', () => {
  const whole = ['threat', 'invariant', '`src/testing/pages/security-docs.test.ts` `names tests that are there`']

  test('names tests that are there', () => {
    expect(problemsOf(whole)).toEqual([])
  })

  test.each([
    [['threat', 'invariant', ''], 'names no invariant or no test'],
    [['threat', '', whole[2] ?? ''], 'names no invariant or no test'],
    [['threat', 'invariant', '`src/testing/pages/security-docs.test.ts` `another`'], 'has no test "another"'],
    [['threat', 'invariant', '`src/gone.test.ts` `names tests that are there`'], 'has no test'],
  ])('is refused as %j', (row, problem) => {
    expect(problemsOf(row).join()).toContain(problem)
  })
})
