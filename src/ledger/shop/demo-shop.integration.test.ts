import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/installations/test-database.ts'
import type { TestDatabase } from '../../testing/installations/test-database.ts'
import { ensureDemoShop } from './demo-shop.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Runs in a schema of its own that is dropped again; its name needs quoting. */
async function withSchema(name: string, work: (schema: string) => Promise<void>): Promise<void> {
  const schema = `${database.schema} ${name}`
  try {
    await work(schema)
  } finally {
    await database.pool.query(`drop schema if exists "${schema}" cascade`)
  }
}

async function count(schema: string, table: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from "${schema}".${table}`,
  )
  return rows[0]?.count ?? 0
}

test('ensureDemoShop() makes the same shop once, however many start at once', async () => {
  await withSchema('at once', async (schema) => {
    const made = await Promise.all(Array.from({ length: 6 }, () => ensureDemoShop(database.pool, schema)))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await count(schema, 'orders')).toBe(20)
    const { rows } = await database.pool.query(
      `select id, customer, amount, status, previous_status from "${schema}".orders where id between 204 and 208 order by id`,
    )
    expect(rows).toEqual([
      { id: '204', customer: 'Maria Souza', amount: '120.00', status: 'paid', previous_status: null },
      { id: '205', customer: 'João Lima', amount: '89.90', status: 'shipped', previous_status: null },
      { id: '206', customer: 'Beatriz Nunes', amount: '310.00', status: 'cancelled', previous_status: 'paid' },
      { id: '207', customer: 'Pedro Alves', amount: '75.00', status: 'paid', previous_status: null },
      { id: '208', customer: 'Pedro Alves', amount: '142.30', status: 'paid', previous_status: null },
    ])
  })
})

test('ensureDemoShop() makes orders of the month that ends with its first start', async () => {
  await withSchema('dates', async (schema) => {
    await ensureDemoShop(database.pool, schema, { now: new Date('2027-05-31T12:00:00Z') })
    const spanOf = async () => {
      const { rows } = await database.pool.query<{ first: Date; last: Date }>(
        `select min(created_at) as first, max(created_at) as last from "${schema}".orders`,
      )
      return rows[0]
    }
    expect(await spanOf()).toEqual({ first: new Date('2027-05-02T12:00:00Z'), last: new Date('2027-05-31T12:00:00Z') })
  })
  await withSchema('now', async (schema) => {
    const before = Date.now()
    await ensureDemoShop(database.pool, schema)
    const { rows } = await database.pool.query<{ last: Date }>(`select max(created_at) as last from "${schema}".orders`)
    expect(rows[0]?.last.getTime()).toBeGreaterThanOrEqual(before)
  })
})

test('ensureDemoShop() leaves a shop alone that is there already', async () => {
  await withSchema('kept', async (schema) => {
    await ensureDemoShop(database.pool, schema)
    await database.pool.query(`delete from "${schema}".order_notes`)
    expect(await ensureDemoShop(database.pool, schema)).toBe(false)
    expect(await count(schema, 'order_notes')).toBe(0)
  })
})

test('ensureDemoShop() leaves nothing behind when it fails, and no connection in a transaction', async () => {
  // A schema name that Postgres reserves.
  await expect(ensureDemoShop(database.pool, 'pg_shop')).rejects.toThrow('pg_shop')
  const { rows } = await database.pool.query(`select nspname from pg_namespace where nspname = 'pg_shop'`)
  expect(rows).toEqual([])
  expect(database.pool.idleCount).toBe(database.pool.totalCount)
  await withSchema('afterwards', async (schema) => expect(await ensureDemoShop(database.pool, schema)).toBe(true))
})

test('ensureDemoShop() keeps the search path of the connection that it used', async () => {
  await withSchema('path', async (schema) => {
    await ensureDemoShop(database.pool, schema)
    const { rows } = await database.pool.query('select current_schema() as name')
    expect(rows).toEqual([{ name: database.schema }])
  })
})
