import type { Executor } from '../database.ts'
import type { Secrets } from '../secrets/secrets.ts'

const purpose = 'token'

type Bound = {
  readonly commandId: string
  readonly digest: string
  readonly chatId: string
  readonly identityId: string
}

/** CCP VIII.B: a token is stored as a MAC that binds it to the envelope's digest, the actor and the chat. */
export function tokenMac(secrets: Secrets, bound: Bound, token: string): Buffer {
  return secrets.mac(purpose, ...partsOf(bound, token))
}

/** Whether a token is the command's own, compared in constant time: `matches` while it waits, `spent` once it was confirmed. */
export async function checkToken(
  db: Executor,
  secrets: Secrets,
  { commandId, token }: { readonly commandId: string; readonly token: string },
): Promise<{ readonly matches: boolean; readonly spent: boolean; readonly wrongTries: number }> {
  const row = await db
    .selectFrom('envelopes')
    .select(['digest', 'chat_id', 'identity_id', 'token_mac', 'wrong_tries', 'status'])
    .where('command_id', '=', commandId)
    .where('status', '<>', 'rejected')
    .executeTakeFirst()
  if (row?.token_mac == null) return { matches: false, spent: false, wrongTries: row?.wrong_tries ?? 0 }
  const { digest, chat_id: chatId, identity_id: identityId, token_mac: mac, wrong_tries: wrongTries } = row
  const isOwn = secrets.verifyMac(mac, purpose, ...partsOf({ commandId, digest, chatId, identityId }, token))
  const waits = row.status === 'accepted'
  return { matches: isOwn && waits, spent: isOwn && !waits, wrongTries }
}

/** Nobody has more previews than this open in other chats. */
const mostElsewhere = 50

/** The command that waits for this token in another chat and was asked for by this person; `null` when none does. */
export async function waitingElsewhere(
  db: Executor,
  secrets: Secrets,
  { chatId, personId, token }: { readonly chatId: string; readonly personId: string; readonly token: string },
): Promise<{ readonly ref: string; readonly chatKind: 'private' | 'group' } | null> {
  const rows = await db
    .selectFrom('envelopes')
    .innerJoin('chats', 'chats.id', 'envelopes.chat_id')
    .select(['command_id', 'ref', 'digest', 'chat_id', 'identity_id', 'token_mac', 'chats.kind'])
    .where('person_id', '=', personId)
    .where('chat_id', '<>', chatId)
    .where('status', '=', 'accepted')
    .where('token_mac', 'is not', null)
    .limit(mostElsewhere)
    .execute()
  const found = rows.find(({ command_id: commandId, digest, chat_id: at, identity_id: identityId, token_mac: mac }) => {
    const bound = { commandId, digest, chatId: at, identityId }
    return mac !== null && secrets.verifyMac(mac, purpose, ...partsOf(bound, token))
  })
  return found === undefined ? null : { ref: found.ref, chatKind: found.kind }
}

function partsOf({ commandId, digest, chatId, identityId }: Bound, token: string): readonly string[] {
  return [commandId, digest, chatId, identityId, token]
}
