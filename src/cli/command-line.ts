/** The `sayso` command line: finds the subcommand and says in one line what went wrong. */
import { flushCompileCache } from 'node:module'
import { nearestName } from '../catalogue/did-you-mean.ts'
import { type ErrorCode, UserError } from '../errors.ts'
import { asUserError } from './explain-system-error.ts'
import { exitStatuses as statuses } from './exit-statuses.ts'
import { loadEnvFile } from './load-env-file.ts'
import { isUsageError } from './parse-options.ts'
import { Interrupted } from './stop-signal.ts'
import type { Subcommand } from './subcommand.ts'
import type { Surroundings } from './surroundings.ts'

/** What there is, in one line each for the list of subcommands. */
type Listed = { readonly summary: string; readonly load: () => Promise<Subcommand> }

/** Loaded when they are asked for: half of a start is reading source, and a cache of what was compiled halves that again. */
const subcommands: Readonly<Record<string, Listed>> = {
  start: {
    summary: 'Bot, worker and a chat in this terminal, in one process',
    load: async () => (await import('./start.ts')).start,
  },
  bot: {
    summary: 'A bot alone: serves WhatsApp, while workers elsewhere run the commands',
    load: async () => (await import('./bot.ts')).bot,
  },
  pair: {
    summary: 'Link a WhatsApp number to the bot',
    load: async () => (await import('./whatsapp/pair.ts')).pair,
  },
  chat: {
    summary: 'Talk to the bot in this terminal, or with JSON lines',
    load: async () => (await import('./chat.ts')).chat,
  },
  run: {
    summary: 'Run one command as the owner at this terminal, with preview and confirmation',
    load: async () => (await import('./run.ts')).run,
  },
  people: {
    summary: 'Who may speak, with which roles: list, add, remove, roles, zone',
    load: async () => (await import('./people.ts')).people,
  },
  link: {
    summary: 'A wa.me link that opens WhatsApp with a command filled in',
    load: async () => (await import('./link.ts')).link,
  },
  backup: {
    summary: 'Back up everything into one file: ledger, workspace, heads of the evidence',
    load: async () => (await import('./backup/backup.ts')).backup,
  },
  restore: {
    summary: 'Restore a backup',
    load: async () => (await import('./backup/restore.ts')).restore,
  },
  secret: {
    summary: 'Change the secret that everything is sealed with',
    load: async () => (await import('./secret.ts')).secret,
  },
  worker: {
    summary: 'A worker alone: runs the confirmed commands',
    load: async () => (await import('./worker.ts')).worker,
  },
  doctor: {
    summary: 'Check that everything Sayso needs is there, and say what to do',
    load: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  ledger: {
    summary: 'Verify the evidence: finds any change, gap or reordering',
    load: async () => (await import('./ledger.ts')).ledger,
  },
  speech: {
    summary: 'Install, list and remove models that transcribe voice notes on this machine',
    load: async () => (await import('./speech.ts')).speech,
  },
  catalogue: {
    summary: 'The commands that can be asked for: lint, list, show, export, new',
    load: async () => (await import('./catalogue/catalogue.ts')).catalogue,
  },
  dev: {
    summary: 'For development: a WhatsApp network on this machine',
    load: async () => (await import('./whatsapp/dev.ts')).dev,
  },
  sentences: {
    summary: 'Try sentence templates: check a corpus, show what a command matches',
    load: async () => (await import('./catalogue/sentences.ts')).sentences,
  },
  test: {
    summary: 'Play conversations and check that the bot answers as they say',
    load: async () => (await import('./test/test.ts')).test,
  },
  try: {
    summary: 'See how a message is read, and why',
    load: async () => (await import('./try.ts')).tryText,
  },
}

/** What may be there the next time. */
const passing: ReadonlySet<ErrorCode> = new Set(['database_unavailable', 'ledger_in_use'])

const versionWords = ['--version', '-V', 'version']
const helpWords = ['--help', '-h', 'help']

/** Runs what these words ask for; resolves with the exit status. A defect is thrown on, with its trace. */
export async function runCommandLine(words: readonly string[], at: Surroundings): Promise<number> {
  const [first = 'help'] = words
  if (versionWords.includes(first)) {
    const { default: manifest } = await import('../../package.json', { with: { type: 'json' } })
    at.print(manifest.version)
    return 0
  }
  if (helpWords.includes(first))
    return help(
      words.slice(1).filter((word) => !helpWords.includes(word)),
      at,
    )
  const found = await find(words)
  if (found === null) return refuse(first, at)
  // Kept now: a process that is killed would compile everything again at its next start.
  flushCompileCache()
  if (asksForHelp(found.rest)) {
    at.print(found.subcommand.help)
    return 0
  }
  try {
    loadEnvFile('.env', at.env)
    return await found.subcommand.run(found.rest, at)
  } catch (error) {
    return tell(error, found.name, at)
  }
}

type Found = { readonly subcommand: Subcommand; readonly name: string; readonly rest: readonly string[] }

/** The subcommand that these words begin with, or a part of it; `null` when there is none. */
async function find([name = '', ...args]: readonly string[]): Promise<Found | null> {
  const listed = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (listed === undefined) return null
  const whole = await listed.load()
  const [of = '', ...rest] = args
  const part = Object.hasOwn(whole.parts ?? {}, of) ? whole.parts?.[of] : undefined
  if (part === undefined) return { subcommand: whole, name, rest: args }
  return { subcommand: await part(), name: `${name} ${of}`, rest }
}

/** What comes after `--` is no option. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? args.length : end).some((arg) => arg === '--help' || arg === '-h')
}

async function help(words: readonly string[], at: Surroundings): Promise<number> {
  const [name] = words
  if (name === undefined) {
    at.print(overview())
    return 0
  }
  const found = await find(words)
  if (found === null) return refuse(name, at)
  at.print(found.subcommand.help)
  return 0
}

function refuse(name: string, at: Surroundings): number {
  const near = nearestName(name, [...Object.keys(subcommands), 'help', 'version'])
  const meant = near === null ? '' : ` Did you mean "${near}"?`
  at.tell(`sayso has no subcommand "${name}".${meant} \`sayso help\` lists them.`)
  return statuses.usage
}

function overview(): string {
  const lines = Object.entries(subcommands).map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`)
  return `Usage: sayso SUBCOMMAND [options]\n\n${lines.join('\n')}\n\nsayso help SUBCOMMAND explains one of them; sayso version shows the version.`
}

/** Says what went wrong, and what to do; gives the exit status. A defect is thrown on, with its trace. */
function tell(thrown: unknown, name: string, at: Surroundings): number {
  if (thrown instanceof Interrupted) return thrown.status
  const error = asUserError(thrown)
  if (error instanceof UserError) at.tell(`sayso: ${error.message}`)
  else if (isUsageError(error)) at.tell(`sayso: ${error.message}\n\`sayso help ${name}\` shows how it is used.`)
  else throw error
  return error instanceof UserError && passing.has(error.code) ? statuses.unavailable : statuses.usage
}
