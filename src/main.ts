#!/usr/bin/env node
/** The `sayso` command line as a process. */
import { enableCompileCache } from 'node:module'

/** How long what was closed may take to let go. */
const exitWithinMs = 1000
/** What shells call a program whose reader has gone (SIGPIPE), and `sysexits` one that could not write. */
const statuses = { readerGone: 141, unwritten: 74 } as const

enableCompileCache()
const output = heedOutput()
const { runCommandLine } = await import('./cli/command-line.ts')
const { surroundingsOfProcess } = await import('./cli/surroundings.ts')
const status = await runCommandLine(process.argv.slice(2), surroundingsOfProcess())
process.exitCode = status === 0 ? output.status() : status
// Everything is closed by now; a library's forgotten timer must not keep the process.
setTimeout(() => process.exit(), exitWithinMs).unref()

/**
 * Whoever read what we print has gone (`sayso start | head -1`, a terminal that was closed): then we end as if the terminal
 * had said so, and leave nothing behind. Where there is no room for it (a disk is full) the work goes on. Either way the exit status says so.
 */
function heedOutput(): { readonly status: () => number } {
  let lost = 0
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (lost !== 0) return
    lost = code === 'EPIPE' || code === 'EIO' ? statuses.readerGone : statuses.unwritten
    if (lost === statuses.readerGone && !process.emit('SIGHUP', 'SIGHUP')) process.exit(lost)
    if (lost === statuses.unwritten)
      console.error(`sayso: standard output cannot be written (${code ?? 'no reason given'})`)
  })
  // There is nowhere left to say that nothing can be said.
  process.stderr.on('error', () => undefined)
  return { status: () => lost }
}
