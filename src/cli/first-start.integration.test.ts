/** The first start, as a real process: nobody is known, and a code is shown. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDoor, type Door } from '../testing/processes/door.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'

let house: TestInstallation
let doors: Door[]

beforeEach(async () => {
  ;[house, doors] = [await createTestInstallation(), []]
})
afterEach(async () => {
  await Promise.all(doors.map((door) => door.kill()))
  await house.close()
})

function open(env: Readonly<Record<string, string>> = {}): Door {
  const door = startDoor({ dir: house.dir, env: { ...house.env, ...env }, people: null })
  doors.push(door)
  return door
}

test('the code on standard error makes the terminal its owner, who is known at the next start', async () => {
  const first = open({ ALERT_WEBHOK: 'http://127.0.0.1/none' })
  await first.heard(/^(ALERT_WEBHOK is set, but is not a variable of Sayso; did you mean ALERT_WEBHOOK\?)$/mu)
  const code = await first.heard(/become the owner: (\S+)\n/u)
  const from = '+15550100000'
  await first.turn({ from, text: code })
  await first.turn({ from, text: 'Ana' })
  const preview = await first.until('the preview', (lines) => lines.find(({ about }) => about === 'preview'))
  expect(preview).toMatchObject({ to: from, command: { name: 'ADD_OWNER' } })
  first.say({ from, text: preview.confirm?.expect ?? '' })
  await first.idle()
  expect(first.lines.find(({ about }) => about === 'outcome')).toMatchObject({ command: { status: 'executed' } })
  expect(await first.stop()).toBe(0)

  const second = open()
  await second.turn({ from, text: 'status of order 204' })
  expect(second.lines.find(({ about }) => about === 'outcome')?.text).toContain('Maria Souza')
  expect(await second.stop()).toBe(0)
  expect(await house.rows('select used_at from owner_codes')).toEqual([])
})
