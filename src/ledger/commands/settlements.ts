/**
 * Commands that may or may not have happened (invariant 4), and what people found out about them. A finding releases or
 * starts the command's window like any other outcome; its status and its evidence stay what they were.
 */
import { sql } from 'kysely'
import { claimKey, releaseKey, settleKey } from '../../dispatch/postgres-claims.ts'
import type { Finding, Verdict } from '../../envelope/lifecycle.ts'
import { UserError } from '../../errors.ts'
import type { Reached } from '../../execution/run/outcome.ts'
import { isInPart } from '../../execution/plan/reached-steps.ts'
import type { JsonObject } from '../../json.ts'
import type { Executor } from '../database.ts'
import { loadEnvelope } from './envelopes.ts'
import { admitCommandEvent } from '../talk/inbox.ts'
import { notifyLaneHere } from '../talk/lane-signal.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** Only so many of the newest are looked through. */
const mostLookedAt = 1000

/** A command that may have happened, with what is needed to choose and to judge it. */
export type Doubt = {
  readonly commandId: string
  readonly ref: string
  readonly name: string
  readonly args: JsonObject
  /** The name of whoever asked for it. */
  readonly who: string
  /** Since when it is in doubt. */
  readonly since: Date
  /** What was said of it; `null` while nothing was. */
  readonly verdict: Verdict | null
  /** How far it came, as was known when it ended. */
  readonly steps: Reached | null
}

/** A condition on an envelope `e`: it may have happened, and nobody has found out yet. */
export const inDoubt = sql`(e.status = 'failed' and e.reason = 'effect_unknown'
  and not exists (select from settlements s where s.command_id = e.command_id))`

/**
 * The command with this reference, settled or not; without a reference, all that nobody has settled, newest first.
 * `ofPerson`: only what this person asked for. Erased commands are not found: nobody could tell what they were.
 */
export async function findDoubts(
  db: Executor,
  { ref, ofPerson }: { readonly ref: string | null; readonly ofPerson: string | null },
): Promise<readonly Doubt[]> {
  const { rows } = await sql<Doubt>`
    select e.command_id as "commandId", e.ref, e.name, e.document->'args' as args, p.name as who, e.settled_at as since, v.said as verdict,
      e.outcome->'steps' as steps
    from envelopes e join people p on p.id = e.person_id left join verdicts v on v.command_id = e.command_id
    where e.status = 'failed' and e.reason = 'effect_unknown' and e.erased_at is null
      and (${ref}::text is null and v.said is null or e.ref = ${ref})
      and (${ofPerson}::uuid is null or e.person_id = ${ofPerson})
    order by e.settled_at desc limit ${mostLookedAt}`.execute(db)
  return rows
}

/**
 * Records what somebody found out, in the caller's transaction: a command that happened keeps its window, one that did not
 * gives its key back. Saying the opposite later corrects it, the key included. Returns what was said before.
 * @throws UserError `precondition_failed` when there is no such command, or the same was said already
 */
export async function settleDoubt(
  trx: Executor,
  {
    ref,
    ofPerson,
    verdict,
    settledBy,
    now,
  }: {
    readonly ref: string
    readonly ofPerson: string | null
    readonly verdict: Verdict
    /** The command that says so. */
    readonly settledBy: string
    readonly now: Date
  },
): Promise<Doubt> {
  await sql`select from envelopes where ref = ${ref} for update`.execute(trx)
  const [doubt] = await findDoubts(trx, { ref, ofPerson })
  if (doubt === undefined) throw new UserError('precondition_failed', `Nothing is in doubt about #${ref}`)
  if (doubt.verdict === verdict) throw new UserError('precondition_failed', `That was said of #${ref} already`)
  const { commandId } = doubt
  await trx
    .insertInto('settlements')
    .values({ command_id: commandId, verdict, settled_by: settledBy, at: now })
    .execute()
  await settleClaim(trx, commandId, doubt.steps !== null && isInPart(doubt.steps, verdict) ? 'in_part' : verdict)
  return doubt
}

/**
 * What was given back is taken again for as long as its window still goes, unless somebody else's command has it by now; so is what
 * was done in part.
 */
async function settleClaim(trx: Executor, commandId: string, verdict: Finding): Promise<void> {
  const stored = await loadEnvelope(trx, commandId)
  const key = stored?.envelope.idempotency_key ?? null
  if (stored === null || stored.confirmedAt === null || key === null) return
  const held = { key, commandId }
  if (verdict === 'not_happened') return releaseKey(trx, held)
  const window = { windowMs: stored.envelope.sayso.window_ms, now: stored.confirmedAt }
  const claim = await claimKey(trx, { ...held, ...window, held: false })
  if (claim.kind === 'claimed') await settleKey(trx, held)
}

/**
 * Puts what somebody found out into the lane of the person who asked for the command, in the caller's transaction, unless
 * they found it out themselves; their bot tells them in its turn. Somebody who may do nothing here any more is told nothing.
 */
export async function tellAsker(
  trx: Executor,
  secrets: Secrets,
  {
    commandId,
    settledBy,
    actorId,
    now,
  }: { readonly commandId: string; readonly settledBy: string; readonly actorId: string; readonly now: Date },
): Promise<void> {
  const asker = await trx
    .selectFrom('envelopes')
    .innerJoin('people', 'people.id', 'envelopes.person_id')
    .select(['chat_id as chatId', 'identity_id as identityId'])
    .where('command_id', '=', commandId)
    .where('person_id', '<>', actorId)
    .where('people.active', '=', true)
    .executeTakeFirst()
  if (asker === undefined) return
  await admitCommandEvent(trx, secrets, 'settled', { commandId: settledBy, ...asker }, now)
  await notifyLaneHere(trx, asker.chatId)
}

/** What somebody found out about a command. */
export type Settlement = {
  readonly commandId: string
  readonly verdict: Verdict
  /** The name of whoever says so; '' when they have been forgotten since. */
  readonly by: string
}

/** What a command says about another one; `null` when it says nothing. */
export async function settlementOf(db: Executor, settledBy: string): Promise<Settlement | null> {
  const row = await db
    .selectFrom('settlements')
    .innerJoin('envelopes', 'envelopes.command_id', 'settlements.settled_by')
    .innerJoin('people', 'people.id', 'envelopes.person_id')
    .select(['settlements.command_id as commandId', 'settlements.verdict', 'people.name as by'])
    .where('settled_by', '=', settledBy)
    .executeTakeFirst()
  return row ?? null
}
