#!/usr/bin/env node
/** The `sayso` command line as a process. */
import { enableCompileCache } from 'node:module'

/** How long what was closed may take to let go. */
const exitWithinMs = 1000

enableCompileCache()
heedBrokenPipe()
const { runCommandLine } = await import('./cli/command-line.ts')
const { surroundingsOfProcess } = await import('./cli/surroundings.ts')
process.exitCode = await runCommandLine(process.argv.slice(2), surroundingsOfProcess())
// Everything is closed by now; a library's forgotten timer must not keep the process.
setTimeout(() => process.exit(), exitWithinMs).unref()

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
