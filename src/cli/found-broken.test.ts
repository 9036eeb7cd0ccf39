import { expect, test } from 'vitest'
import { buildStep } from '../testing/build-step.ts'
import { foundBroken } from './found-broken.ts'

const lastStep = 'Look'
const gave = (ok: string) => ({ lastStep, outcome: { kind: 'executed', outputs: { [lastStep]: { ok } } } }) as const
const chainOf = (actionDomain: string, actionType: string) => [
  buildStep({ stepName: lastStep, actionDomain, actionType }),
]

test('foundBroken() is what a look at the evidence says alone, however a command is called', () => {
  expect(foundBroken(gave('no'), chainOf('admin', 'verify'))).toBe(true)
  expect(foundBroken(gave('yes'), chainOf('admin', 'verify'))).toBe(false)
  expect(foundBroken({ lastStep, outcome: null }, chainOf('admin', 'verify'))).toBe(false)
})

test('foundBroken() makes nothing of what another action calls ok', () => {
  expect(foundBroken(gave('no'), chainOf('shop', 'verify'))).toBe(false)
  expect(foundBroken(gave('no'), chainOf('admin', 'history'))).toBe(false)
  expect(foundBroken(gave('no'), [])).toBe(false)
})
