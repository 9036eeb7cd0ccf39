import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

test('a part is missing until it is up, while it says so itself, and once it is gone', async () => {
  const readiness = createReadiness(['ledger', 'queue'])
  expect(await readiness.missing()).toEqual(['ledger', 'queue'])
  let isUp = true
  readiness.set('ledger', async () => isUp)
  readiness.set('queue', () => true)
  expect(await readiness.missing()).toEqual([])
  isUp = false
  readiness.set('queue', null)
  expect(await readiness.missing()).toEqual(['ledger', 'queue'])
})

test('a part that throws is missing, and one that came up besides counts too', async () => {
  const readiness = createReadiness(['ledger'])
  readiness.set('ledger', () => Promise.reject(new Error('away')))
  readiness.set('whatsapp', () => false)
  expect(await readiness.missing()).toEqual(['ledger', 'whatsapp'])
})

test('a process that stops is not ready, whatever its parts say', async () => {
  const readiness = createReadiness(['ledger'])
  readiness.set('ledger', () => true)
  readiness.stopping()
  expect(await readiness.missing()).toEqual(['stopping'])
})

test('a part that does not answer is missing before the asker has lost patience', async () => {
  const readiness = createReadiness(['ledger', 'queue'], 20)
  readiness.set('ledger', () => new Promise<boolean>(() => undefined))
  readiness.set('queue', () => true)
  expect(await readiness.missing()).toEqual(['ledger'])
})
