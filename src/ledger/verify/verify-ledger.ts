import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../database.ts'
import { chainedColumns, keyAge, sealedAtColumn, sealFits, type ChainedRow } from '../evidence/evidence-chain.ts'
import { parseHead, type EvidenceHead } from '../evidence/evidence-head.ts'
import { payloadFits } from '../evidence/evidence-payload.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { badCommandKinds, verifyCommands } from './verify-commands.ts'
import { badSettlementKinds, verifySettlements } from './verify-settlements.ts'
import { findUnvouchedRows, type UnvouchedRows } from './unvouched-rows.ts'
import { findUnvouched, type UnvouchedPerson } from '../people/vouched-people.ts'

const batchRows = 1_000

/** What may be wrong with a row. */
export const badKinds = [
  // A number is missing: the seal was deleted.
  'seal_missing',
  // The seal is there, its evidence row is not.
  'row_missing',
  // The row, the seal or their order is not what was sealed.
  'changed',
  'payload_missing',
  'payload_changed',
  // A payload lies beside a row that never had one.
  'payload_added',
  // The chain ends before the known head, or before the secret was changed.
  'cut',
  // The chain has another seal at the known head: it was made anew from before that point on.
  'head_differs',
  ...badCommandKinds,
  ...badSettlementKinds,
] as const

export type BadKind = (typeof badKinds)[number]

/** The first row at which the chain breaks. */
export type BadRow = {
  readonly kind: BadKind
  /** Number of the seal. */
  readonly seq: string
  /** Id of the evidence row, when it is known. */
  readonly evidenceId: string | null
  /** Of the command that it is about, when that is known. */
  readonly ref?: string | null
  /** For an operator, in one sentence. */
  readonly why: string
}

/** What a verification found, and what it cannot know. */
export type VerifyReport = {
  readonly ok: boolean
  readonly firstBad: BadRow | null
  /** Seals that were checked and are good. */
  readonly checked: number
  /** The last good seal: the head to keep for the next time. */
  readonly head: EvidenceHead | null
  /** Rows that are not sealed yet; nothing is proved about them. */
  readonly unsealed: number
  /** Payloads that were erased, which is allowed and leaves the chain whole. */
  readonly erasedPayloads: number
  /** People whose rights were not stored by Sayso: they have none. */
  readonly unvouched: readonly UnvouchedPerson[]
  /** Rows of the inbox that were not stored by Sayso: nothing is done for them. */
  readonly unvouchedRows: UnvouchedRows
  /** What no verification of this kind can tell, in sentences. */
  readonly cannotKnow: readonly string[]
}

/**
 * Walks the chain from its first seal to its last, in one snapshot, and stops at the first bad row; if the chain is whole,
 * it checks that the commands, and what was found out about them, are still those that the chain records. In any case it reports the people and the rows of the
 * inbox that nobody vouches for. A bad ledger is a result, not an error.
 * @param options.head `seq:mac` from the head file or an earlier report; with it any cut is found
 * @throws UserError `usage` when `head` is not one
 */
export async function verifyLedger(options: {
  readonly db: Kysely<Database>
  readonly secrets: Secrets
  readonly head?: string | undefined
}): Promise<VerifyReport> {
  const known = options.head === undefined ? undefined : parseHead(options.head)
  return options.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const chain = await walk(snapshot, options.secrets, known)
      const firstBad =
        chain.firstBad ??
        (await verifyCommands(snapshot)) ??
        (await verifySettlements(snapshot, chain.head?.seq ?? '0'))
      const walked = { ...chain, firstBad }
      const counts = await count(snapshot)
      return {
        ok: walked.firstBad === null,
        ...walked,
        ...counts,
        unvouched: await findUnvouched(snapshot, options.secrets),
        unvouchedRows: await findUnvouchedRows(snapshot, options.secrets),
        cannotKnow: limitsOf(known, walked.head, counts.unsealed),
      }
    })
}

type Walk = Pick<VerifyReport, 'firstBad' | 'checked' | 'head'>

async function walk(snapshot: Transaction<Database>, secrets: Secrets, known: EvidenceHead | undefined): Promise<Walk> {
  let seq = 0n
  let age = 0
  let previous: Buffer = Buffer.alloc(0)
  const soFar = (firstBad: BadRow | null): Walk => ({
    firstBad,
    checked: Number(seq),
    head: seq === 0n ? null : { seq: String(seq), mac: previous.toString('hex') },
  })
  for (;;) {
    const rows = await readSeals(snapshot, seq)
    for (const row of rows) {
      const bad = judge(secrets, row, { seq: seq + 1n, previous, age }) ?? compareHead(row, known)
      if (bad !== undefined) return soFar(bad)
      seq += 1n
      age = keyAge(secrets, { keyId: row.key_id })
      previous = row.mac
    }
    if (rows.length < batchRows) break
  }
  if (known !== undefined && BigInt(known.seq) > seq) return soFar(cut(seq, `it once reached ${known.seq}`))
  // A change of the secret is sealed with the new one in the same transaction.
  const reached = age === secrets.keyIds.length - 1
  return soFar(reached ? null : cut(seq, `the secret was changed to ${secrets.keyId} after that`))
}

type SealedRow = ChainedRow & {
  readonly seq: string
  readonly mac: Buffer
  readonly key_id: string | null
  readonly sealed_at: string
  readonly evidence_id: string
  readonly row_found: boolean
  readonly payload_found: boolean
  readonly payload: Buffer | null
  readonly erased: boolean
}

async function readSeals(snapshot: Transaction<Database>, after: bigint): Promise<readonly SealedRow[]> {
  const { rows } = await sql<SealedRow>`select s.seq::text as seq, s.mac, s.key_id, ${sealedAtColumn} as sealed_at,
      s.evidence_id::text as evidence_id,
      e.id is not null as row_found, p.evidence_id is not null as payload_found, p.payload, p.erased_at is not null as erased,
      ${chainedColumns}
    from (select * from evidence_seals where seq > ${String(after)}::bigint order by seq limit ${batchRows}) s
    left join evidence e on e.id = s.evidence_id
    left join evidence_payloads p on p.evidence_id = s.evidence_id
    order by s.seq`.execute(snapshot)
  return rows
}

/** What comes before a row: its number, the previous seal, and the age of that seal's key. */
type Place = { readonly seq: bigint; readonly previous: Buffer; readonly age: number }

function judge(secrets: Secrets, row: SealedRow, { seq, previous, age }: Place): BadRow | undefined {
  const bad = (kind: BadKind, why: string): BadRow => ({ kind, seq: row.seq, evidenceId: row.evidence_id, why })
  if (BigInt(row.seq) !== seq) {
    const why = `Seal ${seq} is missing; the next one is ${row.seq}.`
    return { kind: 'seal_missing', seq: String(seq), evidenceId: null, why }
  }
  if (!row.row_found) return bad('row_missing', `The evidence row ${row.evidence_id} was deleted.`)
  const stored = { mac: row.mac, keyId: row.key_id }
  const its = keyAge(secrets, stored)
  if (its >= 0 && its < age) {
    return bad('changed', `The seal of row ${row.evidence_id} was made with a secret that was no longer in use.`)
  }
  if (its < 0 || !sealFits(secrets, stored, { seq, previous, row, sealedAt: row.sealed_at })) {
    const secret =
      seq === 1n ? ' It is the first row, so perhaps SAYSO_SECRET is simply not the one of this ledger.' : ''
    return bad(
      'changed',
      `The evidence row ${row.evidence_id}, its seal or its place was changed after it was sealed.${secret}`,
    )
  }
  return judgePayload(secrets, row, bad)
}

function judgePayload(
  secrets: Secrets,
  row: SealedRow,
  bad: (kind: BadKind, why: string) => BadRow,
): BadRow | undefined {
  if (row.payload_digest === null) {
    return row.payload_found
      ? bad('payload_added', 'The row was sealed without a payload, but now has one.')
      : undefined
  }
  if (row.payload === null) {
    return row.erased ? undefined : bad('payload_missing', 'The payload is gone, but nothing says that it was erased.')
  }
  return payloadFits(secrets, Buffer.from(row.payload_digest, 'hex'), row.payload)
    ? undefined
    : bad('payload_changed', 'The payload is not the one whose digest was sealed.')
}

function compareHead(row: SealedRow, known: EvidenceHead | undefined): BadRow | undefined {
  if (known === undefined || known.seq !== row.seq || known.mac === row.mac.toString('hex')) return undefined
  const why = `Seal ${row.seq} is sound, but differs from the known head: an earlier backup was restored and the ledger went on from it, or somebody with the secret made the chain anew.`
  return { kind: 'head_differs', seq: row.seq, evidenceId: row.evidence_id, why }
}

function cut(seq: bigint, after: string): BadRow {
  const why = `The chain ends at seal ${seq}, but ${after}: its end was cut off.`
  return { kind: 'cut', seq: String(seq + 1n), evidenceId: null, why }
}

async function count(snapshot: Transaction<Database>): Promise<Pick<VerifyReport, 'unsealed' | 'erasedPayloads'>> {
  const { rows } = await sql<{ unsealed: number; erased: number }>`select
    (select count(*) from evidence e where not exists (select from evidence_seals s where s.evidence_id = e.id))::int as unsealed,
    (select count(*) from evidence_payloads where erased_at is not null)::int as erased`.execute(snapshot)
  return { unsealed: rows[0]?.unsealed ?? 0, erasedPayloads: rows[0]?.erased ?? 0 }
}

function limitsOf(known: EvidenceHead | undefined, head: EvidenceHead | null, unsealed: number): readonly string[] {
  const sentences: string[] = []
  if (known === undefined) sentences.push('Whether the end of the chain was cut off: that needs a known head.')
  else if (head !== null && BigInt(head.seq) > BigInt(known.seq)) {
    sentences.push(`Whether anything after the known head ${known.seq} was cut off.`)
  }
  if (unsealed > 0) {
    sentences.push(`Whether any of the ${unsealed} rows that are not sealed yet were changed, or others deleted.`)
  }
  sentences.push(
    'Whether a payload was rightly erased.',
    'Whether a command was rightly erased, and what it asked for and returned.',
    'Whether the journal of steps, the time at which a preview ends and the keys that are held are unchanged, and the outcomes that older versions recorded.',
    'Whether sessions, replies, messages that are over and the names of people are unchanged: only what was done is proved.',
    'Whether somebody was given back rights that they had lost, by an earlier row with its code.',
    'Whether somebody with the secret made the whole chain anew: that needs a known head.',
  )
  return sentences
}
