import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLedger, type Ledger } from '../ledger/open-ledger.ts'
import { createLedgerDatabase, type TestDatabase } from '../testing/installations/test-database.ts'
import { commandStatuses, mayMove, safeties, type CommandStatus, type Safety } from './lifecycle.ts'

/** The pure table and the trigger of the database say the same about every move that can come up. */

let database: TestDatabase
let ledger: Ledger
let chatId: string
let identityId: string
let personId: string

beforeAll(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger({ url: database.url, schema: database.schema })
  const one = async (statement: string) =>
    (await database.pool.query<{ id: string }>(`${statement} returning id`)).rows[0]?.id ?? ''
  personId = await one(
    `insert into people (phone, name, roles, language, time_zone, source) values ('+1', 'Ana', '{}', 'en', 'UTC', 'test')`,
  )
  identityId = await one(`insert into identities (kind, value) values ('phone', '+1')`)
  chatId = await one(`insert into chats (account, channel, kind, external) values ('a', 'terminal', 'private', '+1')`)
})
afterAll(async () => {
  await ledger.close()
  await database.close()
})

/** What the database refuses in the words of its own rules; anything else that it refuses breaks the test. */
async function attempt(statement: string, values: readonly unknown[]): Promise<boolean> {
  try {
    await database.pool.query(statement, [...values])
    return true
  } catch (error) {
    if (error instanceof Error && /does not go from|begins as/u.test(error.message)) return false
    throw error
  }
}

async function begin(safety: Safety, status: CommandStatus): Promise<string | null> {
  const id = randomUUID()
  const confirmed = status === 'accepted' || status === 'rejected' ? null : new Date()
  const stored = await attempt(
    `insert into envelopes (command_id, ref, name, safety, status, document, digest, idempotency_key, target_entity,
       chat_id, identity_id, person_id, created_at, confirmed_at)
     values ($1, $2, 'X', $3, $4, '{}', 'd', 'k', 'Order', $5, $6, $7, now(), $8)`,
    [id, id, safety, status, chatId, identityId, personId, confirmed],
  )
  return stored ? id : null
}

async function move(id: string, to: CommandStatus): Promise<boolean> {
  const confirms = to === 'confirmed' ? ', confirmed_at = coalesce(confirmed_at, now())' : ''
  return attempt(`update envelopes set status = $2${confirms} where command_id = $1`, [id, to])
}

/** The ways by which each state is reached, by the pure table. */
function waysFromNothing(safety: Safety): readonly (readonly CommandStatus[])[] {
  const ways: CommandStatus[][] = commandStatuses.filter((to) => mayMove(safety, 'none', to)).map((to) => [to])
  for (const way of ways) {
    const from = way.at(-1) ?? 'accepted'
    for (const to of commandStatuses) if (mayMove(safety, from, to)) ways.push([...way, to])
  }
  return ways
}

describe.each(safeties)('for a %s', (safety) => {
  test('the ledger takes the beginnings that the table allows, and no others', async () => {
    for (const status of commandStatuses) {
      expect([status, (await begin(safety, status)) !== null]).toEqual([status, mayMove(safety, 'none', status)])
    }
  })

  test('the ledger makes the moves that the table allows, and no others', async () => {
    const ways = waysFromNothing(safety)
    expect(ways.length).toBeGreaterThan(3)
    for (const [first = 'accepted', ...rest] of ways) {
      const from = rest.at(-1) ?? first
      for (const to of commandStatuses.filter((each) => each !== from)) {
        const id = await begin(safety, first)
        if (id === null) throw new TypeError(`${first} was refused`)
        for (const step of rest) expect(await move(id, step)).toBe(true)
        expect([from, to, await move(id, to)]).toEqual([from, to, mayMove(safety, from, to)])
      }
    }
  })
})

test.each(['mutation', 'destructive'])(
  'no %s is ever stored as done without the time of its confirmation',
  async (kind) => {
    const id = await begin(kind as Safety, 'accepted')
    await expect(
      database.pool.query(`update envelopes set status = 'confirmed' where command_id = $1`, [id]),
    ).rejects.toThrow('nothing_mutates_unconfirmed')
  },
)
