/**
 * Links evidence rows into the chain, after their commit. A row's id is taken before its transaction commits, so ids appear
 * out of order; the order of the seals is the order in which rows became visible, and it is the one that counts.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import { TerminalError } from '../../errors.ts'
import type { Database } from '../database.ts'
import { chainedColumns, keyAge, sealedAtColumn, sealFits, sealOf, type ChainedRow } from './evidence-chain.ts'
import { exportHead, firstSealOf, type EvidenceHead } from './evidence-head.ts'
import type { Secrets } from '../secrets/secrets.ts'

const batchRows = 500
const exportEveryMs = 3 * 60_000
/** Late rows are rarely very late: looking only this far back keeps a pass cheap however long the chain is. */
const nearRows = 1_000n
/** One pass in so many looks at everything, for rows of a transaction that committed after a thousand others. */
const fullPassEvery = 100
/** It does so in pieces of so many ids, each of which takes a moment: a statement must end in time, and others may seal in between. */
const pieceRows = 50_000n
/**
 * In an old ledger a full pass takes long, so the next waits this many passes per millisecond that it took: with a pass
 * every two seconds, that is a thousandth of the time.
 */
const passesPerMs = 0.5

/** Keeps the chain up to date. Any number of processes may run one; they take turns. */
export type Sealer = {
  /**
   * Seals all rows that are committed and not sealed yet.
   * @throws TerminalError `ledger_broken` when the chain does not end in a seal of ours (the secret is another one, or the
   *   end was changed): carrying on would hide that
   */
  seal(): Promise<{ readonly sealed: number; readonly head: EvidenceHead | null }>
  /** Seals at this interval until `stop()`; failures go to `onError`, and the next pass tries again. */
  start(intervalMs: number): void
  /** Seals what is left, exports the head, and ends. */
  stop(): Promise<void>
}

/**
 * Makes a sealer; it does nothing until asked.
 * @param options.headFile where the head is exported, out of the database's reach; not exported when absent
 * @param options.onError hears of failed passes of `start()` and `stop()`
 * @param options.onHeadError hears of a head that could not be written although all is sealed, each time that it happens
 */
export function createSealer(options: {
  readonly db: Kysely<Database>
  readonly secrets: Secrets
  readonly clock: () => Date
  readonly headFile?: string | undefined
  readonly onError?: (error: unknown) => void
  readonly onHeadError?: (error: unknown) => void
}): Sealer {
  const { db, secrets, clock, headFile, onError = () => {}, onHeadError = () => {} } = options
  let passesToFull = 0
  let head: EvidenceHead | null = null
  let exportedAtMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function seal(): Promise<{ sealed: number; head: EvidenceHead | null }> {
    let sealed = await sealNear()
    if (passesToFull === 0) {
      // Set first, so that what cannot be looked through keeps nothing new from being sealed.
      passesToFull = fullPassEvery
      const begunMs = performance.now()
      sealed += await sealLate()
      passesToFull = Math.max(fullPassEvery, Math.ceil((performance.now() - begunMs) * passesPerMs))
    }
    passesToFull -= 1
    return { sealed, head }
  }

  async function sealNear(): Promise<number> {
    let sealed = 0
    let count: number
    do {
      ;({ count, head } = await sealBatch(db, secrets, clock(), null))
      sealed += count
    } while (count === batchRows)
    return sealed
  }

  async function sealLate(): Promise<number> {
    let sealed = 0
    let after = 0n
    let newest: bigint
    do {
      const batch = await sealBatch(db, secrets, clock(), after)
      ;({ head, after, newest } = batch)
      sealed += batch.count
    } while (after < newest)
    return sealed
  }

  async function pass(last: boolean): Promise<void> {
    try {
      await seal()
      const nowMs = clock().getTime()
      if (headFile === undefined || head === null || (!last && nowMs - exportedAtMs < exportEveryMs)) return
      const first = await firstSealOf(db)
      exportedAtMs = nowMs
      await exportHead(headFile, head, { first, at: clock() }).catch(onHeadError)
    } catch (error) {
      onError(error)
    }
  }

  return {
    seal,
    start(intervalMs) {
      const run = (): void => {
        running = pass(false).then(() => {
          timer = timer === undefined ? undefined : setTimeout(run, intervalMs)
          return undefined
        })
      }
      timer = setTimeout(run, 0)
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await running
      await pass(true)
    },
  }
}

/** `after`: the id behind which to look through a piece; `null`: from a little before the newest one that is sealed to the end. */
async function sealBatch(db: Kysely<Database>, secrets: Secrets, now: Date, after: bigint | null): Promise<Batch> {
  return db.transaction().execute(async (transaction) => {
    const end = await lockEnd(transaction, secrets)
    if (end.keyAge < secrets.keyIds.length - 1) throw broken(end.seq, 'was made with an earlier secret')
    return append(transaction, { secrets, end, now, after })
  })
}

/**
 * Seals a batch of what was recorded in this transaction with a root that follows that of the last seal. Once it is
 * committed, whoever knows the earlier root can change nothing before it.
 * @throws TerminalError `ledger_broken` as `seal()` does
 */
export async function sealUnderNewRoot(transaction: Transaction<Database>, secrets: Secrets, now: Date): Promise<void> {
  const end = await lockEnd(transaction, secrets)
  await append(transaction, { secrets, end, now, after: null })
}

/** The last seal, which only one sealer at a time in this schema can hold, until the commit. */
async function lockEnd(transaction: Transaction<Database>, secrets: Secrets): Promise<End> {
  await sql`select pg_advisory_xact_lock('evidence_seals'::regclass::oid::bigint)`.execute(transaction)
  return readEnd(transaction, secrets)
}

async function append(
  transaction: Transaction<Database>,
  {
    secrets,
    end,
    now,
    after,
  }: { readonly secrets: Secrets; readonly end: End; readonly now: Date; readonly after: bigint | null },
): Promise<Batch> {
  const from = after ?? end.newest - nearRows
  const upTo = after === null ? null : from + pieceRows
  const rows = await readUnsealed(transaction, from, upTo)
  let { seq, mac } = end
  // Postgres counts microseconds; a Date of ours has milliseconds.
  const sealedAt = now.toISOString().replace('Z', '000Z')
  const seals = rows.map((row) => {
    seq += 1n
    mac = sealOf(secrets, { seq, previous: mac, row, sealedAt })
    return { seq: String(seq), evidence_id: row.id, mac, sealed_at: now, key_id: secrets.keyId }
  })
  if (seals.length > 0) await transaction.insertInto('evidence_seals').values(seals).execute()
  return {
    count: seals.length,
    head: seq === 0n ? null : { seq: String(seq), mac: mac.toString('hex') },
    after: rows.length < batchRows && upTo !== null ? upTo : BigInt(rows.at(-1)?.id ?? from),
    newest: end.newest,
  }
}

/** How many rows were sealed, where the chain now ends, and the id behind which the next batch begins; `newest` as in `End`. */
type Batch = {
  readonly count: number
  readonly head: EvidenceHead | null
  readonly after: bigint
  readonly newest: bigint
}

/** `newest`: the greatest id that was sealed. The last one that was may have come late, and be far from it. */
type End = { readonly seq: bigint; readonly mac: Buffer; readonly newest: bigint; readonly keyAge: number }

/** The last seal, which must be one that a secret of this ledger could have made. */
async function readEnd(transaction: Transaction<Database>, secrets: Secrets): Promise<End> {
  type Row = ChainedRow & {
    seq: string
    mac: Buffer
    sealed_at: string
    key_id: string | null
    previous: Buffer | null
    newest: string
  }
  const { rows } =
    await sql<Row>`select ${chainedColumns}, s.seq::text as seq, s.mac, s.key_id, ${sealedAtColumn} as sealed_at,
      (select p.mac from evidence_seals p where p.seq = s.seq - 1) as previous,
      (select max(evidence_id) from evidence_seals)::text as newest
    from evidence_seals s left join evidence e on e.id = s.evidence_id order by s.seq desc limit 1`.execute(transaction)
  const last = rows[0]
  if (last === undefined) {
    return { seq: 0n, mac: Buffer.alloc(0), newest: 0n, keyAge: secrets.keyIds.length - 1 }
  }
  const seq = BigInt(last.seq)
  const link = { seq, previous: last.previous ?? Buffer.alloc(0), row: last, sealedAt: last.sealed_at }
  const stored = { mac: last.mac, keyId: last.key_id }
  if (last.id === null || !sealFits(secrets, stored, link)) {
    throw broken(seq, 'does not verify: SAYSO_SECRET is another one, or the end was changed')
  }
  return { seq, mac: last.mac, newest: BigInt(last.newest), keyAge: keyAge(secrets, stored) }
}

function broken(seq: bigint, why: string): TerminalError {
  return new TerminalError(
    'ledger_broken',
    `The chain of evidence ends in a seal (${seq}) that ${why}. ` +
      'Nothing more is sealed until that is settled; see "sayso ledger verify".',
  )
}

/** `upTo`: the last id that is looked at; `null`: the end. */
async function readUnsealed(
  transaction: Transaction<Database>,
  after: bigint,
  upTo: bigint | null,
): Promise<readonly ChainedRow[]> {
  const within = (id: string) => {
    const behind = sql`${sql.ref(id)} > ${String(after)}::bigint`
    return upTo === null ? behind : sql`${behind} and ${sql.ref(id)} <= ${String(upTo)}::bigint`
  }
  const { rows } = await sql<ChainedRow>`select ${chainedColumns} from evidence e
    where ${within('e.id')}
      and not exists (select from evidence_seals s where s.evidence_id = e.id and ${within('s.evidence_id')})
    order by e.id limit ${batchRows}`.execute(transaction)
  return rows
}
