#!/usr/bin/env node
/** The `sayso` command line: finds the subcommand and says in one line what went wrong. */
import { catalogue } from './cli/catalogue.ts'
import { chat } from './cli/chat.ts'
import { ledger } from './cli/ledger.ts'
import { start } from './cli/start.ts'
import type { Subcommand } from './cli/subcommand.ts'
import { worker } from './cli/worker.ts'
import { UserError } from './errors.ts'

/** How long what was closed may take to let go. */
const exitWithinMs = 1000

const subcommands: Readonly<Record<string, Subcommand>> = { start, chat, worker, ledger, catalogue }

process.exitCode = await main(process.argv.slice(2))
// Everything is closed by now; a library's forgotten timer must not keep the process.
setTimeout(() => process.exit(), exitWithinMs).unref()

async function main([name, ...args]: readonly string[]): Promise<number> {
  const subcommand = name === undefined ? undefined : subcommands[name]
  if (subcommand === undefined) {
    const asked = name === undefined || name === '--help' || name === 'help'
    console[asked ? 'log' : 'error'](`${asked ? '' : `sayso has no subcommand "${name}".\n\n`}${overview()}`)
    return asked ? 0 : 2
  }
  if (args.includes('--help')) {
    console.log(subcommand.help)
    return 0
  }
  try {
    return await subcommand.run(args)
  } catch (error) {
    if (error instanceof UserError) console.error(`sayso: ${error.message}`)
    else if (isUsageError(error)) console.error(`sayso: ${error.message}\n\n${subcommand.help}`)
    else throw error
    return 2
  }
}

function overview(): string {
  const lines = Object.entries(subcommands).map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`)
  return `Usage: sayso SUBCOMMAND [options]\n\n${lines.join('\n')}\n\nsayso SUBCOMMAND --help tells more.`
}

/** What `parseArgs` throws for options that it does not know. */
function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
