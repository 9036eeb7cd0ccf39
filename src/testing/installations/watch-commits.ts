import type { Pool } from 'pg'

/**
 * Notes for every row that is written into a table whether its commit waits for the disk, as it is when the transaction ends.
 * Returns what was noted so far: `waits` or `does not wait`, after `label`, an SQL expression over `new`.
 */
export async function watchCommits(
  pool: Pool,
  tables: Readonly<Record<string, string>>,
): Promise<() => Promise<readonly string[]>> {
  await pool.query('create table watched_commits (id bigint generated always as identity, label text, setting text)')
  const watched = `${await schemaOf(pool)}.watched_commits`
  for (const [table, label] of Object.entries(tables)) {
    const watch = `${table}_watched`
    await pool.query(`
      create function ${watch}() returns trigger language plpgsql as $$ begin
        insert into ${watched} (label, setting) values (${label}, current_setting('synchronous_commit'));
        return null;
      end $$`)
    await pool.query(`
      create constraint trigger watched after insert or update on ${table}
      deferrable initially deferred for each row execute function ${watch}()`)
  }
  return async () => {
    const { rows } = await pool.query<{ label: string; setting: string }>(
      `select label, setting from ${watched} order by id`,
    )
    return rows.map(({ label, setting }) => `${label} ${setting === 'off' ? 'does not wait' : 'waits'}`)
  }
}

/** The databases of tests wait for no disk; whoever connects by this URL does, as in the field. */
export function waitingForDisk(url: string): string {
  const waiting = new URL(url)
  const given = waiting.searchParams.get('options')
  waiting.searchParams.set('options', [given ?? '', '-c synchronous_commit=on'].join(' ').trim())
  return waiting.href
}

async function schemaOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>('select current_schema() as schema')
  return rows[0]?.schema ?? 'public'
}
