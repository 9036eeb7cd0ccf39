import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../execution/run/outcome.ts'
import { destinations, errorModes, resultModes } from './contract.ts'
import type { ResultLike, UjgContract } from './contract.ts'
import { presentationOf } from './contract-presentation.ts'

const success: Outcome = { kind: 'executed', outputs: {} }
const failure = (effect: 'none' | 'some' | 'unknown' = 'none'): Outcome => ({
  kind: 'failed',
  reason: 'action_failed',
  explanation: 'it broke',
  effect,
  outputs: {},
})

const modes = [...resultModes, ...errorModes]

function shown(contract: UjgContract, outcome: Outcome): string {
  const { show, message, also } = presentationOf({ contract }, outcome)
  return [show, ...(message === 'replace' ? [message] : []), ...also.map((place) => `+${place}`)].join(' ')
}

describe('presentationOf() a success', () => {
  test.each([
    [{}, 'inline'],
    [{ mode: 'none' }, 'none'],
    [{ mode: 'replace' }, 'inline replace'],
    [{ mode: 'append' }, 'inline'],
    [{ mode: 'emit' }, 'none +event'],
    [{ mode: 'download' }, 'download'],
    [{ mode: 'preview' }, 'preview'],
    [{ mode: 'inline' }, 'inline'],
    [{ mode: 'summary' }, 'summary'],
    [{ mode: 'global' }, 'inline +owners'],
    [{ mode: 'retry' }, 'inline'],
    [{ mode: 'fallback' }, 'summary'],
    [{ destination: 'current-node' }, 'inline'],
    [{ destination: 'next-node' }, 'inline'],
    [{ destination: 'stdout' }, 'inline'],
    [{ destination: 'stderr' }, 'summary +log'],
    [{ destination: 'artifact' }, 'download +artifact'],
    [{ destination: 'event' }, 'none +event'],
    [{ destination: 'download' }, 'download'],
    [{ mode: 'none', destination: 'stderr' }, 'none +log'],
    [{ mode: 'preview', destination: 'download' }, 'preview +download'],
    [{ mode: 'preview', destination: 'artifact' }, 'preview +artifact'],
    [{ mode: 'emit', destination: 'event' }, 'none +event'],
  ] satisfies [ResultLike, string][])('with result %j is %s', (result, expected) => {
    expect(shown({ result }, success)).toBe(expected)
  })

  test.each([
    [['current-node'], 'inline'],
    [['next-node'], 'inline'],
    [['stdout'], 'inline'],
    [['stderr'], 'summary +log'],
    [['artifact'], 'download +artifact'],
    [['event'], 'none +event'],
    [['download'], 'download'],
    [['current-node', 'artifact', 'event'], 'inline +artifact +event'],
    [['current-node', 'download', 'stderr'], 'inline +download +log'],
  ] satisfies [UjgContract['outputDestinations'], string][])(
    'with outputs %j is %s',
    (outputDestinations, expected) => {
      expect(shown({ outputDestinations }, success)).toBe(expected)
    },
  )

  test('goes to the destination of its result before the general ones, and to each of them once', () => {
    const result = { mode: 'append', destination: 'current-node' } as const
    expect(shown({ result, outputDestinations: ['current-node', 'artifact', 'artifact'] }, success)).toBe(
      'inline +artifact',
    )
  })
})

describe('presentationOf() a failure', () => {
  test.each([
    [{}, 'inline'],
    [{ mode: 'inline' }, 'inline'],
    [{ mode: 'summary' }, 'summary'],
    [{ mode: 'global' }, 'inline +owners'],
    [{ mode: 'retry' }, 'inline'],
    [{ mode: 'fallback' }, 'summary +log'],
    [{ mode: 'none' }, 'summary'],
    [{ mode: 'replace' }, 'inline replace'],
    [{ mode: 'append' }, 'inline'],
    [{ mode: 'emit' }, 'summary +event'],
    [{ mode: 'download' }, 'inline'],
    [{ mode: 'preview' }, 'inline'],
    [{ destination: 'current-node' }, 'inline'],
    [{ destination: 'next-node' }, 'inline'],
    [{ destination: 'stdout' }, 'inline'],
    [{ destination: 'stderr' }, 'summary +log'],
    [{ destination: 'artifact' }, 'inline +artifact'],
    [{ destination: 'event' }, 'summary +event'],
    [{ destination: 'download' }, 'inline +download'],
  ] satisfies [ResultLike, string][])('with error %j is %s', (error, expected) => {
    expect(shown({ error, result: { mode: 'none' }, outputDestinations: ['artifact'] }, failure())).toBe(expected)
  })

  test.each([
    [{ retry: 'manual' }, 'none', true],
    [{ retry: 'automatic' }, 'none', true],
    [{ retry: 'none' }, 'none', false],
    [{}, 'none', false],
    [{ error: { mode: 'retry' } }, 'none', true],
    [{ error: { mode: 'retry' }, retry: 'none' }, 'none', false],
    [{ retry: 'manual' }, 'some', false],
    [{ retry: 'manual', idempotency: 'non-idempotent' }, 'some', false],
    [{ retry: 'manual', idempotency: 'unknown' }, 'some', false],
    [{ retry: 'manual', idempotency: 'idempotent' }, 'some', true],
    [{ retry: 'manual', idempotency: 'idempotent' }, 'unknown', false],
  ] satisfies [UjgContract, 'none' | 'some' | 'unknown', boolean][])(
    'of %j with effect %s offers a retry: %s',
    (contract, effect, offered) => {
      expect(presentationOf({ contract }, failure(effect)).offersRetry).toBe(offered)
      expect(presentationOf({ contract }, success).offersRetry).toBe(false)
    },
  )

  const posture: fc.Arbitrary<ResultLike> = fc.record(
    { mode: fc.constantFrom(...modes), destination: fc.constantFrom(...destinations) },
    { requiredKeys: [] },
  )

  test('is never silent, and never offers to repeat an unknown effect', () => {
    fc.assert(
      fc.property(posture, fc.constantFrom('none', 'manual', 'automatic'), (error, retry) => {
        const told = presentationOf({ contract: { error, retry, idempotency: 'idempotent' } }, failure('unknown'))
        expect(told.show).not.toBe('none')
        expect(told.offersRetry).toBe(false)
      }),
    )
  })
})
