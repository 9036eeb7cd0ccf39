import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, rename } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { readConfig, type Config } from '../../config.ts'
import { UserError } from '../../errors.ts'
import { copyOut } from '../../ledger/copy-tables.ts'
import { shopSchemaOf, type Stores } from '../../open-stores.ts'
import { backupFormat, pack, type Manifest } from './backup-archive.ts'
import { inClearFolder } from './clear-folder.ts'
import { connectInterruptibly } from '../connect-interruptibly.ts'
import { copyFiles } from './copy-files.ts'
import { requireInstallation } from '../require-installation.ts'
import { parseOptions } from '../parse-options.ts'
import type { Subcommand } from '../subcommand.ts'
import { withStoresToTheEnd } from '../with-stores.ts'

/** The link to WhatsApp is used up as it is used: what lies in a backup of it is too old to be used again. */
export const neverBackedUp = ['whatsapp_accounts', 'whatsapp_keys', 'whatsapp_inbound']

export const headsName = 'ledger-heads.jsonl'

/** What lies in the data folder beside the database. */
export const backedUpParts = ['voice', headsName] as const

export const backup: Subcommand = {
  help: `Usage: sayso backup FILE [--json] [--data DIR]

Writes one file for \`sayso restore\`; the bot may go on running. It contains the ledger as it is at one moment, the demo shop if no
other shop is configured, the files of the workspace, kept audio, the exported heads of the evidence, and a manifest with the SHA-256
of every part.

It does not contain SAYSO_SECRET (keep it elsewhere; without it the file is useless), the link to WhatsApp (\`sayso pair\` makes a new
one), databases of your own (SHOP_DATABASE_URL), or speech models. What people wrote is in it unencrypted: keep it safe.

  --json      the manifest as JSON
  --data DIR  the data folder

Examples:
  sayso backup sayso-$(date +%F).tar.gz
`,
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, data: { type: 'string' } },
    })
    const [file, ...more] = positionals
    if (file === undefined || file === '' || more.length > 0) throw new UserError('usage', 'Usage: sayso backup FILE')
    if (existsSync(file)) throw new UserError('usage', `${file} exists already; name another file`)
    const config = readConfig(at.env, values)
    await requireInstallation(config)
    await checkPlace(config, path.resolve(file))
    const to = path.resolve(file)
    const manifest = await inClearFolder({ backupTo: to }, (folder, interrupted) =>
      withStoresToTheEnd(config, at, (stores) => writeBackup(stores, { folder, file: to, interrupted }), {
        asItIs: true,
      }),
    )
    at.print(values.json ? JSON.stringify(manifest) : `${file}: ${describe(manifest)}`)
    return 0
  },
}

/** What a backup holds, in one line. */
export function describe({ ledger, files, head }: Manifest): string {
  const rows = ledger.tables.reduce((sum, table) => sum + table.rows, 0)
  const kept = files.filter((each) => each.path.startsWith('workspace/')).length
  return `${rows} rows, ${kept} files of the workspace, evidence up to seal ${head?.split(':')[0] ?? 'none'}`
}

/** A backup that lies in what is backed up would be copied into itself. @throws UserError `usage` */
async function checkPlace({ workspaceDir, dataDir }: Config, file: string): Promise<void> {
  const target = await real(path.dirname(file))
  for (const folder of [workspaceDir, path.join(dataDir, 'voice')]) {
    const way = path.relative(await real(folder), target)
    if (way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)) continue
    throw new UserError(
      'usage',
      `${file} would be inside ${folder}, which is part of the backup; name a file elsewhere`,
    )
  }
}

/** What is not there yet leads nowhere else. */
async function real(folder: string): Promise<string> {
  return realpath(folder).catch(() => path.resolve(folder))
}

/** Where the file is made, until it is whole: with the parts, so that it goes as they do. */
const draftName = 'backup.tar.gz'

type Making = {
  /** Of the parts. */
  readonly folder: string
  readonly file: string
  /** Ends it where it is. Whatever comes later, the file has not appeared. */
  readonly interrupted: AbortSignal
}

async function writeBackup(stores: Stores, { folder, file, interrupted }: Making): Promise<Manifest> {
  const { config, ledger, secrets } = stores
  const settings = { connectionString: ledger.url, application_name: 'sayso backup' }
  const { client } = await connectInterruptibly(settings, interrupted)
  try {
    // Before the ledger, so that none of the heads is newer than what is kept of it.
    await copyFiles(path.join(config.dataDir, headsName), path.join(folder, 'data', headsName), interrupted)
    await client.query('begin isolation level repeatable read read only')
    const manifest = await copyDatabase(stores, client, folder)
    await client.query('commit')
    await copyFiles(config.workspaceDir, path.join(folder, 'workspace'), interrupted)
    await copyFiles(path.join(config.dataDir, 'voice'), path.join(folder, 'data', 'voice'), interrupted)
    const draft = path.join(folder, draftName)
    const packed = await pack(folder, draft, manifest, secrets, interrupted)
    interrupted.throwIfAborted()
    await rename(draft, file)
    return packed
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function copyDatabase(
  { config, ledger, secrets }: Stores,
  client: Client,
  folder: string,
): Promise<Omit<Manifest, 'files'>> {
  const name = client.escapeIdentifier(ledger.schema)
  const { rows: heads } = await client.query<{ head: string }>(
    `select seq || ':' || encode(mac, 'hex') as head from ${name}.evidence_seals order by seq desc limit 1`,
  )
  const copy = async (part: string, schema: string, except: readonly string[]) => {
    await mkdir(path.join(folder, part))
    return copyOut(client, { schema, except, fileOf: (table) => path.join(folder, part, `${table}.jsonl`) })
  }
  const { tables, sequences } = await copy('ledger', ledger.schema, neverBackedUp)
  const shop = config.shopDatabaseUrl === null ? await copy('shop', shopSchemaOf(ledger), []) : null
  return {
    format: backupFormat,
    sayso: await versionOfSayso(),
    madeAt: new Date().toISOString(),
    keyId: secrets.keyId,
    migrations: await migrationsOf(client, ledger.schema),
    head: heads[0]?.head ?? null,
    ledger: { tables: [...tables], sequences: [...sequences] },
    shop: shop === null ? null : { tables: [...shop.tables], sequences: [...shop.sequences] },
  }
}

/** How far the tables of a ledger are brought up to date. */
export async function migrationsOf(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${client.escapeIdentifier(schema)}.kysely_migration order by name`,
  )
  return rows.map(({ name }) => name)
}

async function versionOfSayso(): Promise<string> {
  const text = await readFile(fileURLToPath(new URL('../../../package.json', import.meta.url)), 'utf8')
  // Our own manifest.
  return (JSON.parse(text) as { readonly version: string }).version
}
