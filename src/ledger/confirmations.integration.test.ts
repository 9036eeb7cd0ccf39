/** What an earlier version had confirmed, and who was given rights, when that left no code yet. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSaysoHere } from '../testing/run-sayso-here.ts'
import { createTestInstallation, ordersOnly, type TestInstallation } from '../testing/test-installation.ts'

const soon = { interval: 50, timeout: 20_000 }

let house: TestInstallation
beforeAll(async () => {
  house = await createTestInstallation(ordersOnly())
})
afterAll(() => house.close())

test('a command that waits when the ledger is brought up to date is done; one that is written there later is not', async () => {
  await confirm('204')
  await house.rows('alter table envelopes drop column confirmation_mac; alter table people drop column code')
  await house.rows(`delete from kysely_migration where name >= '012-confirmations'`)
  const worker = await house.openWorker()
  await expect.poll(ends, soon).toEqual([{ status: 'executed', reason: null }])
  await worker.stop()

  await confirm('205')
  await house.rows(`update envelopes set confirmation_mac = null where status = 'confirmed'`)
  await house.openWorker()
  await expect.poll(ends, soon).toEqual([
    { status: 'executed', reason: null },
    { status: 'failed', reason: 'digest_mismatch' },
  ])
  expect(await house.rows(`select id from orders where id in ('204', '205') and status = 'cancelled'`)).toEqual([
    { id: '204' },
  ])
})

test('whoever has rights when the ledger is brought up to date keeps them, with its own secret alone; nobody has any whose code is missing later', async () => {
  const rights = () =>
    runSaysoHere(['people', 'list', '--json', '--data', house.dir], { env: house.env }).then(({ out }) => out)
  const before = await rights()
  await house.rows('alter table people drop column code')
  await house.rows(`delete from kysely_migration where name >= '014-vouched-people'`)
  const other = { SAYSO_SECRET: 'another secret of tests that is long enough' }
  const refused = await runSaysoHere(['people', 'list', '--data', house.dir], { env: { ...house.env, ...other } })
  expect(refused.err).toContain('is sealed with another SAYSO_SECRET')
  expect(await rights()).toBe(before)
  expect((await house.verify()).unvouched).toEqual([])
  await house.rows('update people set code = null')
  expect(await rights()).not.toContain('owner')
})

/** Through a bot that runs nothing. */
async function confirm(order: string): Promise<void> {
  const door = house.openDoor({ worker: false })
  const from = house.phone(1)
  await door.turn({ from, text: `cancel order ${order}` })
  const preview = door.lines.findLast(({ confirm: wanted }) => wanted !== undefined)
  await door.turn({ from, text: preview?.confirm?.expect ?? '' })
  await door.kill()
}

function ends() {
  return house.rows('select status, reason from envelopes order by created_at')
}
