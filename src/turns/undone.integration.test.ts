/** A wish that was done and taken back is a new command when it is said again; one that was not is still a repeat. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Door } from '../testing/processes/door.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'

let house: TestInstallation
let door: Door
beforeAll(async () => {
  house = await createTestInstallation()
  await mkdir(path.join(house.dir, 'workspace'), { recursive: true })
  await writeFile(path.join(house.dir, 'workspace', 'notes.txt'), 'hello')
  door = house.openDoor()
})
afterAll(() => house.close())

/** What the last reply is about, and its text; said by the first owner, or another one. */
async function say(text: string, owner = 0): Promise<{ readonly about: string; readonly text: string }> {
  const before = door.lines.length
  await door.turn({ from: house.phone(owner), text })
  await door.idle()
  const last = door.lines.slice(before).findLast((each) => each.about !== undefined)
  return { about: last?.about ?? '', text: last?.text ?? '' }
}

async function doIt(wish: string): Promise<void> {
  expect((await say(wish)).about).toBe('preview')
  expect((await say('yes')).about).toBe('outcome')
}

test('a rename that was undone, or taken back in its own words, can be done once more', async () => {
  const rename = 'RENAME_FILE from=notes.txt to=a.txt'
  await doIt(rename)
  await doIt('undo')
  await doIt(rename)
  await doIt('RENAME_FILE from=a.txt to=notes.txt')
  await doIt(rename)
  expect(await readdir(path.join(house.dir, 'workspace'))).toContain('a.txt')
})

test('a file that is there again, however it came back, can be renamed and deleted once more', async () => {
  const rename = 'RENAME_FILE from=a.txt to=b.txt'
  await doIt(rename)
  await doIt('RENAME_FILE from=b.txt to=c.txt')
  await say('RENAME_FILE from=c.txt to=a.txt', 1)
  await say('yes', 1)
  expect((await say(rename)).text).toContain('You did the same 1 minute ago')
  await say('0')
  for (let time = 0; time < 2; time++) {
    await writeFile(path.join(house.dir, 'workspace', 'old.txt'), 'hello')
    const preview = await say('DELETE_FILE path=old.txt')
    expect(preview.about).toBe('preview')
    expect((await say(door.lines.findLast(({ confirm }) => confirm !== undefined)?.confirm?.expect ?? '')).about).toBe(
      'outcome',
    )
    expect(await readdir(path.join(house.dir, 'workspace'))).not.toContain('old.txt')
  }
})

test('an order that something else changed back can be cancelled once more', async () => {
  const cancel = async () => {
    expect((await say('CANCEL_ORDER id=209')).about).toBe('preview')
    await say(door.lines.findLast(({ confirm }) => confirm !== undefined)?.confirm?.expect ?? '')
  }
  await cancel()
  expect((await say('CANCEL_ORDER id=209')).text).toContain('Done already')
  await house.rows(`update orders set status = previous_status where id = 209`)
  await cancel()
  expect(await house.rows('select status from orders where id = 209')).toEqual([{ status: 'cancelled' }])
})

test('a note that was removed can be added again, by undo and by saying it; said twice it is one', async () => {
  const wish = 'ADD_NOTE id=204 text="call first"'
  await doIt(wish)
  expect((await say(wish)).text).toContain('Done already')
  await doIt('undo')
  expect((await house.rows('select * from order_notes where order_id = 204')).length).toBe(0)
  await doIt('undo')
  expect((await say(wish)).text).toContain('Done already')
  await doIt('undo')
  await doIt(wish)
  expect((await house.rows('select * from order_notes where order_id = 204')).length).toBe(1)
  // What was done with a note is told of its order.
  expect((await say('history of order 204')).text).toMatch(/done · Remove note n\d+/u)
})

test('what somebody else did just now is said by the preview, unless it was taken back', async () => {
  const wish = 'ADD_NOTE id=207 text="ring twice"'
  await doIt(wish)
  const seen = await say(wish, 1)
  expect(seen).toMatchObject({ about: 'preview', text: expect.stringContaining('Owner 0 did the same 1 minute ago') })
  await say('0', 1)
  expect((await say('ADD_NOTE id=207 text="ring once"', 1)).text).not.toContain('did the same')
  await say('0', 1)
  await doIt('undo')
  expect((await say(wish, 1)).text).not.toContain('did the same')
  await say('yes', 1)
  expect((await say(wish)).text).toContain('Owner 1 did the same')
  await say('0')
})

test('what was done since with what is taken back is said by the preview, unless that was taken back', async () => {
  await doIt('REINSTATE_ORDER id=206')
  expect((await say('undo')).text).not.toContain('Since then')
  await say('0')
  await say('ADD_NOTE id=206 text="ring once"', 1)
  await say('yes', 1)
  expect((await say('undo')).text).toMatch(
    /^This takes back: Reinstate order 206, \d{1,2}:\d\d\s[AP]M \(#\w{5}\)\n(?:.*\n)*⚠️ Since then Owner 1 did this \(1 minute ago\): .*ring once/u,
  )
  await say('0')
  await say('undo', 1)
  await say('yes', 1)
  const { text } = await say('undo')
  expect(text).toContain('This takes back')
  expect(text).not.toContain('Since then')
  await say('0')
})

test('of two who confirm the same at one moment the second sees first that it was done, or is under way, whoever that is', async () => {
  for (const order of ['203', '204', '205', '207', '208']) {
    const wish = `ADD_NOTE id=${order} text="at once"`
    await Promise.all([say(wish), say(wish, 1)])
    const before = door.lines.length
    await Promise.all([0, 1].map((owner) => door.turn({ from: house.phone(owner), text: 'yes' })))
    await door.idle()
    const told = door.lines.slice(before)
    expect(told.filter(({ about }) => about === 'outcome')).toHaveLength(1)
    const warned = /Something has changed(?:.*\n)*.*(?:the same 1 minute ago|“at once” \(Owner [01]\) is under way)/u
    expect(told.filter(({ text }) => warned.test(text ?? ''))).toHaveLength(1)
    await Promise.all([say('0'), say('0', 1)])
    expect(await house.rows(`select * from order_notes where order_id = ${order} and text = 'at once'`)).toHaveLength(1)
  }
})

test('what somebody else did is told though a third person did it too, and has taken it back', async () => {
  const wish = 'ADD_NOTE id=201 text="thrice"'
  await doIt(wish)
  await say(wish, 1)
  await say('yes', 1)
  await say('undo', 1)
  await say('yes', 1)
  expect((await say(wish, 2)).text).toContain('Owner 0 did the same')
  await say('0', 2)
})
