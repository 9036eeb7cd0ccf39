import { existsSync } from 'node:fs'
/** What every subcommand has in common, asked of the real command line. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { runSayso } from '../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'
import { createTestInstallation } from '../testing/installations/test-installation.ts'

async function names(): Promise<readonly string[]> {
  const { out } = await runSaysoHere(['--help'])
  return [...out.matchAll(/^ {2}([a-z]+) +\S/gmu)].map(([, name = '']) => name)
}

test('every subcommand explains itself, with examples, without opening anything', async () => {
  const known = await names()
  expect(known).toEqual(expect.arrayContaining(['start', 'run', 'people', 'link', 'backup', 'restore', 'doctor']))
  for (const name of known) {
    const { code, out, err } = await runSaysoHere([name, '--help'])
    expect({ name, code, err }).toEqual({ name, code: 0, err: '' })
    expect(out).toMatch(new RegExp(`^Usage: sayso ${name}`, 'u'))
    expect(out).toMatch(new RegExp(`^Examples:\\n {2}.*sayso ${name}`, 'mu'))
  }
  const asked = await Promise.all(
    [
      ['help', 'chat'],
      ['--help', 'chat'],
      ['-h', 'chat'],
      ['chat', '-h'],
    ].map((words) => runSaysoHere(words)),
  )
  for (const { code, out } of asked) expect({ code, out }).toEqual({ code: 0, out: asked[0]?.out ?? '' })
  expect(asked[0]?.out).toMatch(/^Usage: sayso chat/u)
  expect((await runSaysoHere(['help', 'catalogue', 'new'])).out).toMatch(/^Usage: sayso catalogue new/u)
})

test('what works on an installation refuses a folder without one, and makes nothing there', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayso-typo-'))
  const data = path.join(folder, 'typo')
  const asked = ['ledger verify', 'people list', 'secret status', 'run STATUS', 'worker', `backup ${folder}/b.tar.gz`]
  try {
    for (const words of asked) {
      const env = { DATABASE_URL: '', SAYSO_SECRET: '' }
      const refused = await runSaysoHere([...words.split(' '), '--data', data], { env })
      expect({ words, ...refused }).toMatchObject({ words, code: 2, out: '' })
      expect(refused.err).toContain(`There is no installation of Sayso in ${data}; name its folder`)
    }
    expect(await readdir(folder)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('an option that is given twice with different values is refused before anything is done', async () => {
  const asked = [
    ['doctor', '--data'],
    ['catalogue', 'list', '--dir'],
    ['catalogue', 'new', 'orders/late', '--dir'],
    ['test', '--filter'],
    ['try', 'list orders', '--lang'],
    ['dev', 'whatsapp-server', '--data'],
    ['secret', 'status', '--data'],
  ]
  for (const words of asked) {
    const option = words.at(-1) ?? ''
    const err = `sayso: ${option} is given twice: "one" and "other". Give it once.\n`
    expect(await runSaysoHere([...words, 'one', option, 'other'])).toEqual({ code: 2, out: '', err })
  }
})

test('a workspace that is a file is refused, and the variable is named', async () => {
  const house = await createTestInstallation()
  try {
    await house.make()
    const env = { ...house.env, SAYSO_WORKSPACE: house.people }
    const refused = await runSaysoHere(['ledger', 'verify', '--data', house.dir], { env })
    const err = `sayso: The workspace ${house.people} is a file; name a folder in SAYSO_WORKSPACE\n`
    expect(refused).toEqual({ code: 2, out: '', err })
  } finally {
    await house.close()
  }
})

test('what backs up, proves or seals anew leaves tables of an earlier version as they are', async () => {
  const house = await createTestInstallation()
  try {
    await house.make()
    // As the version before the last change of the tables left them.
    await house.rows('drop index envelopes_asked_by')
    await house.rows(`delete from kysely_migration where name = '028-approvals'`)
    const run = (...words: readonly string[]) => runSaysoHere([...words, '--data', house.dir], { env: house.env })
    const file = path.join(house.dir, '..', `backup-of-${path.basename(house.dir)}.tar.gz`)
    for (const refused of [await run('backup', file), await run('ledger', 'verify'), await run('secret', 'status')]) {
      expect(refused).toMatchObject({ code: 2, out: '' })
      expect(refused.err).toContain('make a backup with that version first')
    }
    expect(existsSync(file)).toBe(false)
    expect(await house.rows(`select name from kysely_migration where name >= '028'`)).toEqual([])
    expect(await run('people', 'list')).toMatchObject({ code: 0 })
    expect(await run('ledger', 'verify')).toMatchObject({ code: 0 })
  } finally {
    await house.close()
  }
})

test('--version, -V and version print the version of package.json alone', async () => {
  const printed = await Promise.all([runSayso(['--version']), runSaysoHere(['-V']), runSaysoHere(['version'])])
  const version = { code: 0, out: `${manifest.version}\n`, err: '' }
  expect(printed).toEqual([version, version, version])
})

test('what is not understood is told on standard error with what there is, and exits with 2', async () => {
  // What every object has is no subcommand either.
  for (const name of ['dance', 'constructor']) {
    const unknown = await runSaysoHere([name])
    expect(unknown).toMatchObject({ code: 2, out: '' })
    expect(unknown.err).toBe(`sayso has no subcommand "${name}". \`sayso help\` lists them.\n`)
  }
  const near = await runSaysoHere(['docter'])
  expect(near.err).toContain('Did you mean "doctor"?')
  const option = await runSayso(['doctor', '--loud'])
  expect(option).toMatchObject({ code: 2, out: '' })
  expect(option.err).toContain("'--loud'")
  expect(option.err).toContain('`sayso help doctor` shows how it is used.')
  expect(option.err).not.toContain('Usage:')
})
