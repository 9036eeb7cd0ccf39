/**
 * What is open between the bot and a person carries a code that only the secret can make: somebody who can only write to the
 * tables cannot replace what a person was shown, so that their next "yes" would apply to something else (invariant 2).
 */
import type { Logger } from 'pino'
import { emptySession, type Session } from '../../conversation/session.ts'
import { codeText } from '../secrets/code-text.ts'
import type { Executor } from '../database.ts'
import type { Secrets } from '../secrets/secrets.ts'

const purpose = 'session'

type Lane = { readonly chatId: string; readonly identityId: string }

/** What tells whether something is vouched for, and where it is reported when it is not. */
type Vouching = { readonly secrets: Secrets; readonly log: Pick<Logger, 'error'> }

/**
 * What a person has open in a chat; nothing, when they have never spoken there, or when nothing vouches for what is stored.
 */
export async function loadSession(
  db: Executor,
  { secrets, log }: Vouching,
  { chatId, identityId }: Lane,
): Promise<Session> {
  const row = await db
    .selectFrom('sessions')
    .select(['state', 'code'])
    .where('chat_id', '=', chatId)
    .where('identity_id', '=', identityId)
    .executeTakeFirst()
  if (row === undefined) return emptySession
  if (!isVouched(secrets, { chatId, identityId }, row)) {
    log.error(
      { event: 'session.unvouched', chat: chatId },
      'what is stored of a conversation was not stored by Sayso, and counts for nothing: find out who can write to its tables',
    )
    return emptySession
  }
  // Written by `saveSession` alone; fields that a newer version adds begin empty.
  return { ...emptySession, ...(row.state as Partial<Session>) }
}

export async function saveSession(
  db: Executor,
  secrets: Secrets,
  { chatId, identityId }: Lane,
  session: Session,
  now: Date,
): Promise<void> {
  const state = JSON.stringify(session)
  const code = codeOf(secrets, { chatId, identityId }, session)
  await db
    .insertInto('sessions')
    .values({ chat_id: chatId, identity_id: identityId, state, updated_at: now, code })
    .onConflict((conflict) =>
      conflict.columns(['chat_id', 'identity_id']).doUpdateSet({ state, updated_at: now, code }),
    )
    .execute()
}

/**
 * Gives a code under the current secret to all that is open and that `before` vouches for: when the secret changes, and
 * once, with `before` null, for a ledger that had no codes yet.
 */
export async function vouchForSessionsAnew(db: Executor, secrets: Secrets, before: Secrets | null): Promise<void> {
  const rows = await db.selectFrom('sessions').selectAll().execute()
  for (const { chat_id: chatId, identity_id: identityId, state, code } of rows) {
    const lane = { chatId, identityId }
    if (before !== null && !isVouched(before, lane, { state, code })) continue
    await db
      .updateTable('sessions')
      .set({ code: codeOf(secrets, lane, state) })
      .where('chat_id', '=', chatId)
      .where('identity_id', '=', identityId)
      .execute()
  }
}

function isVouched(
  secrets: Secrets,
  { chatId, identityId }: Lane,
  { state, code }: { readonly state: object; readonly code: Buffer | null },
): boolean {
  try {
    return code !== null && secrets.verifyMacOf(secrets.keyId, code, purpose, chatId, identityId, codeText(state))
  } catch {
    // Sayso itself stores nothing for which no code can be computed.
    return false
  }
}

function codeOf(secrets: Secrets, { chatId, identityId }: Lane, state: object): Buffer {
  return secrets.mac(purpose, chatId, identityId, codeText(state))
}
