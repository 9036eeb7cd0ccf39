import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { may } from '../../../access/may.ts'
import type { Catalogue } from '../../../catalogue/catalogue.ts'
import { loadCatalogue } from '../../../catalogue/load-catalogue.ts'
import { jsonText, type JsonObject } from '../../../json.ts'
import { openLedger, type Ledger } from '../../../ledger/open-ledger.ts'
import { isPaused, pauseOf } from '../../../ledger/settings.ts'
import { createSealer } from '../../../ledger/evidence/sealer.ts'
import { createSecrets } from '../../../ledger/secrets/secrets.ts'
import { verifyLedger } from '../../../ledger/verify/verify-ledger.ts'
import { changePeople } from '../../../testing/installations/change-people.ts'
import { createLedgerDatabase, type TestDatabase } from '../../../testing/installations/test-database.ts'
import { createActions, type Actions } from '../../action.ts'
import { createMemoryJournal } from '../../run/memory-journal.ts'
import type { Outcome } from '../../run/outcome.ts'
import { planChain } from '../../plan/plan-chain.ts'
import { runChain } from '../../run/run-chain.ts'
import { createAdminActions } from './admin.ts'

/** The commands of commands/admin, run as they stand against a ledger. */

const secrets = createSecrets('a secret of tests that is long enough')
const clock = () => new Date('2026-11-21T12:00:00Z')
const root = join(import.meta.dirname, '..', '..', '..', '..')

let database: TestDatabase
let ledger: Ledger
let actions: Actions
let catalogue: Catalogue
let workspaceDir: string
let ana: string
let bia: string

beforeAll(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger(database)
  workspaceDir = await mkdtemp(join(tmpdir(), 'sayso-admin-'))
  actions = createActions(
    createAdminActions({
      db: ledger.db,
      secrets,
      clock,
      catalogue: () => catalogue,
      queueHealth: async () => 'down',
      workspaceDir,
    }),
  )
  catalogue = await loadCatalogue({
    commandsDir: join(root, 'commands'),
    localesDir: join(root, 'locales'),
    actions,
    planProblems: (chain) => {
      if (chain.some(({ actionDomain }) => actionDomain !== 'admin')) return []
      const planned = planChain(chain, { actions, outsideDomains: [] })
      return planned.kind === 'problems' ? planned.problems : []
    },
  })
})

beforeEach(async () => {
  await database.pool.query('delete from settings; delete from people')
  ana = await add('+5511990000001', 'Ana', ['owner'])
  bia = await add('+5511990000002', 'Bia', ['viewer'])
})

afterAll(async () => {
  await ledger.close()
  await database.close()
  await rm(workspaceDir, { recursive: true })
})

async function add(phone: string, name: string, roles: string[]): Promise<string> {
  const [added] = await changePeople<{ id: string }>(
    { db: ledger.db, secrets },
    `insert into people (phone, name, roles, language, time_zone, source)
      values ($1, $2, $3, 'en', 'America/Sao_Paulo', 'file') returning id`,
    [phone, name, roles],
  )
  return added?.id ?? ''
}

type Given = {
  readonly as?: string
  readonly commandId?: string
  readonly journal?: ReturnType<typeof createMemoryJournal>
}

async function run(token: string, args: JsonObject = {}, given: Given = {}): Promise<Outcome> {
  const command = catalogue.commands.get(token)
  if (command === undefined) throw new TypeError(`There is no ${token}`)
  return runChain({
    chain: command.chain,
    args,
    command: { id: given.commandId ?? randomUUID(), ref: 'TEST2' },
    actor: { id: given.as ?? ana },
    actions,
    journal: given.journal ?? createMemoryJournal(),
    limits: { stepTimeoutMs: 5000 },
    signal: new AbortController().signal,
  })
}

async function outputOf(outcome: Promise<Outcome>): Promise<JsonObject> {
  const settled = await outcome
  if (settled.kind !== 'executed') throw new Error(settled.explanation)
  // Every output of the domain is an object.
  return Object.values(settled.outputs).at(-1) as JsonObject
}

const evidence = async (kind: string) =>
  (await database.pool.query('select * from evidence where kind = $1 order by id', [kind])).rows

describe('the commands of administration', () => {
  test('are all there, with the safety that they need', () => {
    const found = [...catalogue.commands.values()].filter(({ path }) => path.startsWith('admin.'))
    const by = (safety: string) =>
      found
        .filter((command) => command.safety === safety)
        .map(({ token }) => token)
        .toSorted()
    expect(by('read')).toEqual([
      'EXPORT',
      'HISTORY',
      'LIST_PEOPLE',
      'MY_DATA',
      'QUEUE',
      'STATUS',
      'VERIFY_LEDGER',
      'WHOAMI',
    ])
    expect(by('mutation')).toEqual([
      'CALL_ME',
      'HAPPENED',
      'LANGUAGE',
      'NOT_HAPPENED',
      'PAUSE',
      'PERSON_TIME_ZONE',
      'RENAME_PERSON',
      'RESUME',
      'TIME_ZONE',
    ])
    expect(by('destructive')).toEqual([
      'ADD_OWNER',
      'ADD_PERSON',
      'CHANGE_NUMBER',
      'FORGET',
      'GRANT_ROLE',
      'REMOVE_PERSON',
      'REVOKE_ROLE',
    ])
    expect(catalogue.commands.get('ADD_OWNER')?.confirm).toBe('phrase')
    const open = found.filter(({ whilePaused }) => whilePaused).map(({ token }) => token)
    expect(open.toSorted()).toEqual([
      'HAPPENED',
      'LANGUAGE',
      'NOT_HAPPENED',
      'PAUSE',
      'REMOVE_PERSON',
      'RESUME',
      'REVOKE_ROLE',
      'TIME_ZONE',
    ])
    expect(found.every(({ path, scope }) => path === scope)).toBe(true)
  })

  test.each(['viewer', 'operator', 'owner'])('let a %s see and correct what is held of them', (role) => {
    const person = { id: bia, phone: '+5511990000002', name: 'Bia', roles: [role], language: 'en', timeZone: 'UTC' }
    for (const scope of ['admin.whoami', 'admin.call-me', 'admin.language', 'admin.time-zone', 'admin.my-data'])
      expect(may({ person, scope, roles: catalogue.roles })).toBe(true)
    expect(catalogue.commands.get('MY_DATA')?.onlyPrivate).toBe(true)
  })

  test('WHOAMI knows who asks, and nobody whose rights are gone', async () => {
    expect(await outputOf(run('WHOAMI', {}, { as: bia }))).toMatchObject({ name: 'Bia', roles: 'viewer' })
    expect(await run('WHOAMI', {}, { as: randomUUID() })).toMatchObject({
      kind: 'failed',
      reason: 'precondition_failed',
    })
  })

  test('do nothing on nobody’s behalf', async () => {
    const chain = catalogue.commands.get('PAUSE')?.chain ?? []
    const outcome = await runChain({
      chain,
      args: {},
      command: { id: randomUUID(), ref: 'TEST2' },
      actions,
      journal: createMemoryJournal(),
      limits: { stepTimeoutMs: 5000 },
      signal: new AbortController().signal,
    })
    expect(outcome).toMatchObject({ kind: 'failed', effect: 'none' })
    expect(await pauseOf(ledger.db)).toBeNull()
  })

  test('ADD_PERSON, GRANT_ROLE, REVOKE_ROLE, RENAME_PERSON and REMOVE_PERSON change the people, with evidence that names nobody', async () => {
    const caio = { phone: '+55 11 99000-0003', name: 'Caio' }
    expect(await outputOf(run('ADD_PERSON', { ...caio, role: 'viewer' }))).toMatchObject({ phone: '+5511990000003' })
    const phone = '+5511990000003'
    expect(await outputOf(run('GRANT_ROLE', { phone, role: 'operator' }))).toMatchObject({ roles: 'viewer, operator' })
    expect(await outputOf(run('REVOKE_ROLE', { phone, role: 'viewer' }))).toMatchObject({ roles: 'operator' })
    expect(await outputOf(run('RENAME_PERSON', { phone, name: 'Caio Lima' }))).toMatchObject({ before: 'Caio' })
    await outputOf(run('REMOVE_PERSON', { phone }))
    expect(await outputOf(run('LIST_PEOPLE'))).toMatchObject({ rows: [{ name: 'Ana' }, { name: 'Bia' }] })
    for (const kind of ['person_added', 'role_granted', 'role_revoked', 'person_renamed', 'person_removed']) {
      const rows = await evidence(`admin.${kind}`)
      expect(rows).toMatchObject([{ person_id: ana, command_id: expect.any(String) }])
      expect(JSON.stringify(rows)).not.toMatch(/Caio|99000/u)
    }
  })

  test.each([
    ['REMOVE_PERSON', { phone: '+5511990000001' }],
    ['REVOKE_ROLE', { phone: '+5511990000001', role: 'owner' }],
    ['GRANT_ROLE', { phone: '+5511990000002', role: 'boss' }],
    ['RENAME_PERSON', { phone: '+5511990000002', name: 'Bia' }],
    ['CHANGE_NUMBER', { phone: '+5511990000001', number: '+5511990000007' }],
    ['CHANGE_NUMBER', { phone: '+5511990000002', number: '+5511990000001' }],
    ['CHANGE_NUMBER', { phone: '+5511990000002', number: '12' }],
    ['CHANGE_NUMBER', { phone: '+15550000000', number: '+5511990000007' }],
    ['CALL_ME', { name: 'bia' }],
    ['ADD_PERSON', { phone: '+5511990000002', name: 'Bia', role: 'viewer' }],
    ['ADD_OWNER', { name: 'Eve' }],
    ['LANGUAGE', { code: 'tlh' }],
    ['TIME_ZONE', { zone: 'Mars/Base' }],
    ['PERSON_TIME_ZONE', { phone: '+5511990000002', zone: 'Mars/Base' }],
    ['PERSON_TIME_ZONE', { phone: '+15550000000', zone: 'UTC' }],
    ['RESUME', {}],
    ['FORGET', { person: '+5511990000001' }],
    ['EXPORT', { person: '+15550000000' }],
  ])('%s of %j changes nothing and leaves no evidence', async (token, args) => {
    const { rows: before } = await database.pool.query('select count(*) from evidence')
    const people = await outputOf(run('LIST_PEOPLE'))
    expect(await run(token, args)).toMatchObject({ kind: 'failed', reason: 'precondition_failed', effect: 'none' })
    expect((await database.pool.query('select count(*) from evidence')).rows).toEqual(before)
    expect(await outputOf(run('LIST_PEOPLE'))).toEqual(people)
  })

  test('an effect happens once: a second attempt, and a run that broke before its result, give what the first gave', async () => {
    const commandId = randomUUID()
    const added = { phone: '+5511990000004', name: 'Duda', role: 'viewer' }
    const before = (await evidence('admin.person_added')).length
    const first = await outputOf(run('ADD_PERSON', added, { commandId }))
    expect(await outputOf(run('ADD_PERSON', added, { commandId }))).toEqual(first)
    const [step] = catalogue.commands.get('ADD_PERSON')?.chain ?? []
    const meta = { actor: ana, ...added }
    const journal = createMemoryJournal([{ kind: 'intent', step: step?.stepName ?? '', meta, prepared: null }])
    expect(await outputOf(run('ADD_PERSON', added, { commandId, journal }))).toEqual(first)
    expect(await evidence('admin.person_added')).toHaveLength(before + 1)
  })

  test('a run that broke before its effect goes on', async () => {
    const [step] = catalogue.commands.get('PAUSE')?.chain ?? []
    const intent = { kind: 'intent', step: step?.stepName ?? '', meta: { actor: ana }, prepared: null } as const
    await outputOf(run('PAUSE', {}, { journal: createMemoryJournal([intent]) }))
    expect(await pauseOf(ledger.db)).toMatchObject({ personId: ana })
  })

  test('of several attempts at once one has the effect', async () => {
    const commandId = randomUUID()
    const before = (await evidence('admin.paused')).length
    const outputs = await Promise.all(Array.from({ length: 5 }, () => outputOf(run('PAUSE', {}, { commandId }))))
    expect(new Set(outputs.map((output) => JSON.stringify(output))).size).toBe(1)
    expect(await evidence('admin.paused')).toHaveLength(before + 1)
  })

  test('PAUSE and RESUME say who and since when, and STATUS tells it with the queue', async () => {
    expect(await outputOf(run('STATUS'))).toMatchObject({ paused: 'no', queue: 'down', waiting: 0, error_count: 0 })
    await outputOf(run('PAUSE'))
    expect(await pauseOf(ledger.db)).toEqual({ since: clock(), personId: ana, name: 'Ana' })
    expect(await outputOf(run('STATUS'))).toMatchObject({
      paused: 'yes',
      paused_by: 'Ana',
      paused_since: '11/21/26, 9:00 AM',
    })
    expect(await run('PAUSE', {}, { as: bia })).toMatchObject({ kind: 'failed', reason: 'precondition_failed' })
    expect(await isPaused(ledger.db)).toBe(true)
    await outputOf(run('RESUME', {}, { as: bia }))
    expect(await isPaused(ledger.db)).toBe(false)
  })

  test('CALL_ME changes what who asks is called, and leaves evidence without either name in its facts', async () => {
    expect(await outputOf(run('CALL_ME', { name: 'Beatriz' }, { as: bia }))).toMatchObject({
      name: 'Beatriz',
      before: 'Bia',
    })
    const { rows } = await database.pool.query('select name, chat_fields from people where id = $1', [bia])
    expect(rows).toEqual([{ name: 'Beatriz', chat_fields: ['name'] }])
    const [last] = (await evidence('admin.person_renamed')).slice(-1)
    expect(last).toMatchObject({ person_id: bia, facts: { person: bia } })
    expect(JSON.stringify(last)).not.toMatch(/Beatriz|Bia/u)
  })

  test('LANGUAGE sets the language of who asks', async () => {
    await outputOf(run('LANGUAGE', { code: 'en' }, { as: bia }))
    const { rows } = await database.pool.query('select language, chat_fields from people where id = $1', [bia])
    expect(rows).toEqual([{ language: 'en', chat_fields: ['language'] }])
  })

  test('TIME_ZONE sets the time zone of who asks, and says which clock is theirs now', async () => {
    expect(await outputOf(run('TIME_ZONE', { zone: 'america/manaus' }, { as: bia }))).toEqual({
      zone: 'America/Manaus',
      place: 'Manaus',
      now: 'America/Manaus',
    })
    const { rows } = await database.pool.query('select time_zone, chat_fields from people where id = $1', [bia])
    expect(rows).toEqual([{ time_zone: 'America/Manaus', chat_fields: ['time_zone'] }])
    const facts = { person: bia, time_zone: 'America/Manaus' }
    expect((await evidence('admin.time_zone_set')).at(-1)).toMatchObject({ person_id: bia, facts })
  })

  test('CHANGE_NUMBER gives what somebody may do to the new number and takes it from the old one, with evidence that names nobody', async () => {
    const [old, number] = ['+5511990000003', '+5521988887777']
    await outputOf(run('ADD_PERSON', { phone: old, name: 'Caio', role: 'operator' }))
    await outputOf(run('PERSON_TIME_ZONE', { phone: old, zone: 'America/Manaus' }))
    const ownerOnly = await run('CHANGE_NUMBER', { phone: '+5511990000001', number }, { as: bia })
    expect(ownerOnly).toMatchObject({ kind: 'failed', reason: 'precondition_failed', effect: 'none' })
    expect(await outputOf(run('CHANGE_NUMBER', { phone: old, number: '+55 21 98888-7777' }))).toMatchObject({
      name: 'Caio',
      phone: number,
      before: old,
      roles: 'operator',
    })
    const { rows } = await database.pool.query<{ id: string; phone: string }>(
      `select id, phone, active, roles, time_zone, removed_at is not null as removed from people where name = 'Caio' order by active`,
    )
    const kept = { roles: ['operator'], time_zone: 'America/Manaus' }
    expect(rows).toMatchObject([
      { phone: old, active: false, removed: true, ...kept },
      { phone: number, active: true, removed: false, ...kept },
    ])
    const [evidenced, ...more] = await evidence('admin.number_changed')
    expect(more).toEqual([])
    expect(evidenced).toMatchObject({ person_id: ana, facts: { person: rows[1]?.id, before: rows[0]?.id } })
    expect(JSON.stringify(evidenced)).not.toMatch(/Caio|98888|99000/u)
    // Back again, and out of the way of the other tests.
    await outputOf(run('CHANGE_NUMBER', { phone: number, number: old }))
    await outputOf(run('REMOVE_PERSON', { phone: old }))
  })

  test('PERSON_TIME_ZONE sets that of somebody else, but of nobody who may do more', async () => {
    const zone = 'America/Manaus'
    expect(await outputOf(run('PERSON_TIME_ZONE', { phone: '+5511990000002', zone }))).toMatchObject({
      name: 'Bia',
      place: 'Manaus',
      before: 'America/Sao_Paulo',
    })
    expect((await evidence('admin.time_zone_set')).at(-1)).toMatchObject({ person_id: ana, facts: { person: bia } })
    const outcome = await run('PERSON_TIME_ZONE', { phone: '+5511990000001', zone }, { as: bia })
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'precondition_failed', effect: 'none' })
  })

  test('HISTORY tells what happened in the order in which it did, in the time of who asks', async () => {
    await outputOf(run('PAUSE'))
    await outputOf(run('RESUME'))
    const { rows } = (await outputOf(run('HISTORY', { person: '+5511990000001' }))) as {
      readonly rows: readonly JsonObject[]
    }
    expect(rows.slice(-2)).toMatchObject([
      { event: 'admin_paused', who: 'Ana', of: 'nothing', about: '', when: '11/21/26, 9:00 AM' },
      { event: 'admin_resumed', who: 'Ana' },
    ])
    expect(await outputOf(run('HISTORY', { ref: '#zzzzz' }))).toEqual({ rows: [] })
  })

  test('VERIFY_LEDGER verifies', async () => {
    await outputOf(run('PAUSE'))
    await createSealer({ db: ledger.db, secrets, clock }).seal()
    expect(await outputOf(run('VERIFY_LEDGER'))).toMatchObject({ ok: 'yes', unsealed: 0 })
    expect((await verifyLedger({ db: ledger.db, secrets })).ok).toBe(true)
  })

  test.each(['EXPORT', 'MY_DATA'])('%s gives a file that nobody else can read', async (token) => {
    const { media, filename } = await outputOf(run(token, {}, { as: bia }))
    expect(media).toEqual([
      { path: `/exports/${jsonText(filename ?? '')}`, mimetype: 'application/json', filename, kind: 'document' },
    ])
    const path = join(workspaceDir, 'exports', jsonText(filename ?? ''))
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ person: { id: bia, name: 'Bia' }, complete: true })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('ADD_OWNER makes its sender the owner while there is none', async () => {
    await changePeople({ db: ledger.db, secrets }, 'update people set active = false where id = $1', [ana])
    expect(await outputOf(run('ADD_OWNER', { name: 'Beatriz' }, { as: bia }))).toMatchObject({
      name: 'Beatriz',
      roles: 'owner',
    })
    expect(await run('ADD_OWNER', {}, { as: bia })).toMatchObject({ kind: 'failed', reason: 'precondition_failed' })
  })
})
