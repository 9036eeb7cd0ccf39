/** `sayso backup` and `sayso restore`, from one installation to another. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  appendFile,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inClearFolder } from './clear-folder.ts'
import { createSecrets } from '../../ledger/secrets/secrets.ts'
import { runSayso, type SaysoRun } from '../../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../../testing/processes/run-sayso-here.ts'
import { repliesTo } from '../../testing/refunds.ts'
import {
  createTestInstallation,
  type TestInstallation,
  ordersOnly,
} from '../../testing/installations/test-installation.ts'

let from: TestInstallation
let to: TestInstallation
let file: string

beforeEach(async () => {
  ;[from, to] = [
    await createTestInstallation(ordersOnly()),
    await createTestInstallation(ordersOnly(), { ledger: false }),
  ]
  await from.make()
  file = path.join(from.dir, 'backup.tar.gz')
})
afterEach(() => Promise.all([from.close(), to.close()]))

function sayso(
  house: TestInstallation,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<SaysoRun> {
  return runSaysoHere([...args, '--data', house.dir], { env: { ...house.env, ...env } })
}

/** The same as a process of its own. */
function saysoAlone(
  house: TestInstallation,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<SaysoRun> {
  return runSayso([...args, '--data', house.dir], { env: { ...house.env, ...env } })
}

function run(house: TestInstallation, ...args: readonly string[]): Promise<SaysoRun> {
  return sayso(house, ['run', ...args, '--people', house.people])
}

/** Every row of the tables that prove something, as text. */
async function contents(house: TestInstallation): Promise<readonly (readonly string[])[]> {
  const tables = [
    'people',
    'chats',
    'inbox',
    'envelopes',
    'claims',
    'runs',
    'journal',
    'outbox',
    'orders',
    'order_notes',
  ]
  const proofs = ['evidence', 'evidence_payloads', 'evidence_seals', 'sessions', 'identities', 'installation']
  return Promise.all(
    [...tables, ...proofs].map(async (table) => {
      const rows = await house.rows<{ row: string }>(`select t::text as row from ${table} t order by 1`)
      return rows.map(({ row }) => row)
    }),
  )
}

/** As pairing leaves it. */
async function link(house: TestInstallation): Promise<void> {
  await house.rows(
    "insert into whatsapp_accounts (account, epoch, phone, creds) values ('whatsapp', 7, '+5511990000009', 'sealed')",
  )
  await house.rows(
    "insert into whatsapp_keys (account, type, id, value) values ('whatsapp', 'session', 'name', 'sealed')",
  )
  await house.rows(
    "insert into whatsapp_inbound (account, digest, message_id, content) values ('whatsapp', 'digest', 'A1', 'sealed')",
  )
}

async function isThere(house: TestInstallation): Promise<boolean> {
  const found = await house.rows('select 1 from information_schema.schemata where schema_name = $1', [house.schema])
  return found.length > 0
}

test('everything comes back as it was, verifies, and goes on', async () => {
  expect(await run(from, 'ADD_NOTE', 'id=204', 'text=call "her"\nback\u2028to\u2029day', '--yes', 'yes')).toMatchObject(
    { code: 0 },
  )
  const workspace = path.join(from.dir, 'workspace')
  await writeFile(path.join(workspace, 'ação.txt'), 'kept')
  await symlink('/etc/hostname', path.join(workspace, 'elsewhere'))
  await from.rows("insert into whatsapp_accounts (account, epoch, phone) values ('whatsapp', 3, '+5511990000009')")
  expect(await from.verify()).toMatchObject({ ok: true, unsealed: 0 })

  // What is kept is brought to safety also where nothing says what can be done with it.
  const made = await saysoAlone(from, ['backup', file, '--json'], { SAYSO_CATALOGUE: path.join(from.dir, 'nowhere') })
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(made.out)).toMatchObject({ format: 1, head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/u) })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { stdout: names } = await promisify(execFile)('tar', ['-tzf', file])
  expect(names).not.toMatch(/whatsapp_(accounts|keys|inbound)|elsewhere|secret$/mu)
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 2 })
  const nowhere = await sayso(from, ['backup', path.join(from.dir, 'nowhere', 'backup.tar.gz')])
  expect(nowhere).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/Cannot write to .*: there is no such folder/u),
  })

  expect(await sayso(from, ['backup', ''])).toMatchObject({ code: 2, err: expect.stringContaining('Usage:') })
  const within = await sayso(from, ['backup', path.join(workspace, 'backup.tar.gz')])
  expect(within).toMatchObject({ code: 2, err: expect.stringContaining('which is part of the backup') })

  const restored = await saysoAlone(to, ['restore', file])
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('The evidence is whole')
  expect(await contents(to)).toEqual(await contents(from))
  expect(await readFile(path.join(to.dir, 'workspace', 'ação.txt'), 'utf8')).toBe('kept')
  expect(await to.rows('select 1 from whatsapp_accounts')).toEqual([])

  // The numbers of new rows follow on those that came back.
  expect(await run(to, 'ADD_NOTE', 'id=205', 'text=after', '--yes', 'yes')).toMatchObject({ code: 0 })
  expect(await to.verify()).toMatchObject({ ok: true })
})

test('what is not empty is replaced only by --force, which keeps the link to WhatsApp that is in use', async () => {
  await run(from, 'ADD_NOTE', 'id=204', 'text=of the backup', '--yes', 'yes')
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  await to.make()
  await run(to, 'ADD_NOTE', 'id=205', 'text=of this place', '--yes', 'yes')
  await link(to)
  const before = await contents(to)
  const refused = await sayso(to, ['restore', file])
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('--force')
  expect(await contents(to)).toEqual(before)

  await to.rows("update whatsapp_accounts set until = now() + interval '1 minute'")
  expect((await sayso(to, ['restore', file, '--force'])).err).toContain('Stop it')
  expect(await contents(to)).toEqual(before)

  await to.rows('update whatsapp_accounts set until = null')
  expect(await sayso(to, ['restore', file, '--force'])).toMatchObject({ code: 0 })
  expect(await contents(to)).toEqual(await contents(from))
  expect(await to.rows('select epoch::int, phone, creds is not null as linked from whatsapp_accounts')).toEqual([
    { epoch: 7, phone: '+5511990000009', linked: true },
  ])
  expect(await to.rows('select type from whatsapp_keys')).toEqual([{ type: 'session' }])
})

test('what is restored is verified afterwards up to the head of the backup, not that which had been exported before it', async () => {
  await run(from, 'ADD_NOTE', 'id=204', 'text=exported', '--yes', 'yes')
  const exported = await readFile(path.join(from.dir, 'ledger-heads.jsonl'), 'utf8')
  await run(from, 'ADD_NOTE', 'id=204', 'text=not yet exported', '--yes', 'yes')
  await writeFile(path.join(from.dir, 'ledger-heads.jsonl'), exported)
  const made = await sayso(from, ['backup', file, '--json'])
  const { head } = JSON.parse(made.out) as { readonly head: string }
  const seq = head.split(':')[0]
  expect(exported).not.toContain(`"seq":"${seq}"`)

  const restored = await sayso(to, ['restore', file])
  expect(restored.out).toContain(
    `The evidence is whole, up to seal ${seq}, with which \`sayso ledger verify\` compares`,
  )
  const whole = await sayso(to, ['ledger', 'verify'])
  expect(whole).toMatchObject({ code: 0, out: expect.stringContaining(`  compared with    the head ${seq}\n`) })
  expect(whole.out).not.toContain('cut off')
  await to.rows('alter table evidence_seals disable trigger user')
  await to.rows('delete from evidence_seals where seq = $1', [seq])
  expect(await sayso(to, ['ledger', 'verify'])).toMatchObject({ code: 1, out: expect.stringContaining('BROKEN') })

  // Where later heads of the same ledger lie, it was brought back to the backup on purpose, which says so.
  await run(from, 'ADD_NOTE', 'id=204', 'text=later', '--yes', 'yes')
  await copyFile(path.join(from.dir, 'ledger-heads.jsonl'), path.join(to.dir, 'ledger-heads.jsonl'))
  const forced = await sayso(to, ['restore', file, '--force'])
  expect(forced).toMatchObject({ code: 0, out: expect.stringMatching(/seals up to \d+ are no longer on record/u) })
  expect(await sayso(to, ['ledger', 'verify'])).toMatchObject({ code: 0 })
})

test('a wrong secret and a file that is not what was written are refused before anything is made', async () => {
  await run(from, 'ORDER_STATUS', '204')
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  const other = await sayso(to, ['restore', file], { SAYSO_SECRET: 'another secret that is also long enough' })
  expect(other.err).toContain('another SAYSO_SECRET')

  const parts = path.join(from.dir, 'parts')
  await mkdir(parts)
  await promisify(execFile)('tar', ['-xzf', file, '-C', parts])
  const repacked = async (name: string) => {
    const made = path.join(from.dir, name)
    await promisify(execFile)('tar', ['-czf', made, '-C', parts, '.'])
    return sayso(to, ['restore', made])
  }
  await appendFile(path.join(parts, 'ledger', 'people.jsonl'), '"(forged)"\n')
  expect((await repacked('part.tar.gz')).err).toContain('damaged')
  const before = await readdir(to.dir)
  await promisify(execFile)('mkfifo', [path.join(parts, 'ledger', 'pipe')])
  await rm(path.join(parts, 'ledger', 'people.jsonl'))
  expect((await repacked('pipe.tar.gz')).err).toContain('only files')
  expect(await readdir(to.dir)).toEqual(before)
  await rm(path.join(parts, 'ledger', 'pipe'))
  const manifest = path.join(parts, 'manifest.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"madeAt": "2', '"madeAt": "3'))
  expect((await repacked('manifest.tar.gz')).err).toContain('was changed')
  await promisify(execFile)('truncate', ['-s', '100', file])
  // Known to be none before a secret is asked for.
  const junk = await sayso(to, ['restore', file], { DATABASE_URL: '', SAYSO_SECRET: '' })
  expect(junk).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read as a backup') })
  expect(await isThere(to)).toBe(false)
})

test('files come back to where links lead, as they were backed up from there', async () => {
  const [voice, heads] = ['voice', 'ledger-heads.jsonl']
  await run(from, 'ADD_NOTE', 'id=204', 'text=exported', '--yes', 'yes')
  await writeFile(path.join(from.dir, 'workspace', 'kept.txt'), 'kept')
  await mkdir(path.join(from.dir, voice))
  await writeFile(path.join(from.dir, voice, 'sealed'), 'audio')
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })

  const disk = path.join(to.dir, 'disk')
  await mkdir(path.join(disk, 'workspace'), { recursive: true })
  await mkdir(path.join(disk, voice))
  for (const name of ['workspace', voice, heads]) await symlink(path.join(disk, name), path.join(to.dir, name))
  const restored = await sayso(to, ['restore', file])
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(await readFile(path.join(disk, 'workspace', 'kept.txt'), 'utf8')).toBe('kept')
  expect(await readFile(path.join(disk, voice, 'sealed'), 'utf8')).toBe('audio')
  expect(await readFile(path.join(disk, heads), 'utf8')).toBe(await readFile(path.join(from.dir, heads), 'utf8'))
  for (const name of ['workspace', voice, heads])
    expect((await lstat(path.join(to.dir, name))).isSymbolicLink()).toBe(true)
})

test('where files have no place, nothing is restored', async () => {
  await run(from, 'ORDER_STATUS', '204')
  await mkdir(path.join(from.dir, 'voice'))
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  await to.make()
  const before = await contents(to)
  await writeFile(path.join(to.dir, 'voice'), 'a file')
  const refused = await sayso(to, ['restore', file])
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toContain(`${path.join(to.dir, 'voice')} is a file, and in the backup a folder.`)
  expect(await contents(to)).toEqual(before)
})

test('a file that cannot be restored is named; the others are, and what has to be settled is said', async () => {
  await run(from, 'ADD_NOTE', 'id=204', 'text=once', '--yes', 'yes', '--no-worker', '--wait', '3s')
  const names = ['1.txt', '2.txt', '3.txt']
  for (const name of names) await writeFile(path.join(from.dir, 'workspace', name), name)
  await mkdir(path.join(from.dir, 'workspace', 'reports'))
  await writeFile(path.join(from.dir, 'workspace', 'reports', 'inside.txt'), 'inside')
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })

  const workspace = path.join(to.dir, 'workspace')
  const elsewhere = path.join(to.dir, 'elsewhere')
  await mkdir(path.join(workspace, '2.txt', 'in the way'), { recursive: true })
  await mkdir(elsewhere)
  await symlink(elsewhere, path.join(workspace, 'reports'))
  await writeFile(path.join(elsewhere, 'mine'), 'mine')
  await symlink(path.join(elsewhere, 'mine'), path.join(workspace, '3.txt'))
  const restored = await sayso(to, ['restore', file])
  expect(restored.code).toBe(1)
  expect(restored.out).toMatch(/a person has to settle them: #\w{5}/u)
  expect(restored.out).toContain('The evidence is whole')
  expect(restored.err).toContain(`these files are NOT:\n`)
  expect(restored.err).toContain(`  ${path.join(workspace, '2.txt')}: it is a folder (EISDIR)\n`)
  expect(restored.err).toContain(`  ${path.join(workspace, 'reports')}: it is no folder, and in the backup it is one\n`)
  expect(restored.err).toContain('restore again with --force')
  expect(await readFile(path.join(workspace, '1.txt'), 'utf8')).toBe('1.txt')
  // A link to a file is replaced by the file; through none is anything written.
  expect(await readFile(path.join(workspace, '3.txt'), 'utf8')).toBe('3.txt')
  expect(await readdir(elsewhere)).toEqual(['mine'])
  expect(await readFile(path.join(elsewhere, 'mine'), 'utf8')).toBe('mine')

  for (const name of ['2.txt', 'reports']) await rm(path.join(workspace, name), { recursive: true })
  expect(await sayso(to, ['restore', file, '--force'])).toMatchObject({ code: 0, err: '' })
  expect(await readFile(path.join(workspace, 'reports', 'inside.txt'), 'utf8')).toBe('inside')
})

test('a link to WhatsApp whose keys would not be found under the secret that came back is dropped, and it is said what to do', async () => {
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  const others = {
    SAYSO_SECRET: 'another secret that is also long enough',
    SAYSO_SECRET_PREVIOUS: from.env['SAYSO_SECRET'] ?? '',
  }
  expect(await saysoAlone(to, ['chat', '--json'], others)).toMatchObject({ code: 0 })
  await link(to)
  const restored = await sayso(to, ['restore', file, '--force'], others)
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('It is dropped: run sayso pair\n') })
  expect(await to.rows('select creds, phone from whatsapp_accounts')).toEqual([{ creds: null, phone: null }])
  expect(await to.rows('select 1 from whatsapp_keys')).toEqual([])
  expect(await to.rows('select 1 from whatsapp_inbound')).toEqual([])
})

test('with the embedded database, what is to be kept in mind is told, and a beginning in its place is told how to be moved away', async () => {
  await run(from, 'ORDER_STATUS', '204')
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  const folder = path.join(to.dir, 'embedded')
  const restored = await runSaysoHere(['restore', file, '--data', folder], { env: { ...from.env, DATABASE_URL: '' } })
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain(
    `It is sealed with the present SAYSO_SECRET: set that for every start, or write it into ${folder}/secret`,
  )

  // As npm start leaves it, which makes a secret of its own.
  await writeFile(path.join(folder, 'secret'), 'a secret that a first start has made by itself\n')
  const before = await readdir(folder)
  const begun = await runSaysoHere(['restore', file, '--force', '--data', folder], {
    env: { ...from.env, DATABASE_URL: '', SAYSO_SECRET: '' },
  })
  expect(begun).toMatchObject({ code: 2, out: '' })
  expect(begun.err).toContain('another SAYSO_SECRET')
  expect(begun.err).toContain(`${folder} already contains an installation with a secret of its own.`)
  expect(begun.err).toContain(`move the whole folder away (mv ${folder} ${folder}.aside)`)
  expect(await readdir(folder)).toEqual(before)
})

test('a backup that is interrupted leaves nothing of the ledger beside it', async () => {
  const held = await from.hold(`lock table ${from.schema}.outbox in access exclusive mode`)
  const ended = sayso(from, ['backup', file])
  const parts = async () => (await readdir(from.dir)).filter((name) => name.includes('.parts-'))
  const copied = async () => readdir(path.join(from.dir, (await parts())[0] ?? '', 'ledger')).catch(() => [])
  await expect.poll(copied, { interval: 10 }).toContain('inbox.jsonl')
  process.emit('SIGINT', 'SIGINT')
  const interrupted = await ended
  const left = await parts()
  await held.release()
  expect(interrupted).toMatchObject({ code: 130, out: '' })
  expect(left).toEqual([])
})

test('a backup that is interrupted while it copies what is in the workspace leaves neither its parts nor a file, once its process has ended', async () => {
  const workspace = path.join(from.dir, 'workspace')
  // A folder is made again with all that is above it.
  await Promise.all(
    Array.from({ length: 4000 }, (_none, n) => mkdir(path.join(workspace, `${n}`, 'inside'), { recursive: true })),
  )
  const before = await readdir(from.dir)
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
  // What it abandoned would go on until then.
  const child = spawn(process.execPath, [main, 'backup', file, '--data', from.dir], {
    env: { ...process.env, ...from.env },
    stdio: 'ignore',
  })
  const isCopying = async () => {
    const parts = (await readdir(from.dir)).find((name) => name.includes('.parts-'))
    return parts !== undefined && existsSync(path.join(from.dir, parts, 'workspace'))
  }
  await expect.poll(isCopying, { interval: 1, timeout: 60_000 }).toBe(true)
  child.kill('SIGINT')
  await once(child, 'close')
  expect(child.exitCode).toBe(130)
  expect((await readdir(from.dir)).toSorted()).toEqual(before.toSorted())
})

test('a restore that is interrupted before its rows are committed changes nothing, however much later', async () => {
  await run(from, 'ADD_NOTE', 'id=204', 'text=once', '--yes', 'yes', '--no-worker', '--wait', '3s')
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  await to.make()
  await to.rows(`create function wait() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(7); return new; end $$`)
  await to.rows(
    "create trigger wait before insert on inbox for each row when (new.kind = 'outcome') execute function wait()",
  )
  const before = await contents(to)
  const held = await to.hold('select pg_advisory_xact_lock(7)')
  const ended = sayso(to, ['restore', file])
  const waiting = () => to.rows("select 1 from pg_locks where locktype = 'advisory' and objid = 7 and not granted")
  await expect.poll(waiting, { interval: 10, timeout: 10_000 }).toHaveLength(1)
  process.emit('SIGINT', 'SIGINT')
  expect(await ended).toMatchObject({ code: 130, out: '' })
  await held.release()
  // Whoever waited for it before is through with its transaction once this has it.
  await to.rows('select pg_advisory_xact_lock(7)')
  expect(await contents(to)).toEqual(before)
  expect((await readdir(to.dir)).filter((name) => name.startsWith('restore-'))).toEqual([])
})

test('a restore that is interrupted while it unpacks leaves nothing of the ledger in the clear', async () => {
  const large = path.join('workspace', 'large')
  await mkdir(path.join(from.dir, 'workspace'), { recursive: true })
  await writeFile(path.join(from.dir, large), '')
  await truncate(path.join(from.dir, large), 64 * 1024 ** 2)
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  const unpacked = async () => (await readdir(to.dir)).filter((name) => name.startsWith('restore-'))
  const ended = sayso(to, ['restore', file])
  const begun = async () => existsSync(path.join(to.dir, (await unpacked())[0] ?? '', large))
  await expect.poll(begun, { interval: 5 }).toBe(true)
  process.emit('SIGINT', 'SIGINT')
  expect(await ended).toMatchObject({ code: 130, out: '' })
  expect(await unpacked()).toEqual([])
  expect(await isThere(to)).toBe(false)
})

test('what a killed restore or backup has left in the clear is found by the doctor, and removed by the next start', async () => {
  let name = ''
  await inClearFolder({ restoreIn: from.dir }, async (folder) => void (name = path.basename(folder)))
  const left = name.replace(`-${process.pid}-`, '-2147483647-')
  const others = [name, 'restore-of-mine', 'restore-backup']
  for (const each of [left, ...others]) await mkdir(path.join(from.dir, each, 'ledger'), { recursive: true })
  const found = await sayso(from, ['doctor'])
  expect(found.out).toContain(`has left a ledger in the clear in ${from.dir}: ${left}\n`)
  expect(found.out).toContain(`rm -r ${path.join(from.dir, left)}\n`)
  expect(await readdir(from.dir)).toContain(left)
  expect(await run(from, 'ORDER_STATUS', '204')).toMatchObject({ code: 0 })
  const names = await readdir(from.dir)
  expect(names).not.toContain(left)
  expect(names).toEqual(expect.arrayContaining(others))
})

test('a backup whose tables are of another version is refused, with what to do', async () => {
  await run(from, 'ORDER_STATUS', '204')
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  const parts = path.join(from.dir, 'parts')
  await mkdir(parts)
  await promisify(execFile)('tar', ['-xzf', file, '-C', parts])
  const manifest = path.join(parts, 'manifest.json')
  const older = (await readFile(manifest, 'utf8')).replace(/"migrations": \[[^\]]*\]/u, '"migrations": ["001-ledger"]')
  await writeFile(manifest, older)
  const code = createSecrets(from.env['SAYSO_SECRET'] ?? '').mac('backup', older)
  await writeFile(path.join(parts, 'manifest.mac'), code.toString('hex'))
  const made = path.join(from.dir, 'older.tar.gz')
  await promisify(execFile)('tar', ['-czf', made, '-C', parts, '.'])
  const refused = await sayso(to, ['restore', made])
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('Restore it with that version')
  expect(await to.rows('select 1 from inbox')).toEqual([])
})

test('a backup whose shop has tables that no catalogue makes here is refused, with what to do', async () => {
  await from.rows(`create table ${from.schema}_shop.stock (id bigint)`)
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  const refused = await sayso(to, ['restore', file])
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toContain('tables that are not here (stock). Name the catalogue whose database/ made them')
})

test('what was confirmed and not over is never run again: it is settled as unknown', async () => {
  expect(
    await run(from, 'ADD_NOTE', 'id=204', 'text=once', '--yes', 'yes', '--no-worker', '--wait', '3s'),
  ).toMatchObject({ code: 4 })
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  const restored = await sayso(to, ['restore', file])
  expect(restored.code).toBe(0)
  expect(restored.out).toMatch(/a person has to settle them: #\w{5}/u)
  expect(await to.rows('select status, reason from envelopes')).toEqual([
    { status: 'failed', reason: 'effect_unknown' },
  ])
  // A worker and the sweep of a bot find nothing to run; the person is told.
  const later = await run(to, 'ORDER_STATUS', '204')
  expect(later.out).toContain('Maria Souza')
  expect(await to.rows("select 1 from order_notes where text = 'once'")).toEqual([])
  expect(await to.rows("select 1 from inbox where kind = 'outcome' and done_at is null")).toEqual([])
  expect(await to.verify()).toMatchObject({ ok: true })
})

test('what comes back is settled as unknown with it or does not come back: an interruption leaves nothing that could run', async () => {
  await run(from, 'ADD_NOTE', 'id=204', 'text=once', '--yes', 'yes', '--no-worker', '--wait', '3s')
  expect(await sayso(from, ['backup', file])).toMatchObject({ code: 0 })
  await to.make()
  await to.rows(`create function interrupt() returns trigger language plpgsql as $$
    begin raise exception 'interrupted'; end $$`)
  await to.rows(
    "create trigger interrupted before insert on inbox for each row when (new.kind = 'outcome') execute function interrupt()",
  )
  const before = await contents(to)
  await expect(sayso(to, ['restore', file])).rejects.toThrow('interrupted')
  expect(await contents(to)).toEqual(before)
  await to.rows('drop trigger interrupted on inbox')
  expect(await sayso(to, ['restore', file])).toMatchObject({ code: 0 })
  expect(await to.rows('select status, reason from envelopes')).toEqual([
    { status: 'failed', reason: 'effect_unknown' },
  ])
})

test('what was open for confirmation is closed: neither the same answer nor one not yet read then has it done again', async () => {
  const door = from.openDoor()
  const [late, unread] = [from.phone(0), from.phone(1)]
  const preview = async (phone: string, order: string) => {
    await door.turn({ from: phone, text: `REFUND_ORDER id=${order} amount=1` })
    return repliesTo(door.lines, phone, 'preview')[0]?.confirm?.expect ?? ''
  }
  const [lateCode, unreadCode] = [await preview(late, '204'), await preview(unread, '205')]
  const chat = `(select id from ${from.schema}.chats where external = '${unread}')`
  const held = await from.hold(`select from ${from.schema}.chats where id = ${chat} for no key update`)
  door.say({ from: unread, text: unreadCode })
  await expect.poll(() => from.rows(`select 1 from inbox where done_at is null`), { interval: 10 }).toHaveLength(1)
  expect(await saysoAlone(from, ['backup', file])).toMatchObject({ code: 0 })
  await held.release()
  door.say({ from: late, text: lateCode })
  await door.idle()
  expect(await door.stop()).toBe(0)
  expect(await from.rows('select status from envelopes')).toEqual([{ status: 'executed' }, { status: 'executed' }])

  const restored = await sayso(to, ['restore', file])
  expect(restored.out).toMatch(/are closed; they may have been confirmed and done since: #\w{5}, #\w{5}/u)
  expect(await to.verify()).toMatchObject({ ok: true })
  const again = to.openDoor()
  await again.turn({ from: late, text: lateCode })
  await again.idle()
  for (const phone of [late, unread]) {
    const [shown, ...more] = repliesTo(again.lines, phone, 'preview')
    expect(more).toEqual([])
    expect(shown?.text).toContain('A backup was brought back')
    expect([lateCode, unreadCode]).not.toContain(shown?.confirm?.expect)
  }
  const statuses = await to.rows('select status, reason from envelopes order by created_at, status desc')
  expect(statuses).toEqual([
    { status: 'rejected', reason: 'expired' },
    { status: 'rejected', reason: 'expired' },
    { status: 'accepted', reason: null },
    { status: 'accepted', reason: null },
  ])
  // Whoever has looked can have it done.
  await again.turn({ from: late, text: repliesTo(again.lines, late, 'preview')[0]?.confirm?.expect ?? '' })
  await again.idle()
  expect(repliesTo(again.lines, late, 'outcome').map(({ command }) => command?.status)).toEqual(['executed'])
  expect(repliesTo(again.lines, unread, 'outcome')).toEqual([])
  expect(await again.stop()).toBe(0)
  expect(await to.verify()).toMatchObject({ ok: true })
})
