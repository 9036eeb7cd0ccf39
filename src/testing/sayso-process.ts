import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const limitMs = 60_000

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
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  const looks = new Set<() => void>()
  const written = (): string => Buffer.concat(chunks).toString()
  const lookAgain = (): void => looks.forEach((look) => look())
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      lookAgain()
    })
  }
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode }))

  async function heard(pattern: RegExp): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
    const look = (): void => {
      const found = pattern.exec(written())
      if (found !== null) resolve(found)
    }
    const fail = (why: string) => (): void => reject(new Error(`${why} while waiting for ${pattern}\n${written()}`))
    const timer = setTimeout(fail('Time is up'), limitMs)
    void ended.then(fail('The process is gone'))
    looks.add(look)
    look()
    return promise.finally(() => {
      clearTimeout(timer)
      looks.delete(look)
    })
  }

  return {
    written,
    heard,
    type: (line) => void child.stdin.write(`${line}\n`),
    signal: (name) => void child.kill(name),
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
