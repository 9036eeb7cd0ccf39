/** `sayso people`: what it changes has gone through a preview, a confirmation and the evidence. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOrdersCatalogue } from '../testing/catalogues/orders-catalogue.ts'
import { runSayso, type SaysoRun } from '../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'

let house: TestInstallation

beforeEach(async () => {
  house = await createTestInstallation()
  await house.make()
})
afterEach(() => house.close())

function sayso(...args: readonly string[]): Promise<SaysoRun> {
  return runSaysoHere([...args, '--data', house.dir, '--people', house.people], { env: house.env })
}

/** Shows the preview, then confirms it by its token. */
async function change(...args: readonly string[]): Promise<SaysoRun> {
  const shown = await sayso('people', ...args)
  const answer = /npm exec -- sayso run --yes "?([^"]+?)"? --data/u.exec(shown.err)?.[1]
  expect(shown.code).toBe(3)
  return sayso('run', '--yes', answer ?? '')
}

async function roles(): Promise<string | undefined> {
  const { out } = await sayso('people', 'list', '--json')
  const found: readonly { readonly name: string; readonly roles: string }[] = JSON.parse(out)
  return found.find(({ name }) => name === 'Bia Souza')?.roles
}

test('somebody is added, given and taken a role, and removed, each proved', async () => {
  const phone = '+55 11 98888-0002'
  expect(await change('add', phone, 'Bia Souza', 'viewer')).toMatchObject({ code: 0 })
  expect(await roles()).toBe('viewer')
  expect(await change('roles', phone, '--grant', 'operator')).toMatchObject({ code: 0 })
  expect(await roles()).toBe('viewer, operator')
  expect(await change('roles', phone, '--revoke', 'viewer')).toMatchObject({ code: 0 })
  expect(await roles()).toBe('operator')
  expect(await change('roles', phone, '--revoke', 'operator')).toMatchObject({ code: 0 })
  expect(await roles()).toBe('')
  expect((await sayso('people', 'list')).out).toMatch(/Bia Souza.*—$/mu)
  expect(await change('zone', phone, 'Mexico City')).toMatchObject({ code: 0 })
  const zones = await house.rows("select time_zone, chat_fields from people where name = 'Bia Souza'")
  expect(zones).toEqual([{ time_zone: 'America/Mexico_City', chat_fields: ['active', 'name', 'roles', 'time_zone'] }])
  expect(await change('remove', phone)).toMatchObject({ code: 0 })
  expect(await roles()).toBeUndefined()
  const proved = await house.rows(
    "select e.kind, p.phone from evidence e join people p on p.id = e.person_id where kind like 'admin.%' order by e.id",
  )
  expect(proved).toEqual(
    ['person_added', 'role_granted', 'role_revoked', 'role_revoked', 'time_zone_set', 'person_removed'].map((kind) => ({
      kind: `admin.${kind}`,
      phone: house.phone(0),
    })),
  )
  expect(await house.verify()).toMatchObject({ ok: true })
})

test('somebody is added to a catalogue that has no command for it', async ({ onTestFinished }) => {
  const own = await createOrdersCatalogue()
  onTestFinished(own.remove)
  const env = { ...house.env, SAYSO_CATALOGUE: own.dir }
  const say = (...args: readonly string[]) =>
    runSaysoHere([...args, '--data', house.dir, '--people', house.people], { env })
  const shown = await say('people', 'add', '+55 11 98888-0002', 'Bia Souza', 'owner')
  const [, answer = ''] = /npm exec -- sayso run --yes "?([^"]+?)"? --data/u.exec(shown.err) ?? []
  expect(await say('run', '--yes', answer)).toMatchObject({ code: 0 })
  expect((await say('people', 'list')).out).toMatch(/Bia Souza.*owner$/mu)
  expect(await say('run', 'PAUSE')).toMatchObject({ code: 3 })
})

test('what is wrong is told in the words of the command line, with the roles and the people that there are', async () => {
  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['roles PHONE --grant ROLE', ['roles', house.phone(1), '--grant', 'boss'], /role: .*viewer, operator, owner/u],
    ['roles PHONE --revoke ROLE', ['roles', house.phone(1), '--revoke', 'boss'], /role: .*viewer, operator, owner/u],
    ['add PHONE NAME ROLE', ['add', '+5511988880002', 'Bia', 'boss'], /role: .*viewer, operator, owner/u],
    ['add PHONE NAME ROLE', ['add', '12', 'Bia', 'viewer'], /phone: /u],
  ]
  for (const [written, args, why] of wrong) {
    const { code, err } = await sayso('people', ...args)
    expect({ args, code }).toEqual({ args, code: 2 })
    expect(err).toMatch(why)
    expect(err).toContain(`Write it like: sayso people ${written}\n`)
  }
  for (const args of [
    ['remove', '+5511988880002'],
    ['roles', 'Nobody', '--grant', 'viewer'],
    ['zone', '+5500000000000', 'Manaus'],
  ]) {
    const { code, err, out } = await sayso('people', ...args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/Nobody here is called “.+” or has that number\. `sayso people list` shows/u)
  }
  const { code, out } = await sayso('people', 'remove', 'Nobody', '--json')
  expect([code, JSON.parse(out)]).toEqual([
    1,
    { status: 'refused', command: null, replies: [{ about: 'refusal', text: expect.stringContaining('Nobody here') }] },
  ])
})

test('what cannot be is refused before anybody is changed', async () => {
  expect((await sayso('people', 'add', '12', 'Bia', 'king')).err).toContain('role: ')
  for (const name of ['Yes', 'Owner', 'REMOVE_PERSON', 'Bia (owner)', 'Sayso: done']) {
    const refused = await sayso('people', 'add', '+5511988880002', name, 'viewer')
    expect([name, refused.code]).toEqual([name, 1])
    expect(refused.out + refused.err).toMatch(/Nobody can be called “.+”: .+ (add a surname|Choose a plain name)\./u)
  }
  expect(await sayso('people', 'add', '+5511988880002', 'Bia')).toMatchObject({ code: 2 })
  expect(await sayso('people', 'roles', '+5511988880002', '--grant', 'viewer', '--revoke', 'viewer')).toMatchObject({
    code: 2,
  })
  expect((await sayso('people', 'zone', '+5511988880002')).code).toBe(2)
  expect((await sayso('people', 'remove', '+5511988880002')).code).toBe(1)
  expect(await house.rows("select 1 from evidence where kind like 'admin.%'")).toEqual([])
})

test('the roles are those that somebody may be given, with what they grant', async () => {
  const args = ['people', 'roles', '--json', '--data', house.dir]
  const { code, out } = await runSayso(args, { env: house.env })
  expect(code).toBe(0)
  const shown: readonly { readonly role: string; readonly grants: readonly string[] }[] = JSON.parse(out)
  expect(shown.map(({ role }) => role)).toEqual(['viewer', 'operator', 'owner'])
  expect(shown.find(({ role }) => role === 'owner')?.grants).toEqual(['*'])
})

test('a people file never takes the last owner, and who only looks changes nothing', async () => {
  const nobody = path.join(house.dir, 'nobody.yaml')
  await writeFile(nobody, 'people: []\n')
  const owners = () => house.rows("select phone from people where active and 'owner' = any(roles) order by phone")
  expect((await sayso('run', 'ORDER_STATUS', '204')).code).toBe(0)
  const before = await owners()
  expect(before).not.toEqual([])
  const as = (...args: readonly string[]) =>
    runSaysoHere([...args, '--data', house.dir, '--people', nobody], { env: house.env })
  expect((await as('people', 'list')).code).toBe(0)
  expect(await as('run', 'ORDER_STATUS', '204')).toMatchObject({ err: expect.stringContaining('no owner left') })
  expect(await owners()).toEqual(before)
})

test('a people file with names that the chat gives nobody is taken all the same, and it is told where they are', async () => {
  const file = path.join(house.dir, 'misnamed.yaml')
  const called = (n: number, name: string) => `  - { phone: "${house.phone(n)}", name: "${name}", roles: [owner] }\n`
  const names = ['Ana', 'Bia (owner)', 'Yes', `Ana ${house.phone(0)}`]
  await writeFile(file, `people:\n${names.map((name, n) => called(n, name)).join('')}`)
  const env = { ...house.env, SAYSO_LOG: 'info' }
  const { code, err } = await runSaysoHere(['run', 'WHOAMI', '--data', house.dir, '--people', file], { env })
  expect(code).toBe(0)
  const told = err.split('\n').filter((line) => line.includes('people.misnamed'))
  expect(told.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)).toEqual([
    `${file}:3:38: this name has a bracket, a colon or a word for a role, and would look like rights: choose a plain name`,
    `${file}:4:38: this name would be taken for an answer, a command or a role: choose another one, or add a surname`,
    `${file}:5:38: a name has nothing hidden, one alphabet a word and no phone number in it: choose a plain name`,
  ])
})

test('who is in the people file under the other number of their line speaks here as before', async () => {
  const file = path.join(house.dir, 'other.yaml')
  const [known, other] = ['+5511990000000', '+551190000000']
  const use = async (phone: string) => {
    await writeFile(file, `people:\n  - { phone: "${phone}", name: Ana, roles: [owner], language: en }\n`)
    return runSaysoHere(['run', 'WHOAMI', '--data', house.dir, '--people', file], { env: house.env })
  }
  expect(await use(known)).toMatchObject({ code: 0 })
  expect(await use(other)).toMatchObject({ code: 0, out: expect.stringContaining('Ana') })
  expect(await house.rows('select phone, active from people')).toEqual([{ phone: known, active: true }])
})
