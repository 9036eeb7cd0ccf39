import { setImmediate as immediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createShopPatience, SlowLookups } from './answer-lookups.ts'

test('a slow lookup that fails before anybody waits for it ends no process, and fails whoever does', async () => {
  const slow = new SlowLookups(Promise.reject(new Error('The shop is gone')))
  // What nobody has handled by now is an error of the process, which fails the run.
  await immediate()
  await expect(slow.found).rejects.toThrow('The shop is gone')
})

test('a transaction has one patience with the shop for all that it looks up there, which begins with the first of it', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const patience = createShopPatience()
    // The turn before it in its chat took so long.
    vi.advanceTimersByTime(5000)
    expect(patience.leftMs()).toBe(1000)
    vi.advanceTimersByTime(700)
    expect(patience.leftMs()).toBe(300)
    vi.advanceTimersByTime(700)
    expect(patience.leftMs()).toBeLessThan(0)
  } finally {
    vi.useRealTimers()
  }
})
