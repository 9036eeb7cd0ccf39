import { spawn } from 'node:child_process'
import path from 'node:path'
import { UserError } from '../../errors.ts'
import { commandAs, type PostgresUser } from './postgres-user.ts'

const programTimeoutMs = 60_000
const shownLines = 8

/** Nothing of our own environment, which holds secrets, goes to Postgres, and the machine's locale decides nothing. */
export const postgresEnvironment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Runs a Postgres program to its end with `input` on its standard input.
 * @throws UserError `database_unavailable` with its last lines when it fails or takes longer than a minute
 */
export async function runPostgresProgram(
  user: PostgresUser,
  file: string,
  args: readonly string[],
  input = '',
): Promise<void> {
  const command = commandAs(user, file, args)
  const child = spawn(command.file, command.args, {
    ...command.options,
    env: postgresEnvironment,
    cwd: '/',
    // A Ctrl-C is for Sayso, which lets a program end that it has begun.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: programTimeoutMs,
    killSignal: 'SIGKILL',
  })
  let output = ''
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  // A program that ends without reading its input breaks the pipe; its exit status tells the story.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  }).catch((cause: unknown) => {
    throw new UserError(
      'database_unavailable',
      `Cannot run ${command.file}. Set DATABASE_URL to use another Postgres.`,
      { cause },
    )
  })
  if (code !== 0) {
    throw new UserError('database_unavailable', `${path.basename(file)} failed:\n${lastLines(output)}`)
  }
}

/** The end of a program's output, for an error message. */
export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-shownLines).join('\n')
}
