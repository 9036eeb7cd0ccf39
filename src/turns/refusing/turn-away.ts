/** People whom nobody knows (invariant 6). */
import type { MessageContent } from '../../channel/message.ts'
import { say } from '../../conversation/render/say.ts'
import type { Executor } from '../../ledger/database.ts'
import { appendEvidence } from '../../ledger/evidence/evidence.ts'
import { markTaken, type LaneRow, type MessageBody } from '../../ledger/talk/inbox.ts'
import { isOwnerCodeOffered } from '../../ledger/people/owner-codes.ts'
import { hasOwner } from '../../ledger/people/owners.ts'
import type { Secrets } from '../../ledger/secrets/secrets.ts'
import { closeUntold } from './close-untold.ts'
import { countRefused } from './lock-out.ts'
import { localeOfSender } from './locale-of-sender.ts'
import { isOneOfMany } from '../reading/one-of-many.ts'
import { sendReplies } from '../sending/send-replies.ts'
import { tellRemoved } from './tell-removed.ts'
import type { TurnDeps } from '../turn-deps.ts'

/**
 * Strangers get a polite refusal and nothing else; who knocked is recorded and counted. Of what they asked for before they were removed
 * somebody hears how it ended.
 */
export async function turnAway(deps: TurnDeps, db: Executor, row: LaneRow, text: string | null): Promise<void> {
  if (row.kind === 'message' && isAsked(row) && !(await isOneOfMany(db, row))) {
    await appendEvidence(db, deps.secrets, [
      {
        at: deps.clock(),
        kind: 'access.refused',
        chatId: row.chatId,
        facts: { message: row.messageId, identity: row.senderId },
        payload: { text },
      },
    ])
    // Somebody who is told that they will get no answer for a while is told nothing else.
    if (!(await countRefused(deps, db, row, null)) && !(await tellRemoved(deps, db, row))) await refuse(deps, db, row)
  }
  if (row.kind === 'outcome') await tellRemoved(deps, db, row)
  // Whoever lost their rights has lost their open preview too, and must find nothing open when they get them back.
  await closeUntold(deps, db, row)
  await markTaken(db, row.seq, { now: deps.clock(), over: true })
}

async function refuse(deps: TurnDeps, db: Executor, row: LaneRow): Promise<void> {
  const key = await refusalFor(db, deps.secrets, row, deps.clock())
  const locale = await localeOfSender(deps, db, row, null)
  await sendReplies(deps, db, row, { cause: 'turn', replies: [{ about: 'refusal', text: say(locale, key) }] })
}

/**
 * Before there is an owner, whoever has just started Sayso is a stranger too, whether a code is on offer or the last one was
 * spoilt.
 */
async function refusalFor(db: Executor, secrets: Secrets, { chatKind }: LaneRow, now: Date): Promise<string> {
  if (await hasOwner(db, secrets)) return 'stranger'
  if (!(await isOwnerCodeOffered(db, secrets, now))) return 'unclaimed_later'
  return chatKind === 'group' ? 'unclaimed_group' : 'unclaimed'
}

const asking: ReadonlySet<MessageContent['kind']> = new Set(['text', 'voice', 'file'])

/** Rows of kind `message` are written by `admitMessage` alone. */
function isAsked({ chatKind, body }: LaneRow): boolean {
  const { content, mentions } = body as MessageBody
  // A caller has not written anything, and nobody is written to first.
  const speaks = content.kind === 'unreadable' ? content.what !== 'call' : asking.has(content.kind)
  return speaks && (chatKind === 'private' || mentions)
}
