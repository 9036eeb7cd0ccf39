/** The conversations of the catalogues that people copy to begin with, on a bot and a database. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSaysoHere } from '../../testing/processes/run-sayso-here.ts'

const examples = join(import.meta.dirname, '..', '..', '..', 'examples')

test.each([
  ['clinic', 29],
  ['peluqueria', 6],
])('%s goes as its conversations are written, on tables that every statement fits', async (name, count) => {
  const env = { SAYSO_CATALOGUE: join(examples, name) }
  const { code, out, err } = await runSaysoHere(['test', '--json'], { env })
  expect(err).toBe('')
  // Printed by the command itself.
  const { passed, conversations } = JSON.parse(out) as {
    readonly passed: number
    readonly conversations: readonly { readonly name: string; readonly passed: boolean }[]
  }
  expect(conversations.filter((each) => !each.passed)).toEqual([])
  expect({ code, passed }).toEqual({ code: 0, passed: count })
})
