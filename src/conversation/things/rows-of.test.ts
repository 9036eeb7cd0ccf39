import { describe, expect, test } from 'vitest'
import type { Json } from '../../json.ts'
import { rowsOf } from './rows-of.ts'

describe('rowsOf()', () => {
  test.each<[Json, Json]>([
    [{ rows: [{ id: 1 }, { id: 2 }], more: false }, [{ id: 1 }, { id: 2 }]],
    [{ rows: [] }, []],
    [{ note: 'n1' }, [{ note: 'n1' }]],
    [{ rows: [{ id: 1 }, null] }, [{ rows: [{ id: 1 }, null] }]],
    [{ rows: ['a', 'b'] }, [{ rows: ['a', 'b'] }]],
    ['text', []],
    [[{ id: 1 }], []],
    [null, []],
  ])('of %j are %j: objects alone', (output, rows) => {
    expect(rowsOf({ outcome: { kind: 'executed', outputs: { last: output } }, lastStep: 'last' })).toEqual(rows)
  })

  test('are none while nothing was done', () => {
    expect(rowsOf({ outcome: null, lastStep: 'last' })).toEqual([])
  })
})
