import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const limitMs = 120_000

/** What a subcommand left behind. */
export type SaysoRun = {
  /** The exit status; `null` when it took too long and was killed. */
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/**
 * Runs `sayso` with these arguments as a process of its own, to its end; with its own files as they are, since an action of one's own
 * loads some of them too.
 */
export async function runSayso(
  args: readonly string[],
  { env = {}, input = '' }: { readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
): Promise<SaysoRun> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, NODE_OPTIONS: `--import ${inject('bundledLibraries')}`, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  // Who does not read what is typed closes the pipe.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, err }
}
