import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { underWayWith } from './under-way.ts'

let house: TestLedger

beforeAll(async () => {
  house = await createTestLedger()
})

afterAll(() => house.close())

test('what is confirmed and has not ended is under way with its target alone, for whoever asked and for others', async () => {
  const { ledger, lane, accept, confirm } = house
  const nobody = '00000000-0000-0000-0000-000000000000'
  const told = async (targetId: string, personId = lane.personId) => {
    const found = await underWayWith(ledger.db, { personId, entity: 'Order', targetId })
    return found.map(({ record, who, isOwn }) => [record.commandId, who, isOwn])
  }
  await accept({ target: '204' })
  const [first, second] = [await confirm({ target: '204' }), await confirm({ target: '204', action: 'Cancel' })]
  await confirm({ target: '205' })
  expect(await told('204')).toEqual([
    [first, 'Ana', true],
    [second, 'Ana', true],
  ])
  await house.database.pool.query(
    `update envelopes set status = 'executed', settled_at = now() where command_id = $1`,
    [first],
  )
  expect(await told('204', nobody)).toEqual([[second, 'Ana', false]])
  expect(await told('206')).toEqual([])
})
