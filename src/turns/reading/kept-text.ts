/** What of a message's text is kept: no secret, and no code that confirms. */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { ConversationEvent } from '../../conversation/event.ts'
import type { Session } from '../../conversation/session.ts'
import type { Executor } from '../../ledger/database.ts'
import type { LaneRow, MessageBody } from '../../ledger/talk/inbox.ts'
import { blankedText, blankText, wordsOf } from '../../ledger/talk/message-contents.ts'
import { mayHoldSecret, mayShowSecret } from './hide-secrets.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** The text of the row as stored; if it may show a secret, it is blanked first. */
export async function textToKeep(deps: TurnDeps, db: Executor, due: LaneRow, session: Session): Promise<string | null> {
  if (due.takenAt !== null || !mayHoldSecret(deps.catalogue, due, session)) return textOf(due)
  await blankText(db, deps.secrets, due)
  return blankedText
}

/** What of a text is kept, now that it is known what it says: no secret, and no code. */
export function keptOf(catalogue: Catalogue, event: ConversationEvent | null, text: string | null): string | null {
  if (text !== null && mayShowSecret(catalogue, event)) return blankedText
  const reading = event?.kind === 'reading' ? event.reading : null
  if (reading?.kind === 'token') return blankedText
  const answers = reading?.kind === 'wishes' ? reading.answers : undefined
  return answers?.by.kind === 'token' ? `${blankedText} ${answers.rest}` : text
}

function textOf(row: LaneRow): string | null {
  if (row.kind !== 'message') return null
  return wordsOf((row.body as MessageBody).content)
}
