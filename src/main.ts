#!/usr/bin/env node
/** The `sayso` command line: finds the subcommand and says in one line what went wrong. */
import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
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

enableCompileCache()
// What is set in the environment goes before what stands in the file.
if (existsSync('.env')) process.loadEnvFile()
process.exitCode = await main(process.argv.slice(2))
// Everything is closed by now; a library's forgotten timer must not keep the process.
setTimeout(() => process.exit(), exitWithinMs).unref()

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-V') {
    const { default: manifest } = await import('../package.json', { with: { type: 'json' } })
    console.log(manifest.version)
    return 0
  }
  const load = name !== undefined && Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (load === undefined) {
    const asked = name === undefined || name === '--help' || name === 'help'
    console[asked ? 'log' : 'error'](`${asked ? '' : `sayso has no subcommand "${name}".\n\n`}${await overview()}`)
    return asked ? 0 : 2
  }
  const whole = await load()
  const part = Object.hasOwn(whole.parts ?? {}, args[0] ?? '') ? whole.parts?.[args[0] ?? ''] : undefined
  const subcommand = (await part?.()) ?? whole
  const rest = part === undefined ? args : args.slice(1)
  // Kept now: a process that is killed would compile everything again at its next start.
  flushCompileCache()
  if (args.includes('--help')) {
    console.log(subcommand.help)
    return 0
  }
  try {
    return await subcommand.run(rest)
  } catch (error) {
    if (error instanceof UserError) console.error(`sayso: ${error.message}`)
    else if (isUsageError(error)) console.error(`sayso: ${error.message}\n\n${subcommand.help}`)
    else throw error
    return 2
  }
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(subcommands).map(async ([name, load]) => `  ${name.padEnd(9)} ${(await load()).summary}`),
  )
  return `Usage: sayso SUBCOMMAND [options]\n\n${lines.join('\n')}\n\nsayso SUBCOMMAND --help tells more; sayso --version, which Sayso this is.`
}

/** What `parseArgs` throws for options that it does not know. */
function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
