import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestInstallation, type TestInstallation } from '../testing/test-installation.ts'

let house: TestInstallation

beforeAll(async () => {
  house = await createTestInstallation()
  const door = house.openDoor()
  const ana = house.phone(0)
  for (const text of ['add a note to order 204 saying call her back', 'yes', 'cancel order 205', '0'])
    await door.turn({ from: ana, text })
  await door.idle()
  await door.stop()
})
afterAll(() => house.close())

test('commands that nobody has touched are those that were recorded', async () => {
  expect(await house.rows('select name, status from envelopes order by name')).toEqual([
    { name: 'ADD_NOTE', status: 'executed' },
    { name: 'CANCEL_ORDER', status: 'rejected' },
  ])
  expect(await house.verify()).toMatchObject({ ok: true, firstBad: null })
})

/** With all rights in the database, and its rules out of force. */
const attacks: readonly (readonly [what: string, kind: string, attack: string, undo: string])[] = [
  [
    'what was asked for is another thing',
    'command_changed',
    `update envelopes set document = jsonb_set(document, '{args,text}', '"pay him back"') where name = 'ADD_NOTE'`,
    `update envelopes set document = jsonb_set(document, '{args,text}', '"call her back"') where name = 'ADD_NOTE'`,
  ],
  [
    'what was done is said to have failed',
    'command_changed',
    `update envelopes set status = 'failed' where name = 'ADD_NOTE'`,
    `update envelopes set status = 'executed' where name = 'ADD_NOTE'`,
  ],
  [
    'one was put there that nobody asked for',
    'command_added',
    `create table forged as select * from envelopes where name = 'ADD_NOTE';
      update forged set command_id = gen_random_uuid(), ref = 'FORGE'; insert into envelopes select * from forged`,
    `delete from envelopes where ref = 'FORGE'; drop table forged`,
  ],
  [
    'one was taken away',
    'command_missing',
    `create table held as select * from envelopes where name = 'CANCEL_ORDER'; delete from envelopes where name = 'CANCEL_ORDER'`,
    `insert into envelopes select * from held; drop table held`,
  ],
]

test.each(attacks)('%s: it is found and named', async (_what, kind, attack, undo) => {
  await tamper(attack)
  expect(await house.verify()).toMatchObject({ ok: false, firstBad: { kind } })
  await tamper(undo)
  expect(await house.verify()).toMatchObject({ ok: true })
})

async function tamper(statements: string): Promise<void> {
  await house.rows(`begin; set local session_replication_role = replica; ${statements}; commit`)
}
