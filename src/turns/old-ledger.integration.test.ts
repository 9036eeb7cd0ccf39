/** Among the commands of years a turn looks at as few rows as among those of a day. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, openLedger } from '../ledger/open-ledger.ts'
import { exportPerson } from '../ledger/privacy/privacy-export.ts'
import { finishErasures } from '../ledger/privacy/privacy.ts'
import { createSecrets } from '../ledger/secrets/secrets.ts'
import { ageLedger } from '../testing/installations/age-ledger.ts'
import type { Said } from '../testing/processes/door.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'

const times = 300
/** What a turn writes it reads as well, some of it more than once. */
const mostPerTurn = 50
/** What grows with every message, but for the evidence. */
const grown = ['inbox', 'outbox', 'envelopes', 'claims', 'runs', 'journal']

let house: TestInstallation
beforeAll(async () => {
  house = await createTestInstallation()
})
afterAll(() => house.close())

/** Says all of it to a bot that is started for it, and ended. A code is confirmed. */
async function converse(said: readonly Omit<Said, 'from'>[]): Promise<void> {
  const door = house.openDoor()
  for (const message of said) {
    const before = door.lines.length
    await door.turn({ from: house.phone(0), ...message })
    await door.idle()
    const code = door.lines.slice(before).findLast(({ confirm }) => confirm?.method === 'token')?.confirm?.expect
    if (code !== undefined) await door.turn({ from: house.phone(0), text: code })
    await door.idle()
  }
  // What a server process has read it tells when it ends.
  await door.stop()
}

const conversation = (order: number): readonly Omit<Said, 'from'>[] => [
  { text: `status of order ${order}`, id: `asked-${order}` },
  { text: 'list orders' },
  { text: 'sales today' },
  { text: `cancel order ${order}`, id: `cancelled-${order}` },
  { text: 'undo' },
  { text: 'yes' },
  { text: `add a note to ${order}: call back` },
  { text: 'yes', id: `agreed-${order}` },
  { text: 'wait, no', edit: `agreed-${order}` },
  { text: 'and what is this?', quoted: `cancelled-${order}` },
  { text: `history of order ${order}` },
  { text: 'undo' },
  { text: 'yes' },
  { text: 'what did ana do' },
  { text: 'history' },
  { text: 'queue' },
]

test('what was said, asked for, undone, quoted, edited and looked up', async () => {
  await converse(conversation(204))
  const pool = createPool({ url: house.url, schema: house.schema, max: 1 })
  await ageLedger(pool, { schema: house.schema, times })
  expect((await house.verify()).ok).toBe(true)
  await pool.query('select pg_stat_reset()')
  await pool.end()
  const said = conversation(207)
  await converse(said)

  const readOf = await countRead()
  const most = mostPerTurn * said.length
  for (const table of grown) expect({ table, read: readOf(table) }).toEqual({ table, read: below(most) })
  // The first pass of the sealer looks at all of it, once; whoever else did would look at it a second time.
  const [{ count } = { count: 0 }] = await house.rows<{ count: number }>('select count(*)::int as count from evidence')
  expect(count).toBeGreaterThan(10 * times)
  expect(readOf('evidence')).toBeLessThan(1.5 * count)
})

test('what is erased later, and what is exported of somebody who has hardly said anything', async () => {
  const { db, pool, close } = await openLedger(house)
  const secrets = createSecrets(house.env['SAYSO_SECRET'] ?? '')
  await pool.query(`insert into unfinished_erasures select command_id, now() from envelopes
    where name = 'ADD_NOTE' and settled_at < now() - interval '1 day' limit 1`)
  await pool.query('vacuum (analyze) unfinished_erasures')
  await pool.query('select pg_stat_reset()')
  expect(await finishErasures(db, { secrets, clock: () => new Date() })).toBe(1)
  expect(await exportPerson(db, secrets, house.phone(1))).toMatchObject({ messages: [], replies: [], commands: [] })
  await close()
  const readOf = await countRead()
  for (const table of grown) expect({ table, read: readOf(table) }).toEqual({ table, read: below(mostPerTurn) })
})

/** What has been looked at of each table since the last reset. Entries of an index count though most may lead to no row that is read. */
async function countRead(): Promise<(table: string) => number> {
  const counted = await house.rows<{ name: string; read: number }>(
    `select relname as name, (coalesce(seq_tup_read, 0) + coalesce(entries, 0))::int as read
      from pg_stat_user_tables left join (
        select relid, sum(idx_tup_read) as entries from pg_stat_user_indexes group by relid
      ) indexes using (relid) where schemaname = $1`,
    [house.schema],
  )
  return (table) => counted.find(({ name }) => name === table)?.read ?? 0
}

/** Matches any number that is smaller. */
function below(most: number): unknown {
  return expect.toSatisfy((read: number) => read < most, `less than ${most}`)
}
