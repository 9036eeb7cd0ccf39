import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { watchOutput } from './watch-output.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const limitMs = 120_000

/** For Node's options: what it writes goes to somebody who looks at it, so there is a prompt. */
export const asTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'] as const

/** `sayso` as people start it, for as long as they let it run. */
export type SaysoProcess = {
  /** All that it has written so far, to standard output and standard error. */
  readonly written: () => string
  /** Resolves with what the pattern finds in that, as soon as there is something. */
  readonly heard: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Types a line. */
  readonly type: (line: string) => void
  readonly signal: (name: NodeJS.Signals) => void
  /** Resolves with how it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** SIGKILL, if it has not ended; resolves when it has. */
  readonly kill: () => Promise<void>
}

export function startSaysoProcess(args: readonly string[], env: Readonly<Record<string, string>>): SaysoProcess {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, NODE_OPTIONS: `--import ${inject('bundledLibraries')}`, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  const written = (): string => Buffer.concat(chunks).toString()
  const { lookAgain, until, gone } = watchOutput({ closed: once(child, 'close'), limitMs, written })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      lookAgain()
    })
  }
  child.stdin.on('error', () => undefined)
  const ended = gone.then(() => ({ code: child.exitCode, signal: child.signalCode }))

  return {
    written,
    heard: (pattern) => until(String(pattern), () => pattern.exec(written()) ?? undefined),
    type: (line) => void child.stdin.write(`${line}\n`),
    signal: (name) => void child.kill(name),
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
