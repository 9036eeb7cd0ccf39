import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { open, stat, truncate } from 'node:fs/promises'
import { UserError } from '../../errors.ts'
import { lastLines, postgresEnvironment } from './postgres-program.ts'
import { socketSetting } from './postgres-socket.ts'
import { commandAs, type PostgresUser } from './postgres-user.ts'

const logLimitBytes = 5 * 1024 * 1024

/** A server that was just spawned: it may still be on its way up, or have ended already. */
export type SpawnedPostgres = {
  readonly pid: number
  /** True once it has ended; `lastLog()` then says why. */
  readonly ended: () => boolean
  /** The last lines of what it has logged since it was spawned. */
  readonly lastLog: () => Promise<string>
}

/**
 * Spawns a server in a session of its own, so that a Ctrl-C in the terminal does not reach it and it outlives us.
 * @throws UserError `database_unavailable` when the program cannot be run
 */
export async function spawnPostgres(options: {
  readonly user: PostgresUser
  readonly program: string
  readonly data: string
  readonly port: number
  /** Whether it should also listen on a socket beside its data. */
  readonly socket: boolean
  readonly logFile: string
  readonly settings: Readonly<Record<string, string>>
}): Promise<SpawnedPostgres> {
  const size = (await stat(options.logFile).catch(() => undefined))?.size ?? 0
  if (size > logLimitBytes) await truncate(options.logFile)
  const logStart = size > logLimitBytes ? 0 : size
  const settings = {
    ...fixedSettings,
    ...socketSetting(options.socket ? options.data : null),
    ...options.settings,
    port: String(options.port),
  }
  const args = ['-D', options.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const command = commandAs(options.user, options.program, args)
  const log = openSync(options.logFile, 'a', 0o600)
  try {
    const child = spawn(command.file, command.args, {
      ...command.options,
      env: postgresEnvironment,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    })
    await spawned(child)
    child.unref()
    return {
      pid: child.pid ?? 0,
      ended: () => child.exitCode !== null || child.signalCode !== null,
      lastLog: async () => lastLines(await readFrom(options.logFile, logStart)),
    }
  } finally {
    closeSync(log)
  }
}

// Failed statements are reported to whoever sent them; in the log they would pile up, and personal data with them.
const fixedSettings = {
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
}

async function spawned(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve).once('error', reject)
  }).catch((cause: unknown) => {
    throw new UserError('database_unavailable', 'Cannot run postgres. Set DATABASE_URL to use another one.', { cause })
  })
}

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file).catch(() => undefined)
  if (handle === undefined) return ''
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(16_384), position })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
