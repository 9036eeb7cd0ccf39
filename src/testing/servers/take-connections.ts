import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { TestDatabase } from '../installations/test-database.ts'

/** A user of Postgres who may have one connection, which is taken. */
export type TakenConnections = {
  /** Connects as that user: refused as where `max_connections` is reached (53300). */
  readonly url: string
  readonly giveBack: () => Promise<void>
  /** Removes the user, who must have no connection any more. */
  readonly close: () => Promise<void>
}

/** Takes the only connection of a user who may do what the owner of the database may. */
export async function takeConnections({ url, pool }: TestDatabase): Promise<TakenConnections> {
  const user = `few_${randomUUID().replaceAll('-', '')}`
  const { rows } = await pool.query<{ owner: string }>('select current_user as owner')
  await pool.query(`create role ${user} login password 'few' connection limit 1 in role "${rows[0]?.owner}"`)
  const place = new URL(url)
  place.username = user
  place.password = 'few'
  const holder = new Client({ connectionString: place.href })
  await holder.connect()
  return {
    url: place.href,
    giveBack: () => holder.end(),
    close: async () => {
      await pool.query(`drop role ${user}`)
    },
  }
}
