import type { TestInstallation } from './test-installation.ts'

/**
 * Every row of every table of an installation as text, the queue's and the demo shop's among them; binary columns in hex.
 * @param options.except a LIKE pattern of tables that are left out
 */
export async function dumpTables(
  house: Pick<TestInstallation, 'schema' | 'rows'>,
  { except = '' }: { readonly except?: string } = {},
): Promise<string> {
  const tables = await house.rows<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema like $1 and table_type = 'BASE TABLE' and table_name not like $2
     order by name`,
    [`${house.schema}%`, except],
  )
  const dumps = []
  for (const { name } of tables) {
    const rows = await house.rows<{ text: string }>(`select t::text as text from ${name} as t`)
    dumps.push(`${name}\n${rows.map(({ text }) => text).join('\n')}`)
  }
  return dumps.join('\n')
}
