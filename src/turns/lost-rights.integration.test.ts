/** Rights that are lost between the confirmation of a command and the worker that would begin with it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Door } from '../testing/processes/door.ts'
import {
  createTestInstallation,
  ordersOnly,
  type TestInstallation,
} from '../testing/installations/test-installation.ts'

const soon = { interval: 50, timeout: 20_000 }

let house: TestInstallation
let door: Door
beforeAll(async () => {
  house = await createTestInstallation(ordersOnly())
  door = house.openDoor({ worker: false })
})
afterAll(() => house.close())

test('nothing is done for who lost their rights; who is still a person hears so, and who was removed too', async () => {
  await confirm(1, '204')
  await confirm(2, '205')
  await house.changePeople(`update people set roles = '{viewer}' where phone = $1`, [house.phone(1)])
  await house.changePeople('update people set active = false where phone = $1', [house.phone(2)])
  const worker = await house.openWorker()
  await expect
    .poll(() => house.rows(`select status, reason from envelopes order by created_at`), soon)
    .toEqual([
      { status: 'rejected', reason: 'unauthorised' },
      { status: 'rejected', reason: 'unauthorised' },
    ])
  await door.idle()
  // Two chats wait for nothing of each other.
  const ends = door.lines
    .filter(({ command }) => command?.status === 'rejected')
    .toSorted((one, other) => (one.to ?? '').localeCompare(other.to ?? ''))
  expect(ends).toEqual([
    expect.objectContaining({
      to: house.phone(1),
      about: 'refusal',
      text: expect.stringMatching(/^Cancel order 204: not done, because you may not do this · #\w+$/u),
    }),
    expect.objectContaining({
      to: house.phone(2),
      about: 'refusal',
      text: expect.stringMatching(
        /^Cancel order 205: not done, because you may not do this · #\w+\nYou have no access here any more; an owner can add you again\.$/u,
      ),
    }),
  ])
  // Who gets them back finds nothing open that is over.
  await house.changePeople('update people set active = true where phone = $1', [house.phone(2)])
  await door.turn({ from: house.phone(2), text: 'undo' })
  expect(door.lines.findLast(({ to }) => to === house.phone(2))?.text).toContain('There is nothing to undo')
  expect(await house.rows(`select id from orders where id in ('204', '205') and status = 'cancelled'`)).toEqual([])
  expect(await house.verify()).toMatchObject({ ok: true })
  await worker.stop()
})

test('who confirms after they were removed hears that it is not done, once', async () => {
  const from = house.phone(6)
  await door.turn({ from, text: 'cancel order 206' })
  const preview = door.lines.findLast(({ to, confirm: wanted }) => to === from && wanted !== undefined)
  await house.changePeople('update people set active = false where phone = $1', [from])
  const before = door.lines.length
  await door.turn({ from, text: preview?.confirm?.expect ?? '' })
  await door.turn({ from, text: preview?.confirm?.expect ?? '' })
  const told = door.lines.slice(before).filter(({ to }) => to === from)
  expect(told).toEqual([
    expect.objectContaining({
      about: 'refusal',
      text: expect.stringMatching(/^Cancel order 206: not done.*\nYou have no access here any more/u),
      command: expect.objectContaining({ id: preview?.command?.id, status: 'rejected', reason: 'unauthorised' }),
    }),
    expect.objectContaining({ about: 'refusal', text: expect.stringContaining('do not know this number') }),
  ])
})

test('who has rights by SQL alone is a stranger, in a turn, at a confirmation and to the worker', async () => {
  const [asker, confirmer, waiting] = [3, 4, 5].map((n) => house.phone(n))
  await door.turn({ from: confirmer ?? '', text: 'cancel order 207' })
  const preview = door.lines.findLast(({ to, confirm: wanted }) => to === confirmer && wanted !== undefined)
  await confirm(5, '208')
  await house.changePeople('update people set active = false where phone = any($1)', [[asker, confirmer, waiting]])
  await house.rows('update people set active = true where phone = any($1)', [[asker, confirmer, waiting]])
  const before = door.lines.length
  await door.turn({ from: asker ?? '', text: 'cancel order 206' })
  await door.turn({ from: confirmer ?? '', text: preview?.confirm?.expect ?? '' })
  const told = door.lines.slice(before).flatMap(({ to, text }) => (text === undefined ? [] : [[to, text]]))
  const refused = expect.stringContaining('do not know this number')
  expect(told).toEqual([
    [asker, refused],
    [confirmer, refused],
  ])
  await house.openWorker()
  await expect
    .poll(() => house.rows(`select status from envelopes where target_id = '208'`), soon)
    .toEqual([{ status: 'rejected' }])
  expect(await house.rows(`select id from orders where id in ('207', '208') and status = 'cancelled'`)).toEqual([])
})

async function confirm(n: number, order: string): Promise<void> {
  const from = house.phone(n)
  await door.turn({ from, text: `cancel order ${order}` })
  const preview = door.lines.findLast(({ to, confirm: wanted }) => to === from && wanted !== undefined)
  await door.turn({ from, text: preview?.confirm?.expect ?? '' })
}
