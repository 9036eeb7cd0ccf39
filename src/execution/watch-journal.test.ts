import { expect, test } from 'vitest'
import { createMemoryJournal } from './memory-journal.ts'
import { watchJournal } from './watch-journal.ts'

const failed = { kind: 'failed', step: 'A', code: 'effect_unknown', explanation: 'it took too long' } as const
const done = { kind: 'done', step: 'A', output: null, yielded: [] } as const

test('a step may go on whose failure was not stored; not one whose failure was, nor one that has ended', async () => {
  const away = new Error('away')
  const stores = watchJournal(createMemoryJournal())
  await stores.write(failed)
  expect(stores.mayGoOn()).toBe(false)
  expect(await stores.read()).toEqual([failed])

  const loses = watchJournal({ ...createMemoryJournal(), write: () => Promise.reject(away) })
  await expect(loses.write(done)).rejects.toBe(away)
  expect(loses.mayGoOn()).toBe(false)
  await expect(loses.write(failed)).rejects.toBe(away)
  expect(loses.mayGoOn()).toBe(true)
})
