import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Selectable } from 'kysely'
import type { Client } from 'pg'
import { configVariables } from '../../config-variables.ts'
import type { Config } from '../../config.ts'
import { showValue } from '../../conversation/render/show-value.ts'
import { assertNever } from '../../errors.ts'
import type { Database } from '../../ledger/database.ts'
import { openEmbeddedPostgres } from '../../ledger/embedded/embedded-postgres.ts'
import { findPostgresBinaries } from '../../ledger/embedded/postgres-binaries.ts'
import { checkPlace, hasData, layOutDataFolder } from '../../ledger/embedded/postgres-data.ts'
import { migrations } from '../../ledger/open-ledger.ts'
import { createSecrets, keyIdOf, type Secrets } from '../../ledger/secrets/secrets.ts'
import {
  describeUnvouchedRow,
  rowsInDoubt,
  unvouchedAmong,
  unvouchedRowsCure,
  type RowInDoubt,
} from '../../ledger/verify/unvouched-rows.ts'
import { unvouchedCure, unvouchedOf } from '../../ledger/people/vouched-people.ts'
import { whatsappLinkOf, type WhatsAppLink } from '../../ledger/whatsapp/whatsapp-link.ts'
import { lookInto } from '../../ledger/look-into.ts'
import { encodingQuery, encodingTrouble, type TextEncoding } from '../../ledger/text-encoding.ts'
import { rootSecretsOf, schemaOf } from '../../open-stores.ts'
import { headsName, migrationsOf } from '../backup/backup.ts'
import { findEvidence } from './doctor-evidence.ts'
import type { Finding } from './doctor-finding.ts'

const leastPostgres = 15
const leastSecret = 32
/** How far the clocks may be apart: a confirmation is good for minutes, a lease of a WhatsApp number for seconds. */
const skew = { warnMs: 2000, badMs: 30_000 }

/** More people than this are counted. */
const mostNamed = 5

const quiet = { info: () => undefined, warn: () => undefined }

/** Everything that Postgres knows: its version and clock, whose ledger it is, whether a number is linked. Writes nothing. */
export async function findLedger(config: Config): Promise<readonly Finding[]> {
  const secret = await readSecret(config)
  if (config.databaseUrl !== null) return inDatabase(config, config.databaseUrl, secret)
  const { major } = findPostgresBinaries()
  const folder = layOutDataFolder(config.dataDir)
  if (!hasData(folder)) {
    await checkPlace(folder)
    const says = `Postgres ${major} comes with Sayso; its data will be made in ${config.dataDir} at the first start`
    return [{ what: 'Postgres', state: 'ok', says }, ...(await findSecret(config, secret, null))]
  }
  const postgres = await openEmbeddedPostgres({ dir: config.dataDir, log: quiet })
  try {
    return await inDatabase(config, postgres.url, secret)
  } finally {
    await postgres.close()
  }
}

async function inDatabase(config: Config, url: string, secret: string | null): Promise<readonly Finding[]> {
  return lookInto(url, async (client) => {
    const schema = await schemaOf(config)
    const keyId = await one<string>(client, schema, 'installation', 'key_id', 'true', [])
    return [
      await findVersion(client),
      ...(await findTables(client, schema)),
      await findClock(client),
      ...(await findSecret(config, secret, keyId)),
      ...(await findVouched(config, client, { schema, keyId })),
      ...(await findSealed(config, client, schema)),
      await findPairing(client, schema),
    ]
  })
}

async function findVersion(client: Client): Promise<Finding> {
  const what = 'Postgres'
  const encodings = await client.query<TextEncoding>(encodingQuery)
  const [found] = encodings.rows
  const trouble = found === undefined ? null : encodingTrouble(found)
  if (trouble !== null) return { what, state: 'bad', ...trouble }
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  const { version = '' } = rows[0] ?? {}
  const says = `${version} at ${client.host}:${client.port}`
  if (Number.parseInt(version, 10) >= leastPostgres) return { what, state: 'ok', says }
  const cure = `Move the ledger to Postgres ${leastPostgres} or later: sayso backup, then sayso restore.`
  return { what, state: 'bad', says, cure }
}

/** Whose tables they are: those of an older Sayso are brought up to date at the next start, which a newer one's refuse. */
async function findTables(client: Client, schema: string): Promise<readonly Finding[]> {
  if (!(await hasTable(client, schema, 'kysely_migration'))) return []
  const what = 'Tables'
  const known = Object.keys(migrations)
  const there = await migrationsOf(client, schema)
  const [newer] = there.filter((name) => !known.includes(name))
  if (newer !== undefined) {
    const cure = 'Start that version, or restore an earlier backup into an empty database.'
    return [{ what, state: 'bad', says: `made by a newer Sayso (${newer})`, cure }]
  }
  const says = `up to ${there.at(-1) ?? 'none'}`
  if (there.length === known.length) return [{ what, state: 'ok', says }]
  const cure =
    'Make a backup with the version that made them (sayso backup): the next start brings them up to date, and there is no other way back.'
  return [{ what, state: 'warn', says: `${says}, of an older Sayso`, cure }]
}

/** Half of the way there and back is taken off: what is left is the difference of the clocks. */
async function findClock(client: Client): Promise<Finding> {
  const before = Date.now()
  const { rows } = await client.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now')
  return judgeSkew(Number(rows[0]?.now) - (before + Date.now()) / 2)
}

/** @param skewMs how far the clock of Postgres is ahead of this machine's, in milliseconds */
export function judgeSkew(skewMs: number): Finding {
  const apart = Math.abs(skewMs)
  const says = `${(apart / 1000).toFixed(1)} s apart from the clock of Postgres`
  if (apart < skew.warnMs) return { what: 'Clock', state: 'ok', says }
  const cure = 'Set the clocks of both machines from the network (systemd-timesyncd, chrony).'
  return { what: 'Clock', state: apart < skew.badMs ? 'warn' : 'bad', says, cure }
}

/** The root secret, from wherever a start would take it; `null` when there is none yet. */
async function readSecret({ secret, dataDir, databaseUrl }: Config): Promise<string | null> {
  if (secret !== undefined) return secret
  if (databaseUrl !== null) return null
  const text = await readFile(path.join(dataDir, 'secret'), 'utf8').catch(() => null)
  return text === null ? null : text.trim()
}

/** @param keyId the key that the ledger is sealed with; `null` when there is no ledger yet */
async function findSecret(config: Config, secret: string | null, keyId: string | null): Promise<readonly Finding[]> {
  const what = 'Secret'
  const { secret: given, dataDir, databaseUrl } = config
  const file = path.join(dataDir, 'secret')
  const where = given === undefined ? file : 'SAYSO_SECRET'
  const bringBack =
    'Bring back the secret that this ledger is sealed with; without it nothing that is sealed can be read.'
  if (secret === null) {
    if (databaseUrl === null && keyId === null)
      return [{ what, state: 'ok', says: `will be made in ${file} at the first start` }]
    const cure = keyId === null ? 'Set SAYSO_SECRET, the same on every machine: openssl rand -base64 33' : bringBack
    return [{ what, state: 'bad', says: 'there is none', cure }]
  }
  if (secret === configVariables.SAYSO_SECRET.example) {
    const says = `${where} is the example of .env.example, which everybody can read`
    return [{ what, state: 'bad', says, cure: 'openssl rand -base64 33' }]
  }
  if (secret.length < leastSecret)
    return [
      {
        what,
        state: 'bad',
        says: `${where} has fewer than ${leastSecret} characters`,
        // A file is there since a ledger was begun with it.
        cure: keyId === null && given !== undefined ? 'openssl rand -base64 33' : bringBack,
      },
    ]
  const age = keyId === null ? 0 : (await rootSecretsOf(config)).findIndex((each) => keyIdOf(each) === keyId)
  if (age < 0) {
    const cure =
      'Start with the secret that this ledger is sealed with. To change the secret, put the old one into SAYSO_SECRET_PREVIOUS.'
    return [{ what, state: 'bad', says: `${where} is not the secret of this ledger`, cure }]
  }
  if (age > 0)
    return [{ what, state: 'warn', says: 'the ledger is sealed with an earlier secret', cure: 'sayso secret rotate' }]
  if (config.previousSecrets.length > 0) {
    const cure = 'When "sayso secret status" says that nothing needs another secret, remove SAYSO_SECRET_PREVIOUS.'
    return [{ what, state: 'warn', says: 'earlier secrets are still set', cure }]
  }
  if (given === undefined && existsSync(file) && ((await stat(file)).mode & 0o077) !== 0)
    return [{ what, state: 'warn', says: `${file} can be read by others`, cure: `chmod 600 ${file}` }]
  return [{ what, state: 'ok', says: where }]
}

/** Whether what may be done, and is to be done, was stored by Sayso; without the secret of the ledger that cannot be told. */
async function findVouched(
  config: Config,
  client: Client,
  { schema, keyId }: { readonly schema: string; readonly keyId: string | null },
): Promise<readonly Finding[]> {
  const roots = await rootSecretsOf(config).catch(() => [])
  const root = roots.find((each) => keyIdOf(each) === keyId)
  if (root === undefined) return []
  const secrets = createSecrets(root)
  const there = await migrationsOf(client, schema)
  return [
    ...(there.includes('014-vouched-people') ? [await findRights(client, schema, secrets)] : []),
    ...(there.includes('015-vouched-inbox') ? [await findInbox(client, schema, secrets)] : []),
  ]
}

async function findRights(client: Client, schema: string, secrets: Secrets): Promise<Finding> {
  const { rows } = await client.query<Selectable<Database['people']>>(
    `select * from ${tableName(client, schema, 'people')} order by phone`,
  )
  const unvouched = unvouchedOf(secrets, rows)
  if (unvouched.length === 0)
    return { what: 'Rights', state: 'ok', says: `${rows.length} people in the ledger, all stored by Sayso` }
  const named = unvouched.slice(0, mostNamed).map(({ id, phone }) => `${showValue(phone)} (${id})`)
  const more = unvouched.length > mostNamed ? `, and ${unvouched.length - mostNamed} more` : ''
  const says = `the rights of ${named.join(', ')}${more} were not stored by Sayso: these people have no rights`
  return { what: 'Rights', state: 'bad', says, cure: unvouchedCure }
}

async function findInbox(client: Client, schema: string, secrets: Secrets): Promise<Finding> {
  const what = 'Inbox'
  const { rows } = await client.query<RowInDoubt>(rowsInDoubt((table) => tableName(client, schema, table)))
  const { first, count } = unvouchedAmong(secrets, rows)
  if (count === 0) return { what, state: 'ok', says: 'all that waits was stored by Sayso' }
  const more = count > first.length ? `, and ${count - first.length} more` : ''
  const says = `Sayso did not store ${first.map(describeUnvouchedRow).join(', ')}${more}: nothing is done for that`
  return { what, state: 'bad', says, cure: unvouchedRowsCure(schema) }
}

async function findSealed(config: Config, client: Client, schema: string): Promise<readonly Finding[]> {
  if (!(await hasTable(client, schema, 'evidence_seals'))) return []
  const named = (table: string) => tableName(client, schema, table)
  const tables = { evidence: named('evidence'), seals: named('evidence_seals') }
  return [await findEvidence(client, tables, path.join(config.dataDir, headsName))]
}

/** Whether a number is linked, and whether some bot has it now: its lease is renewed every few seconds, by the clock of Postgres. */
async function findPairing(client: Client, schema: string): Promise<Finding> {
  const what = 'WhatsApp'
  const { state, phone, trouble, since } = await linkOf(client, schema)
  switch (state) {
    case 'none':
      return { what, state: 'warn', says: 'no number is linked; the terminal works without one', cure: 'sayso pair' }
    case 'lost': {
      const says = 'the number that was linked is not linked any more; everything but the link is kept'
      return { what, state: 'bad', says, cure: 'sayso pair' }
    }
    case 'unserved': {
      const cure = 'Start one: sayso bot, or sayso start.'
      return { what, state: 'warn', says: `${phone} is linked, and no bot serves it`, cure }
    }
    case 'hindered': {
      const says = `${phone} is linked, but its bot cannot serve it since ${since?.toISOString()}`
      return { what, state: 'bad', says, cure: trouble ?? '' }
    }
    case 'served':
      return { what, state: 'ok', says: `${phone} is linked, and a bot serves it` }
    default:
      return assertNever(state)
  }
}

/** The number as it is; none also where the tables are not there yet. */
async function linkOf(client: Client, schema: string): Promise<WhatsAppLink> {
  const none = { state: 'none', phone: null, trouble: null, since: null } as const
  if (!(await hasTable(client, schema, 'whatsapp_accounts'))) return none
  const { rows } = await client.query<WhatsAppLink>(whatsappLinkOf((table) => tableName(client, schema, table)))
  return rows[0] ?? none
}

/** One value of a table of the ledger, or `null`; also where the table is not there yet. */
async function one<Value>(
  client: Client,
  schema: string,
  table: string,
  column: string,
  where: string,
  values: readonly unknown[],
): Promise<Value | null> {
  if (!(await hasTable(client, schema, table))) return null
  const name = tableName(client, schema, table)
  const { rows } = await client.query<{ value: Value | null }>(
    `select ${client.escapeIdentifier(column)} as value from ${name} where ${where} limit 1`,
    [...values],
  )
  return rows[0]?.value ?? null
}

async function hasTable(client: Client, schema: string, table: string): Promise<boolean> {
  const name = tableName(client, schema, table)
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])
  return rows[0]?.there === true
}

function tableName(client: Client, schema: string, table: string): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`
}
