import type { Client } from 'pg'
import { newestHead } from '../../ledger/evidence/newest-head.ts'
import type { Finding } from './doctor-finding.ts'

/** As far back as the sealer looks at every pass. */
const nearRows = 1000
/** A running bot seals every few seconds. */
const sealedWithin = '1 minute'

type Sealing = {
  readonly seq: string | null
  readonly mac: string | null
  readonly sealed_at: Date | null
  readonly first: string | null
  readonly unsealed: number
  readonly since: Date | null
}

/**
 * Whether the evidence is sealed, and goes as far as its exported heads: that takes a moment, where `sayso ledger verify` walks through
 * all of it. Nothing where the tables are not there yet.
 * @param tables the names of `evidence` and `evidence_seals` as statements write them
 * @param headsFile where heads are exported, whether or not it is there
 */
export async function findEvidence(
  client: Client,
  tables: { readonly evidence: string; readonly seals: string },
  headsFile: string,
): Promise<Finding> {
  const what = 'Evidence'
  const { rows } = await client.query<Sealing>(
    `select last.seq::text as seq, encode(last.mac, 'hex') as mac, last.sealed_at,
        (select encode(mac, 'hex') from ${tables.seals} where seq = 1) as first, late.unsealed, late.since
      from (select count(*)::int as unsealed, min(at) as since from ${tables.evidence} e
          where id > coalesce((select max(evidence_id) from ${tables.seals}), 0) - $1 and at < now() - $2::interval
            and not exists (select from ${tables.seals} s where s.evidence_id = e.id)) late
        left join (select * from ${tables.seals} order by seq desc limit 1) last on true`,
    [nearRows, sealedWithin],
  )
  const { seq = null, mac = null, sealed_at: sealedAt, first = null, unsealed = 0, since } = rows[0] ?? {}
  const head = await newestHead(headsFile, first)
  // What was sealed since the look at the end is exported meanwhile.
  if (head !== null && isBehind({ seq, mac }, head) && !(await isSealed(client, tables.seals, head))) {
    const says = `the head ${head.split(':')[0]} was exported, and ${endOf(seq, head)}`
    return { what, state: 'bad', says, cure: 'sayso ledger verify names what is wrong; see "Heads of the evidence".' }
  }
  if (unsealed > 0) {
    const entries = unsealed === 1 ? '1 entry is' : `${unsealed} entries are`
    const says = `${entries} not sealed, since ${since?.toISOString()}`
    const cure = 'Start the bot, which seals them at once; if it runs, its log says why it cannot (sealer.failed).'
    return { what, state: 'warn', says, cure }
  }
  if (seq === null) return { what, state: 'ok', says: 'nothing is recorded yet' }
  const says = `sealed up to ${seq}, ${sealedAt?.toISOString()}; sayso ledger verify walks through all of it`
  return { what, state: 'ok', says }
}

async function isSealed(client: Client, seals: string, head: string): Promise<boolean> {
  const [seq, mac] = head.split(':')
  const { rows } = await client.query(`select from ${seals} where seq = $1 and encode(mac, 'hex') = $2`, [seq, mac])
  return rows.length > 0
}

function endOf(seq: string | null, head: string): string {
  if (seq === null) return 'nothing is sealed here'
  return head.startsWith(`${seq}:`) ? `seal ${seq} is another one here` : `the evidence ends with seal ${seq} here`
}

/** Whether a head that was exported is not part of a chain that ends so, as far as its end tells. */
function isBehind(end: Pick<Sealing, 'seq' | 'mac'>, head: string): boolean {
  const [seq = '', mac] = head.split(':')
  if (end.seq === null) return true
  return BigInt(end.seq) < BigInt(seq) || (end.seq === seq && end.mac !== mac)
}
