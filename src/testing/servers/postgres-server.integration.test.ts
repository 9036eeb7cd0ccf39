import { expect, test } from 'vitest'
import { Client } from 'pg'
import { startPostgresServer } from './postgres-server.ts'

test('startPostgresServer() gives a server that can be killed and comes back with what was committed', async () => {
  const server = await startPostgresServer()
  const ask = async (text: string): Promise<unknown[]> => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  try {
    await ask(`create table kept as select 'yes' as value`)
    await server.kill()
    await expect(ask('select 1')).rejects.toThrow('ECONNREFUSED')
    await server.restart()
    expect(await ask('select value from kept')).toEqual([{ value: 'yes' }])
  } finally {
    await server.close()
    await server.close()
  }
})
