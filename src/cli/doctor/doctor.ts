import { styleText } from 'node:util'
import { readCatalogue, type CatalogueReading } from '../../catalogue/load-catalogue.ts'
import { readConfig, type Config } from '../../config.ts'
import { UserError } from '../../errors.ts'
import { configuredCatalogue } from '../catalogue/catalogue-sources.ts'
import { findDataFolder } from './doctor-data-folder.ts'
import { look, type Finding } from './doctor-finding.ts'
import { findLedger } from './doctor-ledger.ts'
import { findCatalogue, findDisk, findFfmpegProgram, findNode, findSpeech } from './doctor-machine.ts'
import { findPeopleFile } from './doctor-people.ts'
import { findRedis } from './doctor-redis.ts'
import { findShop, findStatements } from './doctor-shop.ts'
import { findWorkspace } from './doctor-workspace.ts'
import { layOutDataFolder } from '../../ledger/embedded/postgres-data.ts'
import { parseOptions } from '../parse-options.ts'
import type { Subcommand } from '../subcommand.ts'
import type { Surroundings } from '../surroundings.ts'

const marks = { ok: ['green', '✓'], warn: ['yellow', '!'], bad: ['red', '✗'] } as const

export const doctor: Subcommand = {
  help: `Usage: sayso doctor [--json] [--data DIR]

Checks Node, the configuration, disk space, the data folder, the workspace, Postgres with its tables and clock, the secret, whether
people's rights and the waiting messages were stored by Sayso, the linked WhatsApp number and whether a bot serves it, Redis, the connection "shop" and the
statements on it, the catalogue, the locales, the people file, ffmpeg and speech. It changes nothing, except that it writes a small file
into the workspace and removes it.

It prints a line for each: ✓ fine, ! worth knowing, ✗ must be fixed; and below it what to do. Exit status 1 if anything must be fixed.

  --json      { "ok": …, "findings": [{ "what", "state": "ok" | "warn" | "bad", "says", "cure" }] }
  --data DIR  the data folder

Examples:
  sayso doctor
  sayso doctor --json | jq '.findings[] | select(.state != "ok")'
`,
  run: async (args, at) => {
    const { values } = parseOptions({
      args: [...args],
      options: { json: { type: 'boolean', default: false }, data: { type: 'string' } },
    })
    const findings = await examine(values.data, at)
    const ok = findings.every(({ state }) => state !== 'bad')
    at.print(values.json ? JSON.stringify({ ok, findings }) : findings.map(render).join('\n'))
    return ok ? 0 : 1
  },
}

async function examine(data: string | undefined, at: Surroundings): Promise<readonly Finding[]> {
  const read = configOf(data, at)
  if (read.kind === 'refused') return [findNode(), ...read.findings]
  const { config } = read
  const reached = await Promise.all([
    look('Disk', 'Name a writable folder in SAYSO_DATA.', () => findDisk(config)),
    look('Data folder', 'Name a writable folder in SAYSO_DATA.', () => findDataFolder(config)),
    look('Workspace', 'Name a writable folder in SAYSO_WORKSPACE.', () => findWorkspace(config)),
    look('Postgres', cureOfPostgres(config), () => findLedger(config)),
    look('Redis', 'Start it, or correct REDIS_URL; without REDIS_URL the queue lives in Postgres.', () =>
      findRedis(config),
    ),
    look('Shop', 'Start it, or correct SHOP_DATABASE_URL.', () => findShop(config)),
  ])
  // Afterwards: reading a catalogue keeps the process busy, and whatever answers meanwhile would seem late.
  const reading = readConfigured(config)
  const looked = await Promise.all([
    look('Catalogue', 'Name a folder that holds commands/ and locales/ in SAYSO_CATALOGUE.', async () =>
      findCatalogue(await reading),
    ),
    look('Statements', 'Correct SHOP_DATABASE_URL.', () =>
      reading.then(
        (found) => findStatements(config, found),
        () => [],
      ),
    ),
    look('People', 'Correct the file, or name another one in SAYSO_PEOPLE.', async () =>
      findPeopleFile(config, await reading.then(readable, () => null)),
    ),
    look('ffmpeg', 'Install ffmpeg, or run npm ci without --omit=optional.', () => findFfmpegProgram(config)),
    look('Speech', 'sayso speech list', () => findSpeech(config)),
  ])
  return [findNode(), { what: 'Configuration', state: 'ok', says: 'understood' }, ...reached.flat(), ...looked.flat()]
}

/** Where Sayso has its own Postgres nobody can start another one for it. */
function cureOfPostgres({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== null) return 'Start it, or correct DATABASE_URL.'
  const { logFile } = layOutDataFolder(dataDir)
  return `Its log is ${logFile}. If its data are damaged, restore a backup into another folder: sayso restore FILE --data DIR`
}

async function readConfigured(config: Config) {
  const { folder, sources } = await configuredCatalogue(undefined, config)
  return { folder, ...(await readCatalogue(sources)) }
}

/** `null` where none were read: then nobody's role can be said not to exist. */
function readable({ catalogue }: CatalogueReading): CatalogueReading['catalogue'] | null {
  return catalogue.roles.size === 0 ? null : catalogue
}

type ReadingOfConfig =
  | { readonly kind: 'read'; readonly config: Config }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }

/** A configuration that is not understood is what there is to find: nothing else can be looked at. */
function configOf(data: string | undefined, { env }: Surroundings): ReadingOfConfig {
  try {
    return { kind: 'read', config: readConfig(env, { data }) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const cure = 'Correct or remove it; .env.example lists every variable.'
    const findings = error.message
      .split('\n')
      .map((says): Finding => ({ what: 'Configuration', state: 'bad', says, cure }))
    return { kind: 'refused', findings }
  }
}

function render({ what, state, says, cure }: Finding): string {
  const [colour, mark] = marks[state]
  const line = `${styleText(colour, mark)} ${what.padEnd(13)} ${says}`
  return cure === undefined ? line : `${line}\n  ${''.padEnd(13)} ${styleText('dim', '→')} ${cure}`
}
