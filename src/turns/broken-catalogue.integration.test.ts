/** A deployment whose own texts and lookups are wrong: what was done is told as done, and its operator can find the place. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Door } from '../testing/processes/door.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'

const root = path.join(import.meta.dirname, '..', '..')

let catalogue: string
let house: TestInstallation
let door: Door

beforeAll(async () => {
  catalogue = await mkdtemp(path.join(tmpdir(), 'sayso-broken-'))
  for (const folder of ['commands', 'locales'])
    await cp(path.join(root, folder), path.join(catalogue, folder), { recursive: true })
  await change(path.join(catalogue, 'locales/en/commands.yaml'), [
    ['done: "Order {id} cancelled"', 'done: "Order {id} cancelled, {out_pieces} pieces"'],
    ['label: "{customer}, {amount}, {status}', 'label: "{customr}, {amount}, {status}'],
  ])
  await change(path.join(catalogue, 'commands/orders/_menu.yaml'), [['from order_notes n join', 'from gone n join']])
  house = await createTestInstallation({ SAYSO_CATALOGUE: catalogue })
  door = house.openDoor()
})
afterAll(async () => {
  await house.close()
  await rm(catalogue, { recursive: true, force: true })
})

async function change(file: string, changes: readonly (readonly [string, string])[]): Promise<void> {
  let text = await readFile(file, 'utf8')
  for (const [from, to] of changes) {
    expect(text).toContain(from)
    text = text.replace(from, to)
  }
  await writeFile(file, text)
}

/** The text of the last reply. */
async function say(text: string): Promise<string> {
  const before = door.lines.length
  await door.turn({ from: house.phone(0), text })
  await door.idle()
  return door.lines.slice(before).findLast((each) => each.about !== undefined)?.text ?? ''
}

test('a command whose texts ask for what is not there is previewed, done and told, and the log names what is missing', async () => {
  const preview = await say('cancel order 204')
  expect(preview).toContain('Cancel order 204 — , R$')
  expect(await say(/CONFIRM \w+/u.exec(preview)?.[0] ?? '')).toMatch(/^✅ Order 204 cancelled, — pieces · #/u)
  expect(await house.rows('select status from orders where id = 204')).toEqual([{ status: 'cancelled' }])
  expect(door.logged()).toMatch(/"event":"text.unfilled","command":"CANCEL_ORDER",[^\n]*"columns":\["out_pieces"\]/u)
  expect(door.logged()).toMatch(/"event":"text.unfilled","entity":"order","lookup":"byId","columns":\["customr"\]/u)
})

test('a lookup of a table that is not there is told to the person and named in the log', async () => {
  expect(await say('REMOVE_NOTE note=n1')).toMatch(/^Looking up “note” does not work/u)
  expect(door.logged()).toContain('"event":"lookup.failed","entity":"note","lookup":"byId","sqlState":"42P01"')
})
