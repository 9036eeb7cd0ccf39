/**
 * The chain: seal n = HMAC(n, seal n-1, its evidence row, the moment of sealing). What is chained are the columns as
 * Postgres writes them as text (`jsonb` has one spelling per value), so nothing is lost on the way through JavaScript's
 * numbers and dates.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Secrets } from '../secrets/secrets.ts'

/** The purpose under which the key of the seals is derived. */
export const sealPurpose = 'evidence-seal'

/** Columns of `evidence as e` that the chain covers, as text. */
export const chainedColumns: RawBuilder<ChainedRow> = sql`e.id::text as id,
  to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.kind, e.command_id::text as command_id,
  e.chat_id::text as chat_id, e.person_id::text as person_id, e.facts::text as facts,
  encode(e.payload_digest, 'hex') as payload_digest`

/** Column `sealed_at` of `evidence_seals as s`, as the chain covers it. */
export const sealedAtColumn: RawBuilder<string> = sql`to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** An evidence row as the chain sees it. */
export type ChainedRow = {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly command_id: string | null
  readonly chat_id: string | null
  readonly person_id: string | null
  readonly facts: string
  readonly payload_digest: string | null
}

/** A seal as it is stored. */
export type StoredSeal = {
  readonly mac: Uint8Array
  /** Names the key that made it; `null` means the first key that the ledger had. */
  readonly keyId: string | null
}

/** What a seal is computed over. */
export type Link = {
  readonly seq: bigint
  /** The previous seal; empty for the first one. */
  readonly previous: Uint8Array
  readonly row: ChainedRow
  /** As `sealedAtColumn` writes it. */
  readonly sealedAt: string
}

/** The seal of a link, made with the ledger's own key. */
export function sealOf(secrets: Secrets, link: Link): Buffer {
  return secrets.mac(sealPurpose, ...partsOf(link))
}

/** Whether a stored seal is that of a link, by the key that the seal names. */
export function sealFits(secrets: Secrets, { mac, keyId }: StoredSeal, link: Link): boolean {
  return secrets.verifyMacOf(keyId ?? firstKeyOf(secrets), mac, sealPurpose, ...partsOf(link))
}

/**
 * The position of a seal's key among those that the ledger has had, from 0; -1 for one that it never had. It never goes down
 * along the chain: somebody who knows an earlier secret can make nothing that comes after its time.
 */
export function keyAge(secrets: Secrets, { keyId }: Pick<StoredSeal, 'keyId'>): number {
  return secrets.keyIds.indexOf(keyId ?? firstKeyOf(secrets))
}

function firstKeyOf({ keyIds, keyId }: Secrets): string {
  return keyIds[0] ?? keyId
}

function partsOf({ seq, previous, row, sealedAt }: Link): readonly (string | Uint8Array)[] {
  const { id, at, kind, command_id, chat_id, person_id, facts, payload_digest } = row
  const canonical = JSON.stringify([id, at, kind, command_id, chat_id, person_id, facts, payload_digest])
  return [String(seq), previous, canonical, sealedAt]
}
