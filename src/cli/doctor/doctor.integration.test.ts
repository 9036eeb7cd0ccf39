/** `sayso doctor`, against a real Postgres and a real Redis. */
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRedisServer } from '../../testing/servers/redis-server.ts'
import { runSayso } from '../../testing/processes/run-sayso.ts'
import { configVariables } from '../../config-variables.ts'
import { runSaysoHere } from '../../testing/processes/run-sayso-here.ts'
import {
  createTestInstallation,
  ordersOnly,
  type TestInstallation,
} from '../../testing/installations/test-installation.ts'
import { judgeOwners } from './doctor-data-folder.ts'
import type { Finding } from './doctor-finding.ts'
import { judgeSkew } from './doctor-ledger.ts'
import { findNode } from './doctor-machine.ts'
import { judgeRedis } from './doctor-redis.ts'
import { workspaceCure } from './doctor-workspace.ts'

let house: TestInstallation

/** Processes are slow where many others run. */

/** A line of the people file. */
const person = (phone: string, roles: string) => `  - { phone: "${phone}", name: Ana, roles: [${roles}] }\n`

beforeEach(async () => {
  house = await createTestInstallation({ ...ordersOnly(), SPEECH: 'off' }, { ledger: false })
})
afterEach(() => house.close())

type Report = { readonly code: number | null; readonly ok: boolean; readonly findings: readonly Finding[] }

async function examine(
  env: Readonly<Record<string, string>> = {},
  dir = house.dir,
  run = runSaysoHere,
): Promise<Report> {
  const { code, out } = await run(['doctor', '--json', '--data', dir], { env: { ...house.env, ...env } })
  // Printed by the doctor alone.
  return { code, ...(JSON.parse(out) as Omit<Report, 'code'>) }
}

function of({ findings }: Report, what: string): readonly Finding[] {
  return findings.filter((each) => each.what === what)
}

test('a sound installation has nothing to mend, before its first start and after it', async () => {
  const before = await examine()
  expect(before).toMatchObject({ code: 0, ok: true })
  expect(of(before, 'Secret')).toMatchObject([{ state: 'ok', says: 'SAYSO_SECRET' }])
  expect(of(before, 'Clock')).toMatchObject([{ state: 'ok' }])
  expect(await house.rows('select 1 from information_schema.schemata where schema_name = $1', [house.schema])).toEqual(
    [],
  )
  await house.make()
  const after = await examine({}, house.dir, runSayso)
  expect(after).toMatchObject({ code: 0, ok: true })
  expect(of(after, 'Shop')).toMatchObject([{ state: 'ok' }])
  expect(of(after, 'People')).toMatchObject([{ state: 'ok' }])
  expect(of(after, 'WhatsApp')).toMatchObject([{ state: 'warn', cure: 'sayso pair' }])
  expect(after.findings.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Node', 'Postgres', 'Redis', 'ffmpeg', 'Speech', 'Catalogue', 'Locales', 'Disk']),
  )
})

test('a secret that is not the one of the ledger, is short or is absent must be mended; a change of it is told about', async () => {
  await house.make()
  const other = await examine({ SAYSO_SECRET: 'another secret that is also long enough' })
  expect(other).toMatchObject({ code: 1, ok: false })
  expect(of(other, 'Secret')).toMatchObject([{ state: 'bad', says: 'SAYSO_SECRET is not the secret of this ledger' }])
  expect(of(await examine({ SAYSO_SECRET: 'short' }), 'Secret')).toMatchObject([
    { state: 'bad', cure: expect.stringContaining('Bring back the secret that this ledger is sealed with') },
  ])
  const example = configVariables.SAYSO_SECRET.example
  expect(of(await examine({ SAYSO_SECRET: example }), 'Secret')).toMatchObject([
    { state: 'bad', says: expect.stringContaining('which everybody can read') },
  ])
  const started = await runSaysoHere(['chat', '--json', '--data', house.dir], {
    env: { ...house.env, SAYSO_SECRET: example },
  })
  expect(started).toMatchObject({ code: 2, err: expect.stringContaining('which everybody can read') })
  const original = house.env['SAYSO_SECRET'] ?? ''
  const next = { SAYSO_SECRET: 'another secret that is also long enough', SAYSO_SECRET_PREVIOUS: original }
  expect(of(await examine(next), 'Secret')).toMatchObject([{ state: 'warn', cure: 'sayso secret rotate' }])
  const over = { SAYSO_SECRET: original, SAYSO_SECRET_PREVIOUS: 'another secret that is also long enough' }
  expect(of(await examine(over), 'Secret')).toMatchObject([{ state: 'warn', says: 'earlier secrets are still set' }])
  const absent = of(await examine({ SAYSO_SECRET: '' }), 'Secret')
  expect(absent).toMatchObject([{ state: 'bad', says: 'there is none' }])
  expect(absent[0]?.cure).toContain('is sealed with')
})

test('rights that something else than Sayso has written must be mended, and are named by it and by ledger verify', async () => {
  await house.make()
  await house.changePeople(
    `insert into people (phone, name, roles, language, time_zone, source) values ('+1', 'Ana', '{owner}', 'en', 'UTC', 'test')`,
  )
  const verify = () => runSaysoHere(['ledger', 'verify', '--data', house.dir], { env: house.env })
  expect(of(await examine(), 'Rights')).toMatchObject([{ state: 'ok' }])
  expect(await verify()).toMatchObject({ code: 0 })
  await house.rows(
    `insert into people (phone, name, roles, language, time_zone, source)
      select '+2' || n, 'Eve', '{owner}', 'en', 'UTC', 'test' from generate_series(1, 7) n`,
  )
  const report = await examine()
  expect(report).toMatchObject({ code: 1, ok: false })
  expect(of(report, 'Rights')).toMatchObject([
    { state: 'bad', says: expect.stringMatching(/\+21 .*, and 2 more were not stored by Sayso/u) },
  ])
  expect(of(report, 'Rights')[0]?.cure).toContain('Remove these people in the chat')
  const verified = await verify()
  expect(verified).toMatchObject({ code: 1 })
  for (const part of ['The evidence is whole', '+27 (', 'Remove these people in the chat'])
    expect(verified.out).toContain(part)
  // Where the secret is not known it cannot be told, and that is a finding of its own.
  expect(of(await examine({ SAYSO_SECRET: 'another secret that is also long enough' }), 'Rights')).toEqual([])
})

test('what something else than Sayso has put into the inbox must be removed, and is named by it and by ledger verify', async () => {
  await house.make()
  const verify = () => runSaysoHere(['ledger', 'verify', '--data', house.dir], { env: house.env })
  expect(of(await examine(), 'Inbox')).toMatchObject([{ state: 'ok' }])
  await house.rows(
    `with chat as (insert into chats (account, channel, kind, external) values ('a', 'terminal', 'private', '+21') returning id),
      sender as (insert into identities (kind, value) values ('phone', '+21') returning id)
      insert into inbox (kind, account, chat_id, sender_id, message_id, body, sent_at, received_at)
      select 'message', 'a', chat.id, sender.id, 'm' || n, '{}', now(), now() from chat, sender, generate_series(1, 7) n`,
  )
  const report = await examine()
  expect(report).toMatchObject({ code: 1, ok: false })
  expect(of(report, 'Inbox')).toMatchObject([
    {
      state: 'bad',
      says: expect.stringMatching(/^Sayso did not store row 1 of the inbox \(a message of \+21\), .*, and 2 more: /u),
    },
  ])
  expect(of(report, 'Inbox')[0]?.cure).toContain(`delete from ${house.schema}.inbox where seq in`)
  const verified = await verify()
  expect(verified).toMatchObject({ code: 1 })
  for (const part of ['The evidence is whole', 'row 5 of the inbox', 'and 2 more', 'delete from'])
    expect(verified.out).toContain(part)
  await house.rows('delete from inbox where seq in (1, 2, 3, 4, 5, 6, 7)')
  expect(await verify()).toMatchObject({ code: 0 })
})

test('evidence that ends before an exported head must be looked into, and what nobody seals is told about', async () => {
  await house.make()
  expect(of(await examine(), 'Evidence')).toMatchObject([{ state: 'ok', says: 'nothing is recorded yet' }])
  const note = ['run', 'ADD_NOTE', 'id=204', 'text=a note', '--yes', 'yes', '--people', house.people]
  expect(await runSaysoHere([...note, '--data', house.dir], { env: house.env })).toMatchObject({ code: 0 })
  const [last] = await house.rows<{ seq: string }>('select max(seq)::text as seq from evidence_seals')
  const seq = last?.seq ?? ''
  expect(of(await examine(), 'Evidence')).toMatchObject([
    { state: 'ok', says: expect.stringContaining(`sealed up to ${seq}, 2`) },
  ])

  const recorded = "insert into evidence (at, kind, facts) values (now() - interval '1 hour', 'test', '{}')"
  await house.rows(recorded)
  expect(of(await examine(), 'Evidence')).toMatchObject([
    { state: 'warn', says: expect.stringMatching(/^1 entry is not sealed, since 2/u) },
  ])
  await house.rows('alter table evidence_seals disable trigger user')
  await house.rows('delete from evidence_seals where seq = $1', [seq])
  const cut = await examine()
  expect(cut).toMatchObject({ code: 1, ok: false })
  expect(of(cut, 'Evidence')).toMatchObject([
    {
      state: 'bad',
      says: expect.stringContaining(
        `the head ${seq} was exported, and the evidence ends with seal ${Number(seq) - 1} here`,
      ),
    },
  ])
})

test('a data folder in which others can write is told about', async () => {
  await chmod(house.dir, 0o777)
  expect(of(await examine(), 'Data folder')).toMatchObject([
    { state: 'bad', says: expect.stringContaining('can be written by everybody'), cure: `chmod 700 ${house.dir}` },
    { state: 'ok' },
  ])
  await chmod(house.dir, 0o770)
  expect(of(await examine(), 'Data folder')).toMatchObject([{ state: 'warn' }, { state: 'ok' }])
})

test('a Redis that may throw jobs away must be mended; one that keeps nothing on disk is told about', async () => {
  const server = await startRedisServer()
  const redis = new Redis(server.url)
  try {
    expect(of(await examine({ REDIS_URL: server.url }), 'Redis')).toMatchObject([{ state: 'warn' }])
    await redis.config('SET', 'appendonly', 'yes')
    expect(of(await examine({ REDIS_URL: server.url }), 'Redis')).toMatchObject([{ state: 'ok' }])
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    const evicting = await examine({ REDIS_URL: server.url })
    expect(evicting.code).toBe(1)
    expect(of(evicting, 'Redis')[0]?.cure).toContain('noeviction')
  } finally {
    redis.disconnect()
    await server.close()
  }
  expect(of(await examine({ REDIS_URL: server.url }), 'Redis')).toMatchObject([{ state: 'bad' }])
})

test('a Redis that is full or a replica must be mended', async () => {
  const server = await startRedisServer()
  const redis = new Redis(server.url)
  try {
    await redis.config('SET', 'maxmemory', '1')
    expect(of(await examine({ REDIS_URL: server.url }), 'Redis')).toContainEqual(
      expect.objectContaining({ state: 'bad', says: 'its memory is full: it accepts no more jobs' }),
    )
    await redis.config('SET', 'maxmemory', '0')
    await redis.replicaof('127.0.0.1', 1)
    expect(of(await examine({ REDIS_URL: server.url }), 'Redis')).toContainEqual(
      expect.objectContaining({ state: 'bad', cure: 'Name its primary in REDIS_URL.' }),
    )
  } finally {
    redis.disconnect()
    await server.close()
  }
})

test('judgeRedis() tells of memory that is nearly full', () => {
  const sound = { version: '7.2.5', maxmemoryPolicy: 'noeviction', appendOnly: true, isReplica: false }
  const states = [0, 0.89, 0.9, 0.99, 1, 1.2].map((memoryUsed) => judgeRedis('r', { ...sound, memoryUsed })[0]?.state)
  expect(states).toEqual(['ok', 'ok', 'warn', 'warn', 'bad', 'bad'])
})

test('a workspace that cannot be written must be mended, and one that can is left as it was', async () => {
  const workspace = path.join(house.dir, 'files')
  expect(of(await examine({ SAYSO_WORKSPACE: workspace }), 'Workspace')).toMatchObject([{ state: 'ok' }])
  expect(existsSync(workspace)).toBe(false)
  await mkdir(workspace)
  expect(of(await examine({ SAYSO_WORKSPACE: workspace }), 'Workspace')).toMatchObject([
    { state: 'ok', says: workspace },
  ])
  expect(await readdir(workspace)).toEqual([])
  // Where nobody can make a file, root neither.
  const refused = await examine({ SAYSO_WORKSPACE: '/sys' })
  expect(refused).toMatchObject({ code: 1, ok: false })
  expect(of(refused, 'Workspace')).toMatchObject([
    {
      state: 'bad',
      says: expect.stringMatching(/^\/sys cannot be written: /u),
      cure: expect.stringContaining('SAYSO_WORKSPACE'),
    },
  ])
  expect(of(await examine({ SAYSO_WORKSPACE: house.people }), 'Workspace')).toMatchObject([
    { state: 'bad', says: `${house.people} is a file` },
  ])
})

test('what is not understood in the configuration is named, each with its cure, and nothing else is looked at', async () => {
  const { code, out } = await runSayso(['doctor', '--data', house.dir], {
    env: { ...house.env, SAYSO_WORKERS: '0', SAYSO_LOUD: '1' },
  })
  expect(code).toBe(1)
  expect(out).toContain('✗ Configuration SAYSO_WORKERS=0 is not a whole number from 1 to 64')
  expect(out).toContain('✗ Configuration SAYSO_LOUD is not a variable of Sayso')
  expect(out).not.toContain('Postgres')
  // Not a terminal: no colours.
  expect(out).not.toContain('\u001B')
})

test('a Postgres that is away and a catalogue that is broken or absent are found beside everything else', async () => {
  const folder = path.join(house.dir, 'catalogue')
  const absent = await examine({ SAYSO_CATALOGUE: folder, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
  expect(absent.code).toBe(1)
  expect(of(absent, 'Postgres')).toMatchObject([{ state: 'bad', cure: 'Start it, or correct DATABASE_URL.' }])
  expect(of(absent, 'Catalogue')).toMatchObject([{ state: 'bad' }])
  await mkdir(path.join(folder, 'commands'), { recursive: true })
  await writeFile(path.join(folder, 'commands', 'broken.yaml'), 'token: [')
  const broken = of(await examine({ SAYSO_CATALOGUE: folder }), 'Catalogue')
  expect(broken).toMatchObject([{ state: 'bad', cure: `sayso catalogue lint --dir ${folder}` }])
})

test('an embedded database that is not there yet is left unmade, and a secret that others can read is told about', async () => {
  const dir = path.join(house.dir, 'new')
  const embedded = { DATABASE_URL: '', SAYSO_SECRET: '' }
  expect(await examine(embedded, dir)).toMatchObject({ code: 0, ok: true })
  expect(existsSync(dir)).toBe(false)
  await mkdir(dir)
  const secret = path.join(dir, 'secret')
  await writeFile(secret, 'x'.repeat(40))
  await chmod(secret, 0o644)
  expect(of(await examine(embedded, dir), 'Secret')).toMatchObject([{ state: 'warn', cure: `chmod 600 ${secret}` }])
  await writeFile(secret, '')
  const damaged = of(await examine(embedded, dir), 'Secret')
  expect(damaged).toMatchObject([{ state: 'bad', cure: expect.stringMatching(/^Bring back the secret/u) }])
})

test('where the embedded database cannot be made, something else lies in its place, and that is found before the start', async () => {
  const data = path.join(house.dir, 'postgres')
  const embedded = { DATABASE_URL: '', SAYSO_SECRET: '' }
  await mkdir(data)
  expect(of(await examine(embedded), 'Postgres')).toMatchObject([{ state: 'ok' }])
  await writeFile(path.join(data, 'postgresql.conf'), '')
  const report = await examine(embedded)
  expect(report).toMatchObject({ code: 1, ok: false })
  const says = expect.stringContaining(`${data} holds something that is not Postgres data`)
  expect(of(report, 'Postgres')).toMatchObject([{ state: 'bad', says, cure: expect.stringContaining('sayso restore') }])
  expect(await readdir(data)).toEqual(['postgresql.conf'])
})

test('of a linked number it is said whether a bot serves it now', async () => {
  await house.make()
  const table = `${house.schema}.whatsapp_accounts`
  const lease = async (until: string) => {
    await house.rows(`update ${table} set until = ${until}`)
    return of(await examine(), 'WhatsApp')
  }
  await house.rows(`insert into ${table} (account, epoch, phone) values ('whatsapp', 1, '+5511990000009')`)
  const served = { what: 'WhatsApp', state: 'ok', says: '+5511990000009 is linked, and a bot serves it' }
  expect(await lease(`now() + interval '1 minute'`)).toEqual([served])
  await house.rows(`update ${table} set trouble = 'WhatsApp refuses it.', trouble_since = '2026-11-26 05:09Z'`)
  const hindered = {
    state: 'bad',
    says: expect.stringMatching(/cannot serve it since 2026-11-26T/),
    cure: 'WhatsApp refuses it.',
  }
  expect(of(await examine(), 'WhatsApp')).toMatchObject([hindered])
  const unserved = { state: 'warn', says: '+5511990000009 is linked, and no bot serves it' }
  for (const over of ['null', `now() - interval '1 second'`]) {
    expect(await lease(over)).toMatchObject([{ ...unserved, cure: expect.stringContaining('sayso bot') }])
  }
  await house.rows(`update ${table} set phone = null`)
  expect(of(await examine(), 'WhatsApp')).toMatchObject([{ state: 'warn', cure: 'sayso pair' }])
  // Nobody has chats over a number that was never linked.
  await house.rows(
    "insert into chats (account, channel, kind, external) values ('whatsapp', 'whatsapp', 'private', '+21')",
  )
  expect(of(await examine(), 'WhatsApp')).toMatchObject([
    { state: 'bad', says: expect.stringContaining('is not linked any more'), cure: 'sayso pair' },
  ])
  await house.rows(`update ${table} set phone = '+5511990000009', trouble = null`)
  await house.rows(`alter table ${table} drop column trouble, drop column trouble_since`)
  expect(await lease(`now() + interval '1 minute'`)).toEqual([served])
})

test('tables of a newer Sayso must be mended, and those of an older one are told about', async () => {
  await house.make()
  const table = `${house.schema}.kysely_migration`
  expect(of(await examine(), 'Tables')).toMatchObject([{ state: 'ok' }])
  const [last] = await house.rows<{ name: string }>(`select name from ${table} order by name desc limit 1`)
  await house.rows(`delete from ${table} where name = $1`, [last?.name])
  expect(of(await examine(), 'Tables')).toMatchObject([{ state: 'warn', cure: expect.stringContaining('backup') }])
  await house.rows(`insert into ${table} (name, timestamp) values ($1, 'now'), ('999-later', 'now')`, [last?.name])
  const newer = await examine()
  expect(newer).toMatchObject({ code: 1, ok: false })
  expect(of(newer, 'Tables')).toMatchObject([{ state: 'bad', says: 'made by a newer Sayso (999-later)' }])
})

test('a data folder that cannot be one is found, with what is wrong', async () => {
  const file = path.join(house.dir, 'file')
  await writeFile(file, '')
  const report = await examine({ DATABASE_URL: '', SAYSO_SECRET: '' }, path.join(file, 'data'))
  expect(report).toMatchObject({ code: 1, ok: false })
  expect(of(report, 'Data folder')).toMatchObject([{ state: 'bad', says: expect.stringContaining('(ENOTDIR)') }])
})

test('judgeOwners() finds what another user has left in the data folder, but what is of Postgres', () => {
  const sound = [
    { name: 'secret', uid: 7 },
    { name: 'postgres', uid: 26 },
    { name: 'postgres.json', uid: 0 },
  ]
  expect(judgeOwners('/d', 7, sound).state).toBe('ok')
  expect(judgeOwners('/d', 7, [...sound, { name: 'ledger-heads.jsonl', uid: 0 }])).toMatchObject({
    state: 'bad',
    says: expect.stringMatching(/^ledger-heads\.jsonl in \/d belongs to another user/u),
    cure: expect.stringContaining('chown -R 7 /d/ledger-heads.jsonl'),
  })
})

test('workspaceCure() asks for space where that is what lacks, and for rights elsewhere', () => {
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(workspaceCure(Object.assign(new Error(code), { code }))).toMatch(/^Free some space/u)
  for (const code of ['EACCES', 'EROFS'])
    expect(workspaceCure(Object.assign(new Error(code), { code }))).toContain('without ro')
})

test('findNode() and judgeSkew() know where it becomes bad', () => {
  expect(findNode('24.0.0').state).toBe('ok')
  expect(findNode('22.19.0').state).toBe('bad')
  expect([0, -1999, 2000, -29_999, 30_000, -90_000].map((ms) => judgeSkew(ms).state)).toEqual([
    'ok',
    'ok',
    'warn',
    'warn',
    'bad',
    'bad',
  ])
})

test('the connection "shop" is looked at: one that is away must be mended, one without marks is told about', async () => {
  const away = await examine({ SHOP_DATABASE_URL: 'postgresql://x:hunter2@127.0.0.1:1/none' })
  expect(away).toMatchObject({ code: 1, ok: false })
  const [shop] = of(away, 'Shop')
  expect(shop).toMatchObject({ state: 'bad', cure: expect.stringContaining('SHOP_DATABASE_URL') })
  expect(shop?.says).toMatch(/^127\.0\.0\.1:1 cannot be reached/u)
  expect(JSON.stringify(away)).not.toContain('hunter2')
  const other = await examine({ SHOP_DATABASE_URL: house.env['DATABASE_URL'] ?? '' })
  expect(of(other, 'Shop')).toMatchObject([{ state: 'warn', says: expect.stringContaining('sayso_effects') }])
})

test('the statements of the catalogue are held against the tables of the connection "shop", and none is run', async () => {
  await house.make()
  const url = new URL(house.url)
  url.searchParams.set('options', `-c search_path=${house.schema}_shop`)
  const before = await house.rows('select * from orders order by id')
  const fits = await examine({ SHOP_DATABASE_URL: url.href })
  expect(of(fits, 'Statements')).toMatchObject([{ state: 'ok' }])
  expect(await house.rows('select * from orders order by id')).toEqual(before)
  await house.rows('alter table orders rename column refunded to paid_back')
  const misfits = await examine({ SHOP_DATABASE_URL: url.href })
  expect(misfits).toMatchObject({ code: 1, ok: false })
  const told = of(misfits, 'Statements')
  expect(told).toContainEqual({
    what: 'Statements',
    state: 'bad',
    says: expect.stringMatching(/^commands\/orders\/refund\.yaml:\d+:\d+: column "refunded" does not exist$/u),
    cure: expect.stringContaining('SHOP_DATABASE_URL'),
  })
  expect(told.map(({ says }) => says).join('\n')).toMatch(/_menu\.yaml:\d+:\d+: column "refunded" does not exist/u)
  await house.rows('drop table order_notes, orders cascade')
  const none = of(await examine({ SHOP_DATABASE_URL: url.href }), 'Statements')
  expect(none.at(-1)?.says).toMatch(/^and \d+ more that do not fit$/u)
})

test('a database that a start would refuse for its encoding is found', async () => {
  const name = `${house.schema}_latin1`
  await house.rows(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
  const url = new URL(house.env['DATABASE_URL'] ?? '')
  url.pathname = name
  const report = await examine({ DATABASE_URL: url.href })
  await house.rows(`drop database ${name}`)
  expect(report).toMatchObject({ code: 1, ok: false })
  expect(of(report, 'Postgres')).toMatchObject([
    { state: 'bad', says: `${name} stores text as LATIN1, which cannot hold everything that people write` },
  ])
})

test('the people file is looked at: what it says of roles that do not exist must be mended', async () => {
  const file = path.join(house.dir, 'people.yaml')
  await mkdir(house.dir, { recursive: true })
  await writeFile(file, `people:\n${person('+5511990000001', 'ownr')}`)
  const misspelt = await examine({ SAYSO_PEOPLE: file })
  expect(misspelt).toMatchObject({ code: 1, ok: false })
  expect(of(misspelt, 'People')).toMatchObject([
    {
      state: 'bad',
      says: expect.stringContaining(':2:51: a role that does not exist: "ownr" (did you mean "owner"?)'),
    },
  ])
  await writeFile(file, `people:\n${person('+5511990000001', 'viewer')}`)
  // The catalogue that is shipped has that role.
  const withoutOwner = await examine({ SAYSO_PEOPLE: file, SAYSO_CATALOGUE: '' })
  expect(of(withoutOwner, 'People')).toMatchObject([{ state: 'warn' }])
  await writeFile(file, `people:\n${person('+5511990000001', 'owner').replace('Ana', 'Ana (owner)')}`)
  expect(of(await examine({ SAYSO_PEOPLE: file }), 'People')).toMatchObject([
    { state: 'ok' },
    {
      state: 'warn',
      says: expect.stringMatching(/people\.yaml:2:\d+: this name has a bracket/u),
      cure: 'Give them another name in the file.',
    },
  ])
})

test('an action that cannot be loaded is found once, and is no fault of the people file', async () => {
  const actions = path.join(house.dir, 'actions')
  await mkdir(actions)
  await writeFile(path.join(actions, 'broken.ts'), 'export const broken = (')
  const report = await examine({ SAYSO_ACTIONS: actions, SAYSO_PEOPLE: house.people })
  expect(report.findings.filter(({ says }) => says.includes('broken.ts'))).toMatchObject([{ what: 'Catalogue' }])
  expect(of(report, 'People')).toMatchObject([{ state: 'ok' }])
})
