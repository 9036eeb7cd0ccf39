import { Client } from 'pg'

/** How long to wait for the connection, and for each answer. */
const withinMs = 5000

/** Looks into a database over a connection of its own, which is closed afterwards. @throws whatever `look` and `pg` do */
export async function lookInto<T>(url: string, look: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    application_name: 'sayso look',
  })
  // An error between queries is reported by the next query.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await look(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
