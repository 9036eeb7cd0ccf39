/** What an earlier version had confirmed, who was given rights, and what waited in the inbox, when that left no code yet. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSaysoHere } from '../../testing/processes/run-sayso-here.ts'
import {
  createTestInstallation,
  ordersOnly,
  type TestInstallation,
} from '../../testing/installations/test-installation.ts'

const soon = { interval: 50, timeout: 20_000 }

let house: TestInstallation
beforeAll(async () => {
  house = await createTestInstallation(ordersOnly())
})
afterAll(() => house.close())

test('a command that waits when the ledger is brought up to date is done; one that is written there later is not', async () => {
  await confirm('204')
  await house.rows('alter table envelopes drop column confirmation_mac; alter table people drop column code')
  await house.rows(withoutLaterChanges)
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
  await house.rows(withoutLaterChanges)
  await house.rows(`delete from kysely_migration where name >= '014-vouched-people'`)
  const other = { SAYSO_SECRET: 'another secret of tests that is long enough' }
  const refused = await runSaysoHere(['people', 'list', '--data', house.dir], { env: { ...house.env, ...other } })
  expect(refused.err).toContain('is sealed with another SAYSO_SECRET')
  expect(await rights()).toBe(before)
  expect((await house.verify()).unvouched).toEqual([])
  await house.rows('update people set code = null')
  expect(await rights()).not.toContain('owner')
})

test('what waits in the inbox when the ledger is brought up to date is done; what is written there later is not', async () => {
  const say = (id: string, text: string) =>
    house.rows(
      `insert into inbox (kind, account, chat_id, sender_id, message_id, body, sent_at, received_at)
        select kind, account, chat_id, sender_id, $1, jsonb_set(body, '{content,text}', to_jsonb($2::text)), now(), now()
        from inbox where kind = 'message' order by seq limit 1`,
      [id, text],
    )
  await house.rows(withoutLaterChanges)
  await house.rows(`delete from kysely_migration where name >= '015-vouched-inbox'`)
  await say('earlier', 'status of order 206')
  await house.changePeople(`update people set active = true, roles = '{owner}'`)
  const door = house.openDoor({ worker: false })
  await door.until('the answer', (lines) => lines.find(({ replyTo }) => replyTo === 'earlier'))
  expect(await house.rows('select from sessions where code is null')).toEqual([])
  await say('later', 'status of order 207')
  await door.turn({ from: house.phone(1), text: 'help' })
  expect(door.lines.filter(({ replyTo }) => replyTo === 'later')).toEqual([])
  expect((await house.verify()).unvouchedRows).toMatchObject({ count: 1, first: [{ from: house.phone(1) }] })
})

/** Inbox, conversations and commands as earlier versions had them. */
const withoutLaterChanges =
  'alter table inbox drop column code, drop column set_aside_at; alter table sessions drop column code; ' +
  'drop index envelopes_asked_by; drop index evidence_numbers; drop index evidence_turned_away; drop index envelopes_wish; drop function belongs_to cascade; alter table people drop column removed_at; ' +
  'alter table whatsapp_accounts drop column trouble, drop column trouble_since; ' +
  'alter table envelopes drop column struck_at cascade; drop function is_struck cascade; drop function guard_strike cascade; ' +
  'drop table unfinished_strikes; ' +
  'alter table runs drop column code; alter table journal drop column code; ' +
  `drop index envelopes_changes, envelopes_erased, inbox_sender, inbox_message, outbox_recipient, outbox_command; ` +
  `create index envelopes_target on envelopes ((coalesce(target_id, '')), target_entity); ` +
  'create trigger envelopes_moved before update on envelopes for each row when (old.erased_at is not distinct from new.erased_at) execute function guard_envelope()'

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
