#!/usr/bin/env node
/** The `sayso` command line: finds the subcommand and says in one line what went wrong. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { nearestName } from './catalogue/did-you-mean.ts'
import { explainSystemError } from './cli/explain-system-error.ts'
import { loadEnvFile } from './cli/load-env-file.ts'
import { Interrupted } from './cli/stop-signal.ts'
import type { Subcommand } from './cli/subcommand.ts'
import { UserError } from './errors.ts'

/** How long what was closed may take to let go. */
const exitWithinMs = 1000

/** Loaded when they are asked for: half of a start is reading source, and a cache of what was compiled halves that again. */
const subcommands: Readonly<Record<string, () => Promise<Subcommand>>> = {
  start: async () => (await import('./cli/start.ts')).start,
  bot: async () => (await import('./cli/bot.ts')).bot,
  pair: async () => (await import('./cli/pair.ts')).pair,
  chat: async () => (await import('./cli/chat.ts')).chat,
  run: async () => (await import('./cli/run.ts')).run,
  people: async () => (await import('./cli/people.ts')).people,
  link: async () => (await import('./cli/link.ts')).link,
  backup: async () => (await import('./cli/backup.ts')).backup,
  restore: async () => (await import('./cli/restore.ts')).restore,
  secret: async () => (await import('./cli/secret.ts')).secret,
  worker: async () => (await import('./cli/worker.ts')).worker,
  doctor: async () => (await import('./cli/doctor.ts')).doctor,
  ledger: async () => (await import('./cli/ledger.ts')).ledger,
  speech: async () => (await import('./cli/speech.ts')).speech,
  catalogue: async () => (await import('./cli/catalogue.ts')).catalogue,
  dev: async () => (await import('./cli/dev.ts')).dev,
  sentences: async () => (await import('./cli/sentences.ts')).sentences,
  test: async () => (await import('./cli/test.ts')).test,
  try: async () => (await import('./cli/try.ts')).tryText,
}

const versionWords = ['--version', '-V', 'version']
const helpWords = ['--help', '-h', 'help']

enableCompileCache()
heedBrokenPipe()
process.exitCode = await main(process.argv.slice(2))
// Everything is closed by now; a library's forgotten timer must not keep the process.
setTimeout(() => process.exit(), exitWithinMs).unref()

async function main(words: readonly string[]): Promise<number> {
  const [first = 'help'] = words
  if (versionWords.includes(first)) {
    const { default: manifest } = await import('../package.json', { with: { type: 'json' } })
    console.log(manifest.version)
    return 0
  }
  if (helpWords.includes(first)) return help(words.slice(1).filter((word) => !helpWords.includes(word)))
  const found = await find(words)
  if (found === null) return refuse(first)
  // Kept now: a process that is killed would compile everything again at its next start.
  flushCompileCache()
  if (asksForHelp(found.rest)) {
    console.log(found.subcommand.help)
    return 0
  }
  try {
    loadEnvFile('.env')
    return await found.subcommand.run(found.rest)
  } catch (error) {
    return tell(error, found.name)
  }
}

type Found = { readonly subcommand: Subcommand; readonly name: string; readonly rest: readonly string[] }

/** The subcommand that these words begin with, or a part of it; `null` when there is none. */
async function find([name = '', ...args]: readonly string[]): Promise<Found | null> {
  const load = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (load === undefined) return null
  const whole = await load()
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

async function help(words: readonly string[]): Promise<number> {
  const [name] = words
  if (name === undefined) {
    console.log(await overview())
    return 0
  }
  const found = await find(words)
  if (found === null) return refuse(name)
  console.log(found.subcommand.help)
  return 0
}

function refuse(name: string): number {
  const near = nearestName(name, [...Object.keys(subcommands), 'help', 'version'])
  const meant = near === null ? '' : ` Did you mean "${near}"?`
  console.error(`sayso has no subcommand "${name}".${meant} \`sayso help\` lists them.`)
  return 2
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(subcommands).map(async ([name, load]) => `  ${name.padEnd(9)} ${(await load()).summary}`),
  )
  return `Usage: sayso SUBCOMMAND [options]\n\n${lines.join('\n')}\n\nsayso help SUBCOMMAND tells more; sayso version, which Sayso this is.`
}

/** Says what went wrong, and what to do; gives the exit status. A defect is thrown on, with its trace. */
function tell(error: unknown, name: string): number {
  if (error instanceof Interrupted) return error.status
  const words = error instanceof UserError ? error.message : explainSystemError(error)
  if (words !== null) console.error(`sayso: ${words}`)
  else if (isUsageError(error)) console.error(`sayso: ${error.message}\n\`sayso help ${name}\` shows how it is used.`)
  else throw error
  return 2
}

/** What `parseArgs` throws for options that it does not know. */
function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

/** Whoever read what we print has gone (`sayso start | head -1`): then we end as if we were told to, and leave nothing behind. */
function heedBrokenPipe(): void {
  let gone = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (gone) return
    gone = true
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit()
  })
}
