import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { UserError } from '../../errors.ts'
import { hasSystemCode } from '../../system-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { hasData, makeData, removeHalfDone, resetPassword, type DataFolder } from './postgres-data.ts'
import { freePort } from './postgres-port.ts'
import { enter, type EnterResult, type Presence } from './postgres-presence.ts'
import { findPostmaster, isReady, markDeadPostmaster, stopPostgres } from './postgres-postmaster.ts'
import { spawnPostgres, type SpawnedPostgres } from './postgres-server.ts'
import { makePassword, readPostgresRecord, writePostgresRecord, type PostgresRecord } from './postgres-record.ts'
import { mayHaveSocket, removeSockets, socketHost } from './postgres-socket.ts'
import { giveFolderTo, type PostgresUser } from './postgres-user.ts'

const readyTimeoutMs = 60_000
const connectTimeoutMs = 5_000
const pollMs = 10

/** How to start it: with which programs, as which user, and with which Postgres settings. */
export type StartOptions = {
  readonly binaries: PostgresBinaries
  readonly user: PostgresUser
  readonly settings: Readonly<Record<string, string>>
}

/** A server in which this process is present. */
export type Entered = { readonly presence: Presence; readonly url: string }

/** Tries to attach to the server that `postgres.json` names. */
export async function attach(
  folder: DataFolder,
): Promise<(Entered & { readonly kind: 'present' }) | Exclude<EnterResult, { kind: 'present' }>> {
  const record = await readPostgresRecord(folder.recordFile)
  if (record === undefined || record.port === 0 || !hasData(folder)) return { kind: 'down' }
  const url = urlOf(folder, record)
  const result = await enter(url, folder.data)
  return result.kind === 'present' ? { ...result, url } : result
}

/**
 * Repairs what a crash left behind, creates the data if there are none, and starts the server. The caller holds the start
 * lock and has just failed to attach.
 * @returns `undefined` when something temporary was in the way and the caller should look again
 * @throws UserError `database_unavailable` when looking again cannot help
 */
export async function startPostgres(folder: DataFolder, options: StartOptions): Promise<Entered | undefined> {
  const running = await findPostmaster(folder.data)
  if (running !== undefined) return awaitRunning(folder, running)

  const { binaries, user, settings } = options
  await removeHalfDone(folder)
  const known = await readPostgresRecord(folder.recordFile)
  const record: PostgresRecord = {
    port: await freePort(known?.port),
    pid: 0,
    password: known?.password ?? makePassword(),
    version: binaries.major,
    socket: known?.socket ?? mayHaveSocket(folder.data),
  }
  // The password is stored before anything depends on it, the port before the server listens: a crash in between loses neither.
  if (hasData(folder)) {
    await Promise.all([markDeadPostmaster(folder.data), removeSockets(folder.data)])
    if (known === undefined) await resetPassword(folder, binaries, user, record.password)
    await writePostgresRecord(folder.recordFile, record)
  } else {
    await writePostgresRecord(folder.recordFile, record)
    await makeData(folder, binaries, user, record.password, settings['fsync'] !== 'off')
  }
  await giveFolderTo(user, folder.dir, folder.data, binaries.postgres)
  const server = await spawnPostgres({
    user,
    program: binaries.postgres,
    data: folder.data,
    port: record.port,
    socket: record.socket === true,
    logFile: folder.logFile,
    settings,
  })
  const result = await awaitReady(folder, record, server)
  if (result === 'wrong-password') {
    // The file came from elsewhere. Removing it lets the next round set a new password.
    await rm(folder.recordFile, { force: true })
  } else if (result === 'port-taken') {
    await writePostgresRecord(folder.recordFile, { ...record, port: 0 })
  } else if (result === 'no-socket') {
    await writePostgresRecord(folder.recordFile, { ...record, socket: false })
  } else if (result !== 'again') {
    await writePostgresRecord(folder.recordFile, { ...record, pid: server.pid })
    return { presence: result, url: urlOf(folder, record) }
  }
  return undefined
}

/** A server runs on our data and attaching failed: it is starting or stopping, or it is not ours to use. */
async function awaitRunning(folder: DataFolder, pid: number): Promise<Entered | undefined> {
  const end = Date.now() + readyTimeoutMs
  while (Date.now() < end && (await findPostmaster(folder.data)) === pid) {
    const result = await attach(folder)
    if (result.kind === 'present') return result
    if (result.kind === 'refused' && !(await createDatabase(folder, result.error))) break
    if (result.kind === 'down' && (await readPostgresRecord(folder.recordFile)) === undefined) break
    await delay(pollMs)
  }
  if ((await findPostmaster(folder.data)) !== pid) return undefined
  throw new UserError(
    'database_unavailable',
    `A Postgres (process ${pid}) is running on ${folder.data}, but cannot be opened with what ${folder.recordFile} says. ` +
      `End every Sayso that uses this folder, then run: kill -INT ${pid}`,
  )
}

type StartResult = Presence | 'again' | 'port-taken' | 'no-socket' | 'wrong-password'

async function awaitReady(folder: DataFolder, record: PostgresRecord, server: SpawnedPostgres): Promise<StartResult> {
  const end = Date.now() + readyTimeoutMs
  while (Date.now() < end) {
    if (server.ended()) return explainEnd(await server.lastLog())
    // Only once the server itself says so: before that, a stranger might answer on the port.
    const result: EnterResult = (await isReady(folder.data, server.pid))
      ? await enter(urlOf(folder, record), folder.data)
      : { kind: 'busy' }
    if (result.kind === 'present') return result.presence
    if (result.kind === 'refused' && !(await createDatabase(folder, result.error))) {
      await stopPostgres(folder.data, server.pid)
      return explainRefusal(result.error)
    }
    await delay(pollMs)
  }
  await stopPostgres(folder.data, server.pid)
  throw new UserError(
    'database_unavailable',
    `Postgres was not ready within ${readyTimeoutMs / 1000} s:\n${await server.lastLog()}`,
  )
}

function explainEnd(log: string): StartResult {
  // The folder's file system has no sockets. To be asked first, since the log then also says that it could not bind.
  if (/could not create any Unix/.test(log)) return 'no-socket'
  if (/could not bind|could not create any TCP/.test(log)) return 'port-taken'
  // Backends of a killed server are still ending, or somebody else has just started one.
  if (/pre-existing shared memory|lock file "postmaster\.pid" already exists/.test(log)) return 'again'
  throw new UserError('database_unavailable', `Postgres does not start. The end of its log:\n${log}`)
}

function explainRefusal(error: Error): StartResult {
  if (hasSystemCode(error, '28P01')) return 'wrong-password'
  throw new UserError('database_unavailable', `Postgres refuses the connection: ${error.message}`, { cause: error })
}

/** Creates the database `sayso` if that is what was missing. Returns whether trying again makes sense. */
async function createDatabase(folder: DataFolder, error: Error): Promise<boolean> {
  const record = await readPostgresRecord(folder.recordFile)
  if (!hasSystemCode(error, '3D000') || record === undefined) return false
  const client = new Client({
    connectionString: urlOf(folder, record, 'postgres'),
    connectionTimeoutMillis: connectTimeoutMs,
  })
  try {
    await client.connect()
    await client.query('create database sayso')
  } catch (cause) {
    if (!hasSystemCode(cause, '42P04')) throw cause
  } finally {
    await client.end()
  }
  return true
}

function urlOf({ data }: DataFolder, { password, port, socket }: PostgresRecord, database = 'sayso'): string {
  const host = socket === true ? socketHost(data) : '127.0.0.1'
  return `postgresql://sayso:${password}@${host}:${port}/${database}`
}
