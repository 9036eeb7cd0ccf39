import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestInstallation, type TestInstallation } from '../../testing/installations/test-installation.ts'

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

const putBack = `delete from envelopes where name = 'ADD_NOTE'; insert into envelopes select * from held; drop table held`
const putHeldBack = `delete from envelopes using held where envelopes.command_id = held.command_id;
  insert into envelopes select * from held; drop table held`
const erased = 'document = erased_document(document), outcome = erased_outcome(outcome), target_id = null'

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
    'what came of it is another thing',
    'command_changed',
    `create table held as select * from envelopes where name = 'ADD_NOTE';
      update envelopes set outcome = jsonb_set(outcome, '{outputs}', '{"refunded":5}') where name = 'ADD_NOTE'`,
    putBack,
  ],
  ...['created_at', 'confirmed_at', 'settled_at'].map(
    (time) =>
      [
        `its ${time} is another time`,
        'command_changed',
        `update envelopes set ${time} = ${time} - interval '3 days' where name = 'ADD_NOTE'`,
        `update envelopes set ${time} = ${time} + interval '3 days' where name = 'ADD_NOTE'`,
      ] as const,
  ),
  [
    'what was dropped has another end',
    'command_changed',
    `update envelopes set settled_at = settled_at - interval '3 days' where name = 'CANCEL_ORDER'`,
    `update envelopes set settled_at = settled_at + interval '3 days' where name = 'CANCEL_ORDER'`,
  ],
  ...[
    `ref = 'FORGE'`,
    `name = 'REFUND_ORDER'`,
    `safety = 'destructive'`,
    `person_id = (select id from people where id <> person_id limit 1)`,
    `identity_id = gen_random_uuid()`,
    `chat_id = gen_random_uuid()`,
    `target_entity = 'Note'`,
    `target_id = '205'`,
    `idempotency_key = 'of another'`,
    `base_key = 'of another'`,
    'again = again + 1',
    `digest = 'of another'`,
    `reason = 'cancelled'`,
  ].map(
    (column) =>
      [
        `it is filed as something else (${column})`,
        'command_changed',
        `create table held as select * from envelopes where name = 'ADD_NOTE';
          update envelopes set ${column} where name = 'ADD_NOTE'`,
        putHeldBack,
      ] as const,
  ),
  [
    'what was dropped has another reason',
    'command_changed',
    `create table held as select * from envelopes where name = 'CANCEL_ORDER';
      update envelopes set reason = 'unauthorised' where name = 'CANCEL_ORDER'`,
    putHeldBack,
  ],
  [
    'it is said not to have happened, by nobody',
    'settlement_changed',
    `insert into settlements (command_id, verdict, settled_by, at)
      select command_id, 'not_happened', command_id, now() from envelopes where name = 'ADD_NOTE'`,
    'delete from settlements',
  ],
  ...[erased, `document = '{}', outcome = '{}', target_id = null`].map(
    (emptied) =>
      [
        `it is said to be erased (${emptied})`,
        'command_changed',
        `create table held as select * from envelopes where name = 'ADD_NOTE';
          update envelopes set ${emptied}, erased_at = now() where name = 'ADD_NOTE'`,
        putBack,
      ] as const,
  ),
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
  const { ok, firstBad } = await house.verify()
  expect({ ok, kind: firstBad?.kind }).toEqual({ ok: false, kind })
  // By the reference that people know it by; of what is not there any more nobody has one.
  const named = /command (?:#(?<ref>[0-9A-Z]{5})|that)/iu.exec(firstBad?.why ?? '')
  expect(firstBad?.ref).toBe(named?.groups?.['ref'] ?? null)
  await tamper(undo)
  expect(await house.verify()).toMatchObject({ ok: true })
})

async function tamper(statements: string): Promise<void> {
  await house.rows(`begin; set local session_replication_role = replica; ${statements}; commit`)
}

test('what an erasure left of a command is compared with what was recorded', async () => {
  const [row] = await house.rows<{ id: string }>(`select command_id as id from envelopes where name = 'ADD_NOTE'`)
  const erase = `create table held as select * from envelopes where name = 'ADD_NOTE';
    update envelopes set ${erased}, erased_at = now() where name = 'ADD_NOTE'`
  await tamper(erase)
  await house.rows(`insert into evidence (at, kind, command_id, facts) values (now(), 'command.erased', $1, '{}')`, [
    row?.id,
  ])
  expect(await house.verify()).toMatchObject({ ok: true })
  const changes = [
    'settled_at = now()',
    `outcome = '{"kind":"failed","outputs":{},"explanation":""}'`,
    `document = '{}'`,
    `ref = 'FORGE', document = jsonb_set(document, '{sayso,ref}', '"FORGE"')`,
  ]
  for (const change of changes) {
    await tamper(`create table left_over as select * from envelopes where name = 'ADD_NOTE';
      update envelopes set ${change} where name = 'ADD_NOTE'`)
    expect(await house.verify()).toMatchObject({ ok: false, firstBad: { kind: 'command_changed' } })
    await tamper(
      `delete from envelopes where name = 'ADD_NOTE'; insert into envelopes select * from left_over; drop table left_over`,
    )
  }
  await tamper(putBack)
})

test('commands of before are whole: nothing was recorded of how they ended, or of their erasure', async () => {
  await tamper(`
    update evidence set facts = facts - 'outcome' - 'settledAt' where kind in ('command.executed', 'command.rejected');
    delete from evidence where kind = 'command.erased'; delete from evidence_seals;
    insert into evidence (at, kind, facts) values (now(), 'admin.person_forgotten', '{}');
    update envelopes set ${erased}, erased_at = now() where name = 'ADD_NOTE'`)
  expect(await house.verify()).toMatchObject({ ok: true })
})
