import { factKey, type Fact, type Facts, type Lookup } from '../../conversation/lookup.ts'
import { baseKeyOf, idempotencyKeyOf } from '../../envelope/idempotency-key.ts'
import type { Issuance } from '../../envelope/envelope.ts'
import { assertNever } from '../../errors.ts'
import { findFile } from '../../execution/find-file.ts'
import { doneBefore, recordByRef } from '../../ledger/commands/own-commands.ts'
import { answersTo } from '../../ledger/commands/approvals.ts'
import { askedHere } from '../../ledger/talk/asked-here.ts'
import { askedOfAnother, askingEndedBy, askingOf } from '../../ledger/commands/asking.ts'
import type { Executor } from '../../ledger/database.ts'
import { executionsOf, findRecords } from '../../ledger/commands/envelopes.ts'
import { holderOfKey, holdersOf, issuanceOf } from '../../ledger/commands/issuance.ts'
import { isSecretKept } from '../../ledger/secrets/kept-secrets.ts'
import { onlyWaitingElsewhere } from '../../ledger/talk/only-waiting-elsewhere.ts'
import { ownerNames, speakersBeside } from '../../ledger/people/owners.ts'
import { pauseOf } from '../../ledger/settings.ts'
import { wasUndone } from '../../ledger/commands/same-by-another.ts'
import { checkToken, waitingElsewhere } from '../../ledger/commands/tokens.ts'
import { underWayWith } from '../../ledger/commands/under-way.ts'
import { findChangesSince } from './find-changes-since.ts'
import { findEntity } from './find-entity.ts'
import { findSameBefore } from './find-same-before.ts'
import { findSameByAnother } from './find-same-by-another.ts'
import { undoingsOf } from './undoings-of.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** Whose turn it is; lookups about commands see only this person's own. */
export type Asker = { readonly chatId: string; readonly personId: string }

/** Longer than this, in milliseconds and altogether, no transaction waits for the shop: it has a connection, and the chat's row. */
const inTransactionMs = 1000

/** How long a transaction still waits for the shop, in milliseconds. */
export type ShopPatience = { readonly leftMs: () => number }

/** The patience of one transaction: it begins with its first lookup there, and not while it waits for the turn before it. */
export function createShopPatience(): ShopPatience {
  let until: number | null = null
  return {
    leftMs: () => {
      const now = performance.now()
      until ??= now + inTransactionMs
      return until - now
    },
  }
}

/** The shop takes its time; the turn is begun anew with the answer once it is there. */
export class SlowLookups extends Error {
  readonly found: Promise<Facts>

  constructor(found: Promise<Facts>) {
    super('The shop takes its time')
    this.found = found
    // It may fail before the turn that is taken back has come to wait for it.
    found.catch(() => undefined)
  }
}

/**
 * Looks up what the conversation asks for, and adds the answers to the facts.
 * @throws SlowLookups
 */
export async function answerLookups(
  deps: TurnDeps,
  db: Executor,
  asker: Asker,
  facts: Facts,
  lookups: readonly Lookup[],
): Promise<Facts> {
  const entry = async (lookup: Lookup) => {
    const key = factKey(lookup)
    return [key, deps.lookedUp?.get(key) ?? (await answer(deps, db, asker, lookup))] as const
  }
  const asked = lookups.filter(isOfShop)
  const ofShop = Promise.all(asked.map(entry))
  ofShop.catch(() => undefined)
  const ours = await Promise.all(lookups.filter((lookup) => !isOfShop(lookup)).map(entry))
  if (asked.length === 0) return new Map([...facts, ...ours])
  const found = await soonOrNull(ofShop, (deps.shopPatience ?? createShopPatience()).leftMs())
  if (found === null) throw new SlowLookups(ofShop.then((entries) => new Map(entries)))
  return new Map([...facts, ...ours, ...found])
}

function isOfShop({ kind }: Lookup): boolean {
  return kind === 'entity'
}

async function soonOrNull<Found>(found: Promise<Found>, ms: number): Promise<Found | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, ms))
  })
  return Promise.race([found, late]).finally(() => clearTimeout(timer))
}

async function answer(deps: TurnDeps, db: Executor, { chatId, personId }: Asker, lookup: Lookup): Promise<Fact> {
  switch (lookup.kind) {
    case 'entity':
      return findEntity(deps, personId, lookup)
    case 'queue':
      return deps.queue.health()
    case 'pause':
      return findPause(db)
    case 'repeat':
      return findRepeat(deps, db, lookup)
    case 'same-by-another':
      return findSameByAnother(deps, db, personId, lookup)
    case 'was-undone':
      return findUndone(deps, db, lookup.commandId)
    case 'asking':
      return askingOf(db, lookup.commandId)
    case 'asked-of-another':
      return askedOfAnother(db, { ref: lookup.ref, personId })
    case 'asking-ended-by':
      return askingEndedBy(db, { commandId: lookup.commandId, personId })
    case 'under-way':
      return underWayWith(db, { personId, entity: lookup.entity, targetId: lookup.target })
    case 'changed-since':
      return findChangesSince(deps, db, personId, lookup.commandId)
    case 'holder':
      return recordOf(db, await holderOfKey(db, lookup.key, deps.clock()), lookup.commandId)
    case 'token':
      return checkToken(db, deps.secrets, lookup)
    case 'elsewhere':
      return waitingElsewhere(db, deps.secrets, { chatId, personId, token: lookup.token })
    case 'waits-elsewhere':
      return onlyWaitingElsewhere(db, { chatId, personId, now: deps.clock() })
    case 'asked-here':
      return askedHere(db, { chatId, personId, now: deps.clock() })
    case 'owners':
      return ownerNames(db, deps.secrets, personId)
    case 'speakers':
      return speakersBeside(db, deps.secrets, personId)
    case 'answers':
      return answersTo(db, { commandId: lookup.commandId, personId })
    case 'file':
      return findFile(deps.workspaceDir, lookup.path)
    case 'secret':
      return (await isSecretKept(db, chatId, lookup.id)) ? 'kept' : 'gone'
    case 'ref':
      return recordByRef(db, { ref: lookup.ref, personId })
    case 'done-before':
      return doneBefore(db, personId)
    case 'command':
      return (await findRecords(db, { commandId: lookup.commandId, personId }))[0] ?? null
    case 'message':
      return findRecords(db, { messageId: lookup.messageId, chatId, personId })
    default:
      return assertNever(lookup)
  }
}

async function findPause(db: Executor): Promise<Fact> {
  const pause = await pauseOf(db)
  return pause === null ? 'no' : { name: pause.name, since: pause.since.toISOString() }
}

async function findRepeat(
  deps: TurnDeps,
  db: Executor,
  { userId, intent, args, again, alike, withinMs }: Extract<Lookup, { kind: 'repeat' }>,
): Promise<Fact> {
  const wanted = { userId, intent, args }
  const baseKey = baseKeyOf(wanted)
  const target = { baseKey, entity: intent.entity, targetId: intent.target?.id ?? null, alike }
  const [executions, holders, first, before] = await Promise.all([
    executionsOf(db, baseKey),
    holdersOf(db, baseKey, deps.clock()),
    // Right for a wish that was never executed; one that was may have been taken back in other ways too.
    issuanceOf(db, target),
    findSameBefore(deps, db, { baseKey, withinMs }),
  ])
  const undoings = undoingsOf(deps, executions)
  const known = undoings.length === 0 ? first : await issuanceOf(db, { ...target, undoings })
  const issuance: Issuance = again ? { ...known, again: known.again + 1 } : known
  const earlier = await recordOf(db, holders.get(idempotencyKeyOf(wanted, issuance)) ?? null, null)
  return { issuance, earlier, before }
}

async function findUndone(deps: TurnDeps, db: Executor, commandId: string): Promise<boolean> {
  const [undoing] = undoingsOf(deps, await findRecords(db, { commandId }))
  return undoing !== undefined && wasUndone(db, undoing)
}

async function recordOf(db: Executor, commandId: string | null, exceptId: string | null) {
  if (commandId === null || commandId === exceptId) return null
  return (await findRecords(db, { commandId }))[0] ?? null
}
