import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Client, ClientConfig } from 'pg'
import { readConfig, type Config } from '../../config.ts'
import { UserError } from '../../errors.ts'
import { closePreviews } from '../../ledger/commands/close-previews.ts'
import { copyIn } from '../../ledger/copy-tables.ts'
import { exportHead, firstSealOf, parseHead } from '../../ledger/evidence/evidence-head.ts'
import { ledgerOn } from '../../ledger/ledger-on.ts'
import type { RootSecrets } from '../../ledger/secrets/load-secrets.ts'
import { newestHead } from '../../ledger/evidence/newest-head.ts'
import { hasData, layOutDataFolder } from '../../ledger/embedded/postgres-data.ts'
import { openLedgerSecrets } from '../../ledger/secrets/open-ledger-secrets.ts'
import { settleAsUnknown } from '../../ledger/commands/settle-as-unknown.ts'
import { verifyLedger } from '../../ledger/verify/verify-ledger.ts'
import { dropWhatsAppPairings, hasSameKeyNames } from '../../ledger/whatsapp/whatsapp-keys.ts'
import { rootSecretsOf, shopSchemaOf, type Stores } from '../../open-stores.ts'
import type { Manifest } from './backup-archive.ts'
import { backedUpParts, describe, headsName, migrationsOf } from './backup.ts'
import { inClearFolder } from './clear-folder.ts'
import { connectInterruptibly } from '../connect-interruptibly.ts'
import { parseOptions } from '../parse-options.ts'
import { notRestored, openPlaces, restoreFiles, type NotRestored, type Place } from './restore-files.ts'
import type { Subcommand } from '../subcommand.ts'
import type { Surroundings } from '../surroundings.ts'
import { readManifest, unpack } from './unpack-backup.ts'
import { withStoresToTheEnd } from '../with-stores.ts'
import { makeFolder } from '../../make-folder.ts'

export const restore: Subcommand = {
  help: `Usage: sayso restore FILE [--force] [--data DIR]

Restores the ledger, the demo shop and the files of a backup, and then verifies the evidence. The database is restored completely or
not at all. Stop the bot and its workers first: a restore is refused while any of them works with the ledger, and if the installation is
not empty. The secret that the backup was made with must be known: as SAYSO_SECRET, in SAYSO_SECRET_PREVIOUS, or, with the embedded
database, as the file \`secret\` in the data folder.

Commands that were confirmed but not over at the time of the backup may have run since. They are settled as unknown, for a person to look
at, and are never run again. A preview that was open then is closed: a late answer gets a new one.
The link to WhatsApp stays as it is here, unless it was made under another secret, which is said; where there is none, \`sayso pair\`
makes one.

The head of the evidence that the backup ends with becomes the newest in ledger-heads.jsonl, so that \`sayso ledger verify\` compares
with it. If the heads that were here went further, that is said.

  --force     replace what is here
  --data DIR  the data folder

Exit status 1 if the evidence is not whole afterwards, or files could not be restored.

Examples:
  sayso restore sayso-2026-11-21.tar.gz
`,
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false }, data: { type: 'string' } },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new UserError('usage', 'Usage: sayso restore FILE [--force]')
    if (!existsSync(file)) throw new UserError('usage', `There is no file ${file}`)
    const config = readConfig(at.env, values)
    try {
      // Before anything is made or opened: opening makes what is not there.
      const manifest = await readManifest(path.resolve(file), () => rootsOf(config))
      await makeFolder(config.dataDir, { mode: 0o700 })
      return await inClearFolder({ restoreIn: config.dataDir }, async (folder, interrupted) => {
        await unpack(path.resolve(file), folder, manifest, interrupted)
        const roots = await rootsOf(config)
        return withStoresToTheEnd(config, at, async (stores) => {
          interrupted.throwIfAborted()
          await stores.alone()
          return bringBack(stores, { manifest, folder, roots, force: values.force, interrupted }, at)
        })
      })
    } catch (error) {
      throw isBegunAnew(config, error) ? begunAnew(config, error) : error
    }
  },
}

/** How many of the files that could not be restored are named. */
const MAX_FILES_TOLD = 20

/** @throws UserError `secret_missing` where a start would make a secret: nothing is restored with one that is new */
async function rootsOf(config: Config): Promise<RootSecrets> {
  const file = path.join(config.dataDir, 'secret')
  if (config.secret !== undefined || existsSync(file)) return rootSecretsOf(config)
  throw new UserError(
    'secret_missing',
    `Set SAYSO_SECRET to the secret that the backup was made with, or put that secret into the file ${file}`,
  )
}

/** Where `npm start` ran first there is a ledger already, with a secret that is not the backup's. */
function isBegunAnew({ databaseUrl, dataDir }: Config, error: unknown): error is UserError {
  return (
    databaseUrl === null &&
    error instanceof UserError &&
    error.code === 'secret_mismatch' &&
    hasData(layOutDataFolder(dataDir))
  )
}

function begunAnew({ dataDir }: Config, cause: UserError): UserError {
  const aside = `${dataDir}.aside`
  return new UserError(
    'secret_mismatch',
    `${cause.message}\n${dataDir} already contains an installation with a secret of its own. To restore in its place: stop everything of ` +
      `Sayso, move the whole folder away (mv ${dataDir} ${aside}), put the secret of the backup into ${path.join(dataDir, 'secret')} in a ` +
      `new folder, and restore again. Do not overwrite the old file "secret": what is sealed in ${aside} needs it.`,
    { cause, params: cause.params },
  )
}

type Backup = {
  readonly manifest: Manifest
  readonly folder: string
  readonly roots: RootSecrets
  readonly force: boolean
  /** Ends it where it is; until the rows are committed, nothing of it is kept. */
  readonly interrupted: AbortSignal
}

async function bringBack(stores: Stores, backup: Backup, at: Surroundings): Promise<number> {
  const { ledger } = stores
  const { manifest, roots, interrupted } = backup
  const places = await openPlaces(placesOf(stores.config, backup.folder))
  const rows = await replaceRows(stores, backup)
  const { secrets, root } = rows
  // At once: whatever becomes of the files, nobody can ask for these again.
  tellOfRows(rows, manifest, at)
  const { gone, failed } = await bringFiles(stores, backup, places).catch((error: unknown) => {
    if (interrupted.aborted) at.tell(interruptedAtFiles)
    throw error
  })
  const report = await verifyLedger({ db: ledger.db, secrets, head: manifest.head ?? undefined })
  if (failed.length === 0) at.print(`Restored from ${manifest.madeAt}: ${describe(manifest)}`)
  if (stores.config.databaseUrl === null && stores.config.secret !== undefined)
    at.print(
      `It is sealed with the present SAYSO_SECRET: set that for every start, or write it into ${path.join(stores.config.dataDir, 'secret')}`,
    )
  if (root !== roots[0])
    at.print(
      `It is sealed with an earlier secret (${secrets.keyId}). Before you start the bot, run: sayso secret rotate`,
    )
  if (gone !== null)
    at.print(
      `The evidence here had gone further than the backup: seals up to ${gone} are no longer on record, and what they recorded may have been done.`,
    )
  if (report.ok) at.print(manifest.head === null ? 'The evidence is whole' : wholeUpTo(manifest.head))
  else at.tell(`The evidence is NOT whole: ${report.firstBad?.why ?? ''} Keep the backup, and do not start the bot.`)
  if (failed.length > 0) at.tell(tellOfFiles(failed))
  return report.ok && failed.length === 0 ? 0 : 1
}

const interruptedAtFiles =
  'The rows are restored, not all of the files are. Restore again with --force, before you start the bot.'

type Rows = Awaited<ReturnType<typeof replaceRows>>

function tellOfRows({ unknown, closed, unlinked }: Rows, { madeAt }: Manifest, at: Surroundings): void {
  at.print(`The rows of ${madeAt} are restored`)
  if (unknown.length > 0)
    at.print(
      `These commands may have run since; a person has to settle them: ${unknown.map((ref) => `#${ref}`).join(', ')}`,
    )
  if (closed.length > 0)
    at.print(
      `These were open for confirmation and are closed; they may have been confirmed and done since: ${closed.map((ref) => `#${ref}`).join(', ')}`,
    )
  if (unlinked)
    at.print(
      'The link to WhatsApp was made under another secret than what came back, which cannot find its keys. It is dropped: run sayso pair',
    )
}

function tellOfFiles(failed: readonly NotRestored[]): string {
  const told = failed.slice(0, MAX_FILES_TOLD).map((each) => `  ${each.path}: ${each.why}`)
  const more = failed.length > told.length ? [`  and ${failed.length - told.length} more`] : []
  return [
    'The rows are restored, these files are NOT:',
    ...told,
    ...more,
    'Mend that and restore again with --force, before you start the bot.',
  ].join('\n')
}

/**
 * All of the database or nothing, and what came back of it that could be run or confirmed is settled by the same commit: were it two, what
 * ends the process in between would leave commands that the next worker runs a second time.
 */
async function replaceRows(
  { config, ledger, log, secrets: before }: Stores,
  { manifest, folder, roots, force, interrupted }: Backup,
) {
  // The driver's typings do not know the last option yet.
  const settings: ClientConfig & { readonly pipeline: boolean } = {
    connectionString: ledger.url,
    application_name: 'sayso restore',
    pipeline: true,
  }
  const { client, committing } = await connectInterruptibly(settings, interrupted)
  try {
    await client.query('begin')
    await checkPlace(client, ledger.schema, manifest, force)
    const fileOf = (part: string) => (table: string) => path.join(folder, part, `${table}.jsonl`)
    await copyIn(client, { schema: ledger.schema, copied: manifest.ledger, fileOf: fileOf('ledger') })
    if (manifest.shop !== null && config.shopDatabaseUrl === null) {
      const schema = shopSchemaOf(ledger)
      await checkShop(client, schema, manifest.shop.tables)
      await copyIn(client, { schema, copied: manifest.shop, fileOf: fileOf('shop') })
    }
    await client.query(`set local search_path to ${client.escapeIdentifier(ledger.schema)}`)
    const restored = ledgerOn(client)
    // What came back is sealed with the secret of its time.
    const { secrets, root } = await openLedgerSecrets(restored, roots)
    const deps = { secrets, clock: () => new Date(), log }
    const unknown = await settleAsUnknown(restored, deps)
    const closed = await closePreviews(restored, deps)
    // The link stays as it is here, and what its keys are called must be what they will be looked for by.
    const unlinked = !hasSameKeyNames(before, secrets) && (await dropWhatsAppPairings(restored))
    // Whether it was committed has to be told.
    committing()
    await client.query('commit')
    return { unknown, closed, unlinked, secrets, root }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** @throws UserError `restore_refused` when this is no place for the backup */
async function checkPlace(client: Client, schema: string, manifest: Manifest, force: boolean): Promise<void> {
  const name = client.escapeIdentifier(schema)
  const here = await migrationsOf(client, schema)
  if (here.join(' ') !== manifest.migrations.join(' ')) {
    const theirs = `${manifest.sayso}, whose tables go to ${manifest.migrations.at(-1) ?? 'none'}`
    const why = `This backup was made by Sayso ${theirs}; those of this version go to ${here.at(-1) ?? 'none'}. Restore it with that version (if the number is the same: with the earlier state of it), then start this one.`
    throw new UserError('restore_refused', why)
  }
  const { rows } = await client.query<{ served: boolean; used: boolean }>(
    `select exists (select from ${name}.whatsapp_accounts where until > now()) as served,
       exists (select from ${name}.people) or exists (select from ${name}.inbox) or exists (select from ${name}.evidence) as used`,
  )
  if (rows[0]?.served === true)
    throw new UserError(
      'restore_refused',
      'A bot serves WhatsApp with this ledger. Stop it and its workers, then restore.',
    )
  if (rows[0]?.used === true && !force)
    throw new UserError('restore_refused', 'This installation is not empty. To replace what is here, add --force')
}

/** The tables of a catalogue are made by it, and by no other. @throws UserError `restore_refused` where they are not there */
async function checkShop(client: Client, schema: string, tables: readonly { readonly table: string }[]): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    'select table_name as "table" from information_schema.tables where table_schema = $1',
    [schema],
  )
  const missing = tables.filter(({ table }) => !rows.some((here) => here.table === table)).map(({ table }) => table)
  if (missing.length === 0) return
  throw new UserError(
    'restore_refused',
    `The shop of this backup has tables that are not here (${missing.join(', ')}). Name the catalogue whose database/ made them in SAYSO_CATALOGUE, and ` +
      'restore into a new data folder.',
  )
}

function wholeUpTo(head: string): string {
  return `The evidence is whole, up to seal ${parseHead(head).seq}, with which \`sayso ledger verify\` compares until a later head is exported`
}

/** What lies beside the database. */
function placesOf({ workspaceDir, dataDir }: Config, folder: string): readonly Place[] {
  const parts = backedUpParts.map((name) => ({ from: path.join(folder, 'data', name), to: path.join(dataDir, name) }))
  return [{ from: path.join(folder, 'workspace'), to: workspaceDir }, ...parts]
}

/**
 * The files, and as newest of the heads that of the backup: it goes further than those that had been exported before it was made.
 * @returns how far the heads that were here went, where that is further, and what could not be brought back
 */
async function bringFiles({ config, ledger }: Stores, { manifest, interrupted }: Backup, places: readonly Place[]) {
  const heads = path.join(config.dataDir, headsName)
  const first = await firstSealOf(ledger.db)
  const here = await newestHead(heads, first)
  const failed = [...(await restoreFiles(places, interrupted))]
  if (manifest.head === null) return { gone: null, failed }
  const head = parseHead(manifest.head)
  await exportHead(heads, head, { first, at: new Date(manifest.madeAt) }).catch((error: unknown) =>
    failed.push(notRestored(heads, error)),
  )
  const reached = here === null ? null : parseHead(here).seq
  return { gone: reached !== null && BigInt(reached) > BigInt(head.seq) ? reached : null, failed }
}
