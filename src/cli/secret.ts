import { existsSync } from 'node:fs'
import path from 'node:path'
import { readConfig, type Config } from '../config.ts'
import { TerminalError, UserError } from '../errors.ts'
import { finishNextSecret, makeNextSecret, type RootSecrets } from '../ledger/secrets/load-secrets.ts'
import { findSealedOtherwise, type Sealed } from '../ledger/secrets/reseal.ts'
import { rotateSecret, type Rotation } from '../ledger/rotate-secret.ts'
import { keyIdOf } from '../ledger/secrets/secrets.ts'
import { rootSecretsOf, type Stores } from '../open-stores.ts'
import { shownPath } from '../shown-path.ts'
import { requireInstallation } from './require-installation.ts'
import { parseOptions } from './parse-options.ts'
import type { Subcommand } from './subcommand.ts'
import type { Surroundings } from './surroundings.ts'
import { withStores } from './with-stores.ts'

const usage = 'Usage: sayso secret status|rotate [--json] [--data DIR]'

export const secret: Subcommand = {
  help: `${usage}

status shows the key id of the secret that the ledger is sealed with (an id that reveals nothing about the secret), and what still
needs an earlier secret.

rotate changes the secret: from the first moment everything new is sealed with the new one, then everything that is kept is sealed anew,
and the evidence is verified. Stop the bot and its workers first; it is refused while any of them works with the ledger. If it is
interrupted, run it again; meanwhile Sayso starts as long as both secrets are known.

  Embedded database   the new secret is made in the data folder; the earlier one stays beside it, for older backups.
  SAYSO_SECRET        set it to the new secret (openssl rand -base64 33) and SAYSO_SECRET_PREVIOUS to the old one, the same on every
                      machine; then rotate, start the bot and its workers, and remove SAYSO_SECRET_PREVIOUS.

Afterwards an earlier secret opens nothing but the backups that were made with it, and whoever knows it can change nothing that was in
the evidence before.

  --json      { "from", "to", "sealed", "left", "evidence" }
  --data DIR  the data folder

Exit status 1 if something still needs an earlier secret or was changed behind the ledger's back, or if the evidence is not whole.

Examples:
  sayso secret status
  sayso secret rotate
  docker compose stop bot worker && docker compose run --rm bot secret rotate
`,
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, data: { type: 'string' } },
    })
    const [action, ...more] = positionals
    if ((action !== 'status' && action !== 'rotate') || more.length > 0) throw new UserError('usage', usage)
    const config = readConfig(at.env, values)
    await requireInstallation(config)
    try {
      return await withStores(config, at, (stores) => (action === 'status' ? status : rotate)(stores, values, at), {
        asItIs: true,
      })
    } catch (error) {
      if (!(error instanceof TerminalError)) throw error
      at.tell(
        `sayso: ${error.message} Keep every secret, look at "sayso ledger verify", and run this again when that is put right.`,
      )
      return 1
    }
  },
}

type Options = { readonly json: boolean }

async function status({ config, ledger, secrets }: Stores, { json }: Options, at: Surroundings): Promise<number> {
  const roots = await rootSecretsOf(config)
  const left = await findSealedOtherwise(ledger.db, secrets, audioOf(config))
  const known = roots.map(keyIdOf)
  if (json) {
    at.print(JSON.stringify({ keyId: secrets.keyId, known, earlier: secrets.keyIds.slice(0, -1), left }))
    return left.length === 0 ? 0 : 1
  }
  at.print(`Sealed with ${secrets.keyId}`)
  if (known[0] !== secrets.keyId)
    at.print(`The newest secret that is known here is ${known[0]}. To change to it: sayso secret rotate`)
  if (left.length > 0) at.print(`These need an earlier secret: ${list(left)}. To seal them anew: sayso secret rotate`)
  else if (known.length > 1) at.print('Nothing in the ledger needs another secret; earlier backups do')
  return left.length === 0 ? 0 : 1
}

async function rotate(stores: Stores, { json }: Options, at: Surroundings): Promise<number> {
  const { config, ledger } = stores
  await stores.alone()
  const roots = await rootsToTake(stores)
  const rotation = await rotateSecret(ledger.db, {
    roots,
    audioFolder: audioOf(config),
    clock: () => new Date(),
    onDone: ({ where, values }) => {
      if (!json && values > 0) at.print(`  ${where.padEnd(20)} ${values} sealed anew`)
    },
  })
  const done = rotation.left.length === 0 && rotation.evidence.ok
  const kept = done && isNextWaiting(config) ? await finishNextSecret(config.dataDir) : null
  at.print(json ? JSON.stringify(rotation) : render(rotation, { done, kept, config }))
  return done ? 0 : 1
}

/**
 * The secrets to go over to, made where Sayso makes them itself.
 * @throws UserError `usage` when an operator gives secrets, and has given no other one
 */
async function rootsToTake({ config, secrets }: Stores): Promise<RootSecrets> {
  const roots = await rootSecretsOf(config)
  // An interrupted change is gone on with.
  if (keyIdOf(roots[0]) !== secrets.keyId || isNextWaiting(config) || config.previousSecrets.length > 0) return roots
  if (config.secret === undefined) {
    await makeNextSecret(config.dataDir)
    return rootSecretsOf(config)
  }
  throw new UserError(
    'usage',
    `The ledger is already sealed with SAYSO_SECRET (${secrets.keyId}). To change it, set SAYSO_SECRET_PREVIOUS to the present value of SAYSO_SECRET, ` +
      'and SAYSO_SECRET to the output of "openssl rand -base64 33"; then run this again.',
  )
}

function isNextWaiting({ secret: given, dataDir }: Config): boolean {
  return given === undefined && existsSync(path.join(dataDir, 'secret.next'))
}

function render(
  { from, to, left, evidence }: Rotation,
  { done, kept, config }: { readonly done: boolean; readonly kept: string | null; readonly config: Config },
): string {
  if (!evidence.ok) {
    return `The evidence is NOT whole: ${evidence.firstBad?.why ?? ''} Keep every secret; see "sayso ledger verify".`
  }
  if (!done)
    return `NOT everything could be sealed anew: ${list(left)} still need an earlier secret. Keep it, and run this again.`
  const sealed = `Sealed with ${to}. Nothing in the ledger needs an earlier secret, and the evidence is whole.`
  if (kept !== null) {
    return `${sealed}\nEarlier backups open only with the earlier secret, which is in ${shownPath(kept)}; remove that file when those backups are gone.`
  }
  const before = from === to ? 'the earlier secret' : `the earlier secret (${from})`
  return config.previousSecrets.length === 0
    ? sealed
    : `${sealed}\nStart the bot and its workers, and remove SAYSO_SECRET_PREVIOUS. Earlier backups open only with ${before}: keep it as long as you keep them.`
}

function list(sealed: readonly Sealed[]): string {
  return sealed.map(({ where, values }) => `${values} in ${where}`).join(', ')
}

function audioOf({ dataDir }: Config): string {
  return path.join(dataDir, 'voice')
}
