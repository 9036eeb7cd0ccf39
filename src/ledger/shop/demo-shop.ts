import type { Pool, PoolClient } from 'pg'
import { ensureShop } from './ensure-shop.ts'

const dayMs = 86_400_000

type DemoOrder = readonly [
  id: number,
  customer: string,
  amount: string,
  status: 'paid' | 'shipped' | 'delivered' | 'cancelled' | 'refunded',
  daysAgo: number,
  notes?: readonly string[],
]

const orders: readonly DemoOrder[] = [
  [201, 'Ana Beatriz Rocha', '59.90', 'delivered', 29],
  [202, 'Carlos Mendes', '249.00', 'delivered', 27, ['Left with the neighbour']],
  [203, 'Lucía Fernández', '34.50', 'refunded', 26, ['Arrived broken; refunded in full']],
  [204, 'Maria Souza', '120.00', 'paid', 24],
  [205, 'João Lima', '89.90', 'shipped', 23],
  [206, 'Beatriz Nunes', '310.00', 'cancelled', 22, ['Customer changed her mind']],
  [207, 'Pedro Alves', '75.00', 'paid', 20],
  [208, 'Pedro Alves', '142.30', 'paid', 19, ['Wants both orders in one parcel']],
  [209, 'Rafaela Costa', '18.75', 'shipped', 17],
  [210, 'Diego Martínez', '560.00', 'delivered', 16],
  [211, 'Helena Duarte', '99.99', 'paid', 14],
  [212, 'Tiago Ferreira', '42.00', 'cancelled', 13],
  [213, 'Sofia Ramos', '205.50', 'shipped', 11],
  [214, 'Miguel Ángel Ruiz', '67.20', 'paid', 10],
  [215, 'Camila Barbosa', '1250.00', 'shipped', 8, ['Call before delivery']],
  [216, 'Bruno Teixeira', '29.90', 'refunded', 7],
  [217, 'Isabel Moreno', '88.00', 'paid', 5],
  [218, 'Gustavo Pinto', '135.40', 'paid', 3],
  [219, 'Larissa Gomes', '54.60', 'shipped', 2],
  [220, 'Valentina Cruz', '410.00', 'paid', 0],
]

const tables = `
  create table orders (
    id bigint primary key,
    customer text not null,
    amount numeric(12, 2) not null check (amount >= 0),
    currency text not null default 'BRL',
    status text not null check (status in ('paid', 'shipped', 'delivered', 'cancelled', 'refunded')),
    refunded numeric(12, 2) not null default 0 check (refunded >= 0 and refunded <= amount),
    previous_status text,
    created_at timestamptz not null default now()
  );
  create table order_notes (
    id bigint generated always as identity primary key,
    order_id bigint not null references orders,
    text text not null,
    at timestamptz not null default now()
  );
  create index order_notes_of on order_notes (order_id);
`

/**
 * Creates the demo shop in a schema of its own unless it exists, as `ensureShop` does.
 * @param options.now when its newest order came in; the others came in during the month before
 */
export async function ensureDemoShop(pool: Pool, schema: string, { now = new Date() } = {}): Promise<boolean> {
  return ensureShop(pool, schema, { origin: 'demo', fill: (client) => fillShop(client, now) })
}

async function fillShop(client: PoolClient, now: Date): Promise<void> {
  await client.query(tables)
  await client.query(
    `insert into orders (id, customer, amount, status, refunded, previous_status, created_at)
     select id, customer, amount, status,
       case when status = 'refunded' then amount else 0 end,
       case when status = 'cancelled' then 'paid' end,
       created_at
     from jsonb_to_recordset($1::jsonb)
       as seed (id bigint, customer text, amount numeric, status text, created_at timestamptz)`,
    [JSON.stringify(orders.map((order) => rowOf(order, now)))],
  )
  await client.query(
    `insert into order_notes (order_id, text, at)
     select o.id, seed.text, o.created_at from jsonb_to_recordset($1::jsonb) as seed (id bigint, text text)
     join orders o on o.id = seed.id order by o.id`,
    [JSON.stringify(orders.flatMap(([id, , , , , notes = []]) => notes.map((text) => ({ id, text }))))],
  )
}

function rowOf([id, customer, amount, status, daysAgo]: DemoOrder, now: Date) {
  return { id, customer, amount, status, created_at: new Date(now.getTime() - daysAgo * dayMs).toISOString() }
}
