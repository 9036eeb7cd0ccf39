import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

test('after three failures in a row nobody is kept waiting, until one tries again a minute later', () => {
  let now = 0
  const breaker = createCircuitBreaker({ now: () => now })
  for (let failure = 0; failure < 3; failure++) {
    expect(breaker.mayTry()).toBe(true)
    breaker.failed()
  }
  expect(breaker.mayTry()).toBe(false)
  now += 60_000
  expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, false])
  breaker.failed()
  expect(breaker.mayTry()).toBe(false)
  now += 60_000
  expect(breaker.mayTry()).toBe(true)
  breaker.succeeded()
  expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, true])
})

test('a success forgets the failures before it', () => {
  const breaker = createCircuitBreaker({ now: () => 0 })
  for (let round = 0; round < 5; round++) {
    breaker.failed()
    breaker.failed()
    breaker.succeeded()
  }
  expect(breaker.mayTry()).toBe(true)
})
