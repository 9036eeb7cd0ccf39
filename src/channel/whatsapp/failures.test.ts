import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createNameReader, titleProblem } from '../../testing/pages/compliance-problems.ts'

// What is skipped is no test to it.
const namesOf = createNameReader(import.meta.dirname)
const failures = Array.from({ length: 25 }, (_none, index) => index + 1)
const here = (file: string) => readFile(new URL(file, import.meta.url), 'utf8')

/** The rows of the table, by the number of the failure. */
async function rows(): Promise<ReadonlyMap<number, string>> {
  const found = (await here('README.md')).matchAll(/^\| (\d+) \|(.*)\|$/gmu)
  return new Map([...found].map(([, number, row = '']) => [Number(number), row]))
}

/** The tests that a row names, each with its file. */
function testsIn(row: string): readonly { readonly file: string; readonly name: string }[] {
  return [...row.matchAll(/`([^`]+\.test\.ts)`: ((?:“[^”]+”(?:, )?)+)/gu)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/gu)].map(([, name = '']) => ({ file, name })),
  )
}

test('the table has every failure', async () => {
  expect([...(await rows()).keys()]).toEqual(failures)
})

test.for(failures)('what the table names for failure %i are tests of it', async (number) => {
  const named = testsIn((await rows()).get(number) ?? '')
  expect(named.length).toBeGreaterThan(0)
  const problems = named.map(({ file, name }) => titleProblem(file, `failure ${number}: ${name}`, namesOf))
  expect(problems.filter((problem) => problem !== null)).toEqual([])
})
