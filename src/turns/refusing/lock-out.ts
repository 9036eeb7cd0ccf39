/**
 * Somebody who is refused too often gets no answer for a while. What counts are codes that are not theirs, and messages of
 * strangers. They are told once, and so is each owner. A message counts once, however much it asks for. A known person
 * asking for what they may not have is no attempt: a code can be guessed in the end, but nobody gains rights by asking, and
 * each refusal is on record with who asked.
 */
import { localeOf } from '../../conversation/render/locale-of.ts'
import type { Person } from '../../access/person.ts'
import { clockTime } from '../../conversation/render/render-time.ts'
import { say } from '../../conversation/render/say.ts'
import { showValue } from '../../conversation/render/show-value.ts'
import type { Decision } from '../../conversation/step.ts'
import type { Executor } from '../../ledger/database.ts'
import { appendEvidence } from '../../ledger/evidence/evidence.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import { phoneOfIdentity } from '../../ledger/people/identities.ts'
import { countRefusal, lockedOutMs } from '../../ledger/people/lockouts.ts'
import { enqueueReply, replyIdOf } from '../../ledger/talk/outbox.ts'
import { ownerRows } from '../../ledger/people/owners.ts'
import { privateChats } from '../../ledger/people/private-chats.ts'
import { localeOfSender } from './locale-of-sender.ts'
import { sendReplies } from '../sending/send-replies.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** Whether a turn refused a code that is not the person's own. */
export function wasCodeRefused(decisions: readonly Decision[]): boolean {
  return decisions.some(
    (decision) =>
      decision.kind === 'count-wrong-token' ||
      (decision.kind === 'note' &&
        decision.evidence === 'confirmation.refused' &&
        decision.facts['why'] === 'token_unknown'),
  )
}

/** Counts the message as refused; if it was one too many, they and the owners are told. Returns whether it was. */
export async function countRefused(
  deps: TurnDeps,
  db: Executor,
  row: LaneRow,
  person: Person | null,
): Promise<boolean> {
  const now = deps.clock()
  const { begins } = await countRefusal(db, row.senderId, now)
  if (!begins) return false
  const until = new Date(now.getTime() + lockedOutMs)
  await appendEvidence(db, deps.secrets, [
    {
      at: now,
      kind: 'access.locked_out',
      chatId: row.chatId,
      personId: person?.id,
      facts: { message: row.messageId, until: until.toISOString() },
    },
  ])
  const replies = [{ about: 'refusal', text: await lockedOutText(deps, db, row, person, until) }] as const
  await sendReplies(deps, db, row, { cause: 'locked-out', replies })
  await tellOwners(deps, db, row, { person, until })
  return true
}

/** A stranger's time zone is unknown, and their language is guessed from their number. */
async function lockedOutText(
  deps: TurnDeps,
  db: Executor,
  row: LaneRow,
  person: Person | null,
  until: Date,
): Promise<string> {
  const locale = await localeOfSender(deps, db, row, person)
  return person === null
    ? say(locale, 'locked_out_stranger', { minutes: lockedOutMs / 60_000 })
    : say(locale, 'locked_out', { time: clockTime(locale, person.timeZone, until) })
}

async function tellOwners(
  { catalogue, secrets, clock }: TurnDeps,
  db: Executor,
  row: LaneRow,
  { person, until }: { readonly person: Person | null; readonly until: Date },
): Promise<void> {
  const phone = person?.phone ?? (await phoneOfIdentity(db, row.senderId)) ?? ''
  const who = person === null ? phone : `${showValue(person.name)} (${phone})`
  for (const owner of await privateChats(db, row, await ownerRows(db, secrets))) {
    if (owner.person.id === person?.id) continue
    const locale = localeOf(catalogue, owner.person)
    const text = say(locale, 'locked_out_owners', { who, time: clockTime(locale, owner.person.timeZone, until) })
    await enqueueReply(db, secrets, {
      id: replyIdOf(`${row.chatId}/${row.seq}/locked-out/${owner.person.id}`, 0),
      address: { account: row.account, chatId: owner.chatId, recipientId: owner.identityId, replyTo: null },
      reply: { about: 'info', text },
      now: clock(),
    })
  }
}
