import type { Executor } from './database.ts'
import type { Secrets } from './secrets.ts'

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

/** Whether a token is the command's own, compared in constant time; a command that waits no more has none. */
export async function checkToken(
  db: Executor,
  secrets: Secrets,
  { commandId, token }: { readonly commandId: string; readonly token: string },
): Promise<{ readonly matches: boolean; readonly wrongTries: number }> {
  const row = await db
    .selectFrom('envelopes')
    .select(['digest', 'chat_id', 'identity_id', 'token_mac', 'wrong_tries'])
    .where('command_id', '=', commandId)
    .where('status', '=', 'accepted')
    .executeTakeFirst()
  if (row?.token_mac == null) return { matches: false, wrongTries: row?.wrong_tries ?? 0 }
  const { digest, chat_id: chatId, identity_id: identityId, token_mac: mac, wrong_tries: wrongTries } = row
  return {
    matches: secrets.verifyMac(mac, purpose, ...partsOf({ commandId, digest, chatId, identityId }, token)),
    wrongTries,
  }
}

function partsOf({ commandId, digest, chatId, identityId }: Bound, token: string): readonly string[] {
  return [commandId, digest, chatId, identityId, token]
}
