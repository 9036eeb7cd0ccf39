/**
 * Commands of others that were under way when somebody was forgotten, and say words that mean them. The words are needed until the
 * command is over and told; what finds them is kept until then, sealed, and goes with them.
 */
import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import { erasePayloadsNaming, strikeCommand } from './erase-commands.ts'
import { anyOf, mentionOfPattern, type Mention } from '../people/mentions.ts'
import { blankMentionsIn } from '../talk/blank-replies.ts'
import type { Secrets } from '../secrets/secrets.ts'

const purpose = 'unfinished-strike'
const batchSize = 100

/** Strikes what means somebody out of commands that stay: at once, or once they are over. */
export async function strikeCommands(
  db: Executor,
  secrets: Secrets,
  others: ReadonlyMap<string, Mention | null>,
  now: Date,
): Promise<void> {
  for (const [commandId, mention] of others) {
    if (mention === null) continue
    const strike = { commandId, mention, now }
    if (!(await strikeCommand(db, strike))) await strikeLater(db, secrets, strike)
  }
}

/** Notes that these words go from a command once it is over. */
export async function strikeLater(
  db: Executor,
  secrets: Secrets,
  { commandId, mention, now }: { readonly commandId: string; readonly mention: Mention; readonly now: Date },
): Promise<void> {
  const noted = await db
    .selectFrom('unfinished_strikes')
    .select('sealed')
    .where('command_id', '=', commandId)
    .forUpdate()
    .executeTakeFirst()
  const both = noted === undefined ? mention : anyOf([openMention(secrets, commandId, noted.sealed), mention])
  const sealed = secrets.seal(purpose, commandId, both.pattern)
  await db
    .insertInto('unfinished_strikes')
    .values({ command_id: commandId, sealed, since: now })
    .onConflict((conflict) => conflict.column('command_id').doUpdateSet({ sealed }))
    .execute()
}

/** Strikes what was noted out of the commands that ended before `before` and were reported. Returns how many. */
export async function finishStrikes(
  db: Executor,
  secrets: Secrets,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ command_id: string; sealed: Buffer }>`
    select u.command_id, u.sealed from unfinished_strikes u join envelopes e on e.command_id = u.command_id
    where e.status not in ('accepted', 'confirmed') and e.settled_at <= ${before}
      and not exists (select from inbox i where i.message_id = u.command_id::text and i.done_at is null)
      and not exists (select from outbox o where o.command_id = u.command_id and o.sent_at is null)
    limit ${batchSize} for update of u skip locked`.execute(db)
  for (const { command_id: commandId, sealed } of rows) {
    const mention = openMention(secrets, commandId, sealed)
    await strikeCommand(db, { commandId, mention, now })
    await blankMentionsIn(db, secrets, { commandId, mention }, now)
    await erasePayloadsNaming(db, secrets, { commandId, mention }, now)
    await db.deleteFrom('unfinished_strikes').where('command_id', '=', commandId).execute()
  }
  return rows.length
}

function openMention(secrets: Secrets, commandId: string, sealed: Buffer): Mention {
  return mentionOfPattern(secrets.open(purpose, commandId, sealed))
}
