/** An answer that is edited: what a yes has confirmed stays as it is, and the person hears so; what was asked has a new answer. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Door } from '../testing/processes/door.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'

let house: TestInstallation
let door: Door
beforeAll(async () => {
  house = await createTestInstallation()
  door = house.openDoor()
})
afterAll(() => house.close())

/** What is answered to it in the end. */
async function say(message: Readonly<Record<string, string>>): Promise<string> {
  const before = door.lines.length
  await door.turn({ from: house.phone(0), ...message })
  await door.idle()
  return door.lines.slice(before).findLast((each) => each.about !== undefined)?.text ?? ''
}

test('an edit of what confirmed has no effect on it, and says so', async () => {
  await say({ text: 'reinstate order 206' })
  expect(await say({ text: 'yes', id: 'answer' })).toContain('Order 206 reinstated')
  expect(await say({ edit: 'answer', text: 'no, stop' })).toMatch(
    /^#\w+ was confirmed before you changed the message; the change has no effect on it\. UNDO #\w+ takes it back\.$/u,
  )
  expect(await say({ text: 'status of order 206' })).toContain('paid')
})

test('an edit of what answered a question is the answer, and is confirmed on a preview of its own', async () => {
  await say({ text: 'refund order 205' })
  expect(await say({ text: '50', id: 'amount' })).toContain('50.00')
  expect(await say({ edit: 'amount', text: '5' })).toMatch(/Refund R\$5\.00 of order 205/u)
  expect(await say({ text: 'yes' })).toMatch(/R\$5\.00/u)
})
