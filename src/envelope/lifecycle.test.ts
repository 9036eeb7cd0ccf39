import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandStatuses, mayMove, safeties, safetiesThatMove, type CommandStatus, type Safety } from './lifecycle.ts'

/** CCP IX.C as ARCHITECTURE states it, written down a second time and apart from the code: path by path. */
const legalPaths: Readonly<Record<'read' | 'change', readonly string[]>> = {
  read: ['rejected', 'accepted rejected', 'accepted executed compensated', 'accepted failed compensated'],
  change: [
    'rejected',
    'accepted rejected',
    'accepted confirmed rejected',
    'accepted confirmed executed compensated',
    'accepted confirmed failed compensated',
  ],
}

const status = fc.constantFrom(...commandStatuses)
const safety = fc.constantFrom(...safeties)

/** Follows wanted moves from nothing, leaving out those that are refused. */
function walk(kind: Safety, wanted: readonly CommandStatus[]): readonly CommandStatus[] {
  const path: CommandStatus[] = []
  for (const to of wanted) if (mayMove(kind, path.at(-1) ?? 'none', to)) path.push(to)
  return path
}

describe('the lifecycle', () => {
  test('admits no mutation that was not confirmed, whatever is tried', () => {
    fc.assert(
      fc.property(fc.constantFrom('mutation', 'destructive'), fc.array(status, { maxLength: 12 }), (kind, wanted) => {
        const path = walk(kind, wanted).join(' ')
        expect(path === '' || legalPaths.change.some((legal) => `${legal} `.startsWith(`${path} `))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('takes a read from accepted to its outcome, and never confirms one', () => {
    fc.assert(
      fc.property(fc.array(status, { maxLength: 12 }), (wanted) => {
        const path = walk('read', wanted).join(' ')
        expect(path === '' || legalPaths.read.some((legal) => `${legal} `.startsWith(`${path} `))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([...legalPaths.read.map((path) => ['read', path]), ...legalPaths.change.map((path) => ['mutation', path])])(
    'lets a %s go %s',
    (kind, path) => {
      const wanted = path.split(' ').filter((each) => commandStatuses.some((known) => known === each))
      // Only names of states stand in the paths above.
      expect(walk(kind as Safety, wanted as CommandStatus[])).toEqual(path.split(' '))
    },
  )

  test('never leaves rejected or compensated, and never stands still', () => {
    fc.assert(
      fc.property(safety, status, (kind, to) => {
        expect(mayMove(kind, 'rejected', to)).toBe(false)
        expect(mayMove(kind, 'compensated', to)).toBe(false)
        expect(mayMove(kind, to, to)).toBe(false)
      }),
    )
  })

  test('names the safeties of a move as it allows them', () => {
    fc.assert(
      fc.property(safety, status, status, (kind, from, to) => {
        expect(safetiesThatMove(from, to).includes(kind)).toBe(mayMove(kind, from, to))
      }),
    )
  })
})
