import { setImmediate as immediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SlowLookups } from './answer-lookups.ts'

test('a slow lookup that fails before anybody waits for it ends no process, and fails whoever does', async () => {
  const slow = new SlowLookups(Promise.reject(new Error('The shop is gone')))
  // What nobody has handled by now is an error of the process, which fails the run.
  await immediate()
  await expect(slow.found).rejects.toThrow('The shop is gone')
})
